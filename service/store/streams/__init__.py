"""Streams: append to them, read them, chain and seal what they hold, and the feed that points at every change."""
