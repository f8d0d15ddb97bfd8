"""Stores games: their records, and beside each record its verdict, the PINs of its seats, and a mark if spectators see the game late."""
