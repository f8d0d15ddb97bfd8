"""What a process remembers, so that it need not read or compute it again: readings, verdicts, delayed records."""
