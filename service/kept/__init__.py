"""What a process keeps in memory so that it need not ask or fold again: readings, verdicts, what spectators may know now."""
