"""Recording: the only way in which clients append events to a game or tournament. Every append takes five steps: check the form of the
events; read the state, if it is needed; check the sender's rights; check what the events would change; append.

    recorder.py     the five steps, the same for every kind of stream
    games.py        which events a game accepts, and what is settled in it; opens games and rematches
    tournaments.py  which events a tournament accepts; opens tournaments
    life.py         players' confirmations of a result, their answers to claims, PINs of seats
    consent.py      check-ins and approvals of the entries of a tournament
    pairing.py      pairs rounds
    tables.py       opens the games of tables
    limits.py       what links may do, what they may make, and what only directors may change
    copies.py       stores records, sheets and finished tournaments that come from files

`domain/record` (batch, settled, consent, opening) decides what is refused. Recording raises the refusal as `Refused`, and
`service/errors.py` makes the HTTP answer. Nothing here knows of HTTP.
"""
