"""Lists the acts that a table of Pitch waits for, and which of them random play may choose."""
