"""What all games of tricks share: the pack, seats and sides, calls, hands, tricks, and what a played card proves.

This is no system, and it knows none: a system of tricks builds its own table, `evolve` and `check` from these pieces, and gives them its
rules as values (`Pack`, `Following`, `Bidding`). Cards of the *trump suit* and all other trumps together are the suit `T`.
docs/decisions/domain-tricks.md says who asks whom."""
