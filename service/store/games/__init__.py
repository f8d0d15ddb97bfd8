"""What is kept beside the record of a game: its verdict, the PINs of its seats, how late spectators see it."""
