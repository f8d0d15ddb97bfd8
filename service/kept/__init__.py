"""What a process remembers so that it need not ask or fold again: readings, verdicts, what spectators may know by now."""
