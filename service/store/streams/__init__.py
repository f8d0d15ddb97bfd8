"""Streams of events: append to them and read them. Events are chained (each has a hash that covers the events before it) and their secret
values sealed. Each append also adds an entry to the club's feed of changes."""
