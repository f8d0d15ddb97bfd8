"""Tournaments: the state of a tournament, its pairings, its tie-breaks and its standings.

`fold.py` makes the state (`state.py`) from the events of one stream. `history.py` says what each entry got in each round; formats and
tie-breaks read nothing else. Each format has a file in `formats/`, and each family of tie-breaks has one in `tiebreaks/`. Nothing here uses
Redis, HTTP or a clock. Source: docs/decisions/tournaments.md.
"""
