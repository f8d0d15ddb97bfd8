"""Recording: the only way in. Everything appended to a stream takes these steps: shape → rights → what is settled → append.

    way.py      the steps, the same for every kind of stream; a kind says what it knows and what is settled in it
    games.py    games as such a kind
    opening.py  open a game, or play again
    life.py     players confirm a result and answer claims
    copies.py   records and sheets that come from files

`domain/record` (batch, settled, consent, opening) decides what is refused and raises `Refused`; `service/errors.py` makes the
problem documents. Nothing here knows of HTTP.
"""
