"""Tournaments: a pure fold of one stream, formats that pair, tie-breaks that explain what they sum, and the standings that follow.

`state.py` folds the events. `history.py` says what each round brought each entry; tie-breaks and formats read nothing else. `formats/` and
`tiebreaks/` have one file each. Nothing here knows Redis, HTTP or a clock. Source: docs/decisions/tournaments.md.
"""
