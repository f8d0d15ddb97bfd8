"""The relay: the only one that puts jobs into the queue."""
