"""Plays a Swiss tournament of six in three rounds with typed results, and prints the standings."""

import uuid

from client import call


def append(cup, *events):
    """Append events to a tournament, whatever its version. Returns the new version."""
    sent = [{"id": str(uuid.uuid4()), "type": kind, "data": data} for kind, data in events]
    return call("POST", f"{cup}/events", {"events": sent}, {"If-Match": "*"})[0]["version"]


chosen = {"rounds": 3, "tiebreaks": ["buchholz", "head-to-head"]}
asked = {"title": "Club cup", "system": "high-card", "format": "swiss", "visibility": "public", "settings": chosen}
opened, _ = call("POST", "/tournaments", asked, {"Idempotency-Key": str(uuid.uuid4())})
cup = f"/tournaments/{opened['tournament']}"

names = ("Anna", "Ben", "Cleo", "Dan", "Eve", "Finn")
version = append(cup, *(("EntryMade", {"entry": number, "people": [], "name": name}) for number, name in enumerate(names, 1)))
for number in (1, 2, 3):
    # a pairing rests on all results, so it names the version that you have seen
    paired, _ = call("POST", f"{cup}/rounds", {}, {"If-Match": f'"{version}"', "Idempotency-Key": str(uuid.uuid4())})
    append(cup, ("RoundPublished", {"round": number}))
    for table in paired["tables"]:
        score = [5, 2] if table["sides"][0] < table["sides"][1] else [2, 5]
        typed = append(cup, ("ResultEntered", {"round": number, "table": table["table"], "scores": score}))
        # a typed result counts when somebody who may direct approves it
        version = append(cup, ("ResultApproved", {"round": number, "table": table["table"], "result": typed}))

for row in call("GET", f"{cup}/standings")[0]["rows"]:
    print(row["place"], row["name"], row["points"], *row["values"])
