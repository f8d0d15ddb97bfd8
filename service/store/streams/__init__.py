"""Streams: append to them, read them, chain and seal their events, and keep the feed that points at every change."""
