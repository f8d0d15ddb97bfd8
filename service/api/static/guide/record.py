"""Opens a game and records a hand of High Card. Prints the id of the game."""

import uuid

from client import Refused, call


def draft(kind, **data):
    return {"id": str(uuid.uuid4()), "type": kind, "data": data}


def append(game, version, *events):
    """Append events to a record that you know up to `version`. If somebody else has recorded in the meantime, nothing is appended: look at
    what is new, and decide again. Returns the new version."""
    try:
        answer, _ = call("POST", f"/games/{game}/events", {"events": events}, {"If-Match": f'"{version}"'})
    except Refused as refused:
        if refused.problem["type"] != "/problems/conflict":
            raise
        new, _ = call("GET", f"/games/{game}/events?after={version}")
        raise SystemExit(f"recorded by somebody else: {[event['type'] for event in new['events']]}") from None
    return answer["version"]


seats = [{"name": name} for name in ("Anna", "Ben", "Cleo", "Dan")]
opened, _ = call("POST", "/games", {"id": str(uuid.uuid4()), "system": "high-card", "seats": seats, "visibility": "public"})
game = opened["game"]

version = append(game, opened["version"], draft("OpenerChosen", seat=0))
calls = [("lowest", None), ("highest", None), ("highest", "AD"), ("middle", None)]
placed = [draft("CardPlaced", seat=seat, call=said, **({"card": card} if card else {})) for seat, (said, card) in enumerate(calls)]
version = append(game, version, *placed)
# only Cleo was right: a point for her
append(game, version, draft("CardsRevealed", cards={"0": "TS", "1": "KH", "2": "AD", "3": "5C"}))
print(game)
