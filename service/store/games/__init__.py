"""Stores games: their records, their verdicts, the PINs of their seats, and a list of the games that spectators see late."""
