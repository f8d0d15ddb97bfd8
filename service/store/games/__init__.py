"""Stores games: their records, and beside them their verdicts, the PINs of their seats, and which games spectators see late."""
