"""Recording: the one way in. Whatever is appended to a stream comes through here: shape → rights → what is settled → append.

    way.py      the steps, the same for every kind of stream; a kind says what it knows and what is settled in it
    games.py    games as such a kind
    opening.py  a table sits down, or plays again
    life.py     players confirm a result and answer claims
    copies.py   records and sheets that come from files

What is refused is decided by `domain/record` (batch, settled, consent, opening) and raised as `Refused`; `service/errors.py` makes the
problem documents. Nothing here knows of HTTP.
"""
