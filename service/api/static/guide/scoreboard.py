"""Shows the games in play in a club with their scores, and who has played and won most. The file keeps what is shown and the last place of
the feed; run it again to go on from there."""

import json
import sys
import time
from pathlib import Path

from client import Refused, call, pages

place = Path(sys.argv[1])
club = call("GET", "/session")[0]["club"]
feed = f"/clubs/{club}/feed?after="


def begin():
    """Take the place first, then the list: what changes in between comes twice, and nothing is missed."""
    last = call("GET", f"{feed}latest")[0]["place"]
    games = {game["game"]: game for page in pages("/games?state=open") for game in page["games"]}
    return {"last": last, "games": games}


def go_on(board):
    """Ask again for the games that the feed names. What is answered is never older than the feed."""
    for page in pages(f"{feed}{board['last']}"):
        changed = list({entry["stream"] for entry in page["entries"] if entry["kind"] == "game"})
        for some in range(0, len(changed), 100):
            for answer in pages(f"/games?ids={','.join(changed[some : some + 100])}"):
                for game in answer["games"]:
                    board["games"].pop(game["game"], None)
                    if game["state"] == "open":
                        board["games"][game["game"]] = game
        board["last"] = page["place"]


def show(board):
    for game in board["games"].values():
        scores = game["scores"] or {}  # null: the record has no scores
        names = (f"{seat['name'] or 'Unnamed'} {scores.get(str(seat['seat']), '–')}" for seat in game["seats"])
        print(game["system"], *names, sep="  ")
    table = call("GET", f"/clubs/{club}/players?limit=5")[0]
    for player in table["players"]:
        print(f"{player['name']}: {player['finished']} played, {player['wins']} won")
    print("The newest results are not counted yet." if table["behind"] else "Everything is counted.", flush=True)


board = json.loads(place.read_text()) if place.exists() else begin()
while True:
    try:
        go_on(board)
    except Refused as refused:  # this server does not know our place: it was set up again, or has lost changes
        if refused.problem.get("status") != 422:
            raise
        board = begin()
    place.write_text(json.dumps(board))
    show(board)
    if "once" in sys.argv:
        break
    time.sleep(3)
