"""Streams of events: append to them and read them. Each event's hash covers the event before it (a chain). A secret value is sealed: the
event holds only a salted hash of it. Each append adds an entry to the club's feed."""
