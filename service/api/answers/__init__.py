"""What the service answers, as schemas by resource: the contract's documentation, and what the tests hold every answer against.

Answers are written by `domain.views` and its like; nothing is dumped through these."""
