"""What a process remembers, so that it need not read or fold again: readings, verdicts, delayed records."""
