"""Memory that knows nothing of what it keeps: the cache of a process, Python's search for garbage."""
