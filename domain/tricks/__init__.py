"""What all games of tricks share: the pack, seats and sides, calls, hands, tricks, and what a played card proves.

This package is not a game system itself. A system whose game has tricks builds its own table, `evolve` and `check` from these pieces, and
gives them its rules as values (`Pack`, `Following`, `Bidding`). Cards of the *trump suit* and all other trumps together are the suit `T`.
docs/decisions/domain-tricks.md says which module calls which."""
