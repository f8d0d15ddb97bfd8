"""What is kept of a club beside its streams: tokens, people, archives of its games."""
