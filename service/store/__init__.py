"""The event store on Redis: streams of every kind, verdicts, feeds, clubs and their people.

The modules build on each other in this order: keys (names) · errors · connect (clients, scripts) · streams (any kind) · games, clubs,
tournaments (with their kinds) · kinds. All of them may raise StoreUnavailable, and may be shared between threads and greenlets. `now`
returns the time in ms UTC."""
