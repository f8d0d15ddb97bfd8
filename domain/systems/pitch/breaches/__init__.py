"""Finds what is wrong with an event of Pitch, and what an event proves about earlier events."""
