"""Recording: the only way to append to a game. Every append takes these steps: shape → rights → what is settled → append.

    way.py      the steps, which work for every kind of stream; a kind says which events it takes and what is settled in it
    games.py    the kind `game`
    opening.py  opens games and rematches
    life.py     records players' confirmations of a result and their answers to claims
    copies.py   stores records and sheets that come from files

`domain/record` (batch, settled, consent, opening) decides what is refused and raises `Refused`; `service/errors.py` makes the problem
documents. Nothing here knows of HTTP.
"""
