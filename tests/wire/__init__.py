"""The wire: every form in which an event was ever stored can still be loaded. `samples/` holds one stored event for each code."""
