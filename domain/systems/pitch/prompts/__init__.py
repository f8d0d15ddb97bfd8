"""What a table of Pitch waits for, and what random play chooses."""
