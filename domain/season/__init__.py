"""Seasons: a table of people over several tournaments.

`counting.py` says what a tournament brings to a season, `fold.py` makes the state from the events of one stream, `table.py` makes the table
and explains it. Nothing here uses Redis, HTTP or a clock. Source: docs/decisions/tournaments.md.
"""
