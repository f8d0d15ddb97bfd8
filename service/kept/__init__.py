"""Caches in the memory of a process, so that it need not ask the store or fold records again: readings, verdicts, delayed records."""
