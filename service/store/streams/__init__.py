"""Streams of events: append to them and read them. Each event has a hash that covers the events before it (a chain). Of a secret value an
event holds only a salted hash: the value is sealed. Each append also adds an entry to the club's feed of changes."""
