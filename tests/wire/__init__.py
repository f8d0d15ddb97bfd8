"""Tests of the stored form of events: every form ever stored can still be read. `samples/` has one stored event for each code of an event
type."""
