"""The relay: the only process that puts jobs into the queue."""
