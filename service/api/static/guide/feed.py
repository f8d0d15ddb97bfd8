"""Reads every change in a club once, in order. The file names the last entry that was dealt with; run it again to go on from there."""

import sys
from pathlib import Path

from client import call

place = Path(sys.argv[1])
after = int(place.read_text()) if place.exists() else 0
club = call("GET", "/session")[0]["club"]
while True:
    feed, headers = call("GET", f"/clubs/{club}/feed?after={after}")
    for entry in feed["entries"]:
        print(entry["n"], entry["kind"], entry["stream"], entry["version"])
    after = feed["last"]
    place.write_text(str(after))
    if 'rel="next"' not in (headers["Link"] or ""):
        break
