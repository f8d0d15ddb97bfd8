"""Recording: the only way to append events to a game or tournament. Every append takes four steps: check the shape of the events; check the
sender's rights; check what the events would change; append.

    recorder.py     the four steps, the same for every kind of stream
    games.py        what is special about games: which events a game accepts, and what is settled in it
    opening.py      opens games and rematches
    life.py         records players' confirmations of a result and their answers to claims
    copies.py       stores records and sheets that come from files
    standing.py     says which changes only directors may make to results that count in a tournament
    tournaments.py  opens tournaments, pairs their rounds, and says which events they accept

`domain/record` (batch, settled, consent, opening) decides what is refused. Recording raises the refusal as `Refused`, and
`service/errors.py` makes the HTTP answer. Nothing here knows of HTTP.
"""
