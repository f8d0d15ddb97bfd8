"""Stores a club's data outside the games: its tokens, its people, and its requested archives."""
