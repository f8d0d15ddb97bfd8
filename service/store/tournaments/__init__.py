"""What belongs to a tournament in the store."""
