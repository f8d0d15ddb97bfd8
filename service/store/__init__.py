"""The event store on Redis: streams of every kind, verdicts, feeds, clubs and their people.

The modules build on each other in this order: keys (names) · errors · connect (clients, scripts) · streams (any kind) · games,
clubs (with their kinds) · kinds.
"""
