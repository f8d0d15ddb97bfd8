"""Background work: the relay, and one file for each RQ job."""
