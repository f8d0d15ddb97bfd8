"""Computes standings a second time, from the JSON of `GET …/events` alone, to check the product. It shares no code with domain/tournament.

`past.py` reads events into rounds, `worth.py` says what each entry got in each round, `ties.py` computes tie-breaks, and `places.py` orders
the entries. Sources: the design of tournaments (§2, §4, §5), docs/decisions/tournaments.md, FIDE C.07.

Not computed here: the variants `fide-2026`, and the tie-breaks `average-buchholz`, `fore-buchholz` and `game-points…`. The product's values
for these are compared only with published values (`make tournaments`).
"""
