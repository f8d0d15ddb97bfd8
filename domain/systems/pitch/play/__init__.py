"""The state of a game of Pitch (the table), and how events change it."""
