"""Reads every change in a club once, in order. The file names the last entry that was dealt with; run it again to go on from there."""

import sys
from pathlib import Path

from client import call, pages

place = Path(sys.argv[1])
after = place.read_text() if place.exists() else 0
club = call("GET", "/session")[0]["club"]
for page in pages(f"/clubs/{club}/feed?after={after}"):
    for entry in page["entries"]:
        print(entry["n"], entry["kind"], entry["stream"], entry["version"])
    place.write_text(page["mark"])
