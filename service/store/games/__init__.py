"""A game's data beside its record: its verdict, the PINs of its seats, how late spectators see it."""
