"""Stores tournaments."""
