"""The wire: every form in which an event was ever stored loads for ever. `samples/` holds one stored event for each code."""
