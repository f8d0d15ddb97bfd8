"""Follows a game live (server-sent events) until it is over. After a lost connection it goes on where it was."""

import http.client
import json
import sys
import time
import urllib.error
import urllib.request

from client import API, LATER, TOKEN

game, last, state = sys.argv[1], "", "open"
while state == "open":
    pause = 2
    known = {"Authorization": f"Bearer {TOKEN}", "Last-Event-ID": last}
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{API}/games/{game}/live", None, known), timeout=60) as stream:
            for line in stream:  # the service sends a sign of life every 15 seconds
                name, _, value = line.decode().rstrip("\n").partition(": ")
                if name == "id":
                    new = value
                if name == "data":
                    last, view = new, json.loads(value)["game"]
                    state = view["state"]
                    print(f"version {view['version']}: {state}, scores {view['outcome']['scores']}", flush=True)
                    if state != "open":
                        break
    except urllib.error.HTTPError as refused:
        if refused.code not in LATER:
            raise SystemExit(json.load(refused)["title"]) from None
        pause = int(refused.headers.get("Retry-After", pause))
    except (OSError, http.client.HTTPException) as lost:
        print(f"connection lost: {lost}", file=sys.stderr)
    if state == "open":
        time.sleep(pause)
