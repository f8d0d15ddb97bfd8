"""What viewers get: looks up what the views of a game (domain/views) need, keeps replays, sends live updates, and shows tournaments."""
