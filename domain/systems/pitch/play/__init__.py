"""A game of Pitch as it goes: the table, and how events change it."""
