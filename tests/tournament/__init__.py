"""Tournaments without a store: what follows from their events, formats, tie-breaks and standings."""
