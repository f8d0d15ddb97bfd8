"""Tournaments: the state of a tournament, its pairings, its tie-breaks and its standings.

`fold.py` makes the state (`state.py`) from the events of one stream. `history.py` says what each round brought each entry; formats and
tie-breaks read nothing else. Each format has a file in `formats/`, each family of tie-breaks one in `tiebreaks/`. Nothing here knows Redis,
HTTP or a clock. Source: docs/decisions/tournaments.md.
"""
