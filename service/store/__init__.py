"""The event store on Redis: streams of every kind, verdicts, feeds, clubs and their people. Reads bottom up:

keys (names) · outcomes (errors) · connect (clients, scripts) · streams (any kind) · games, clubs (with their kinds) · kinds.
"""
