"""Reads every change in a club once, in order. The file names the last entry that was dealt with; run it again to go on from there."""

import sys
from pathlib import Path

from client import call, pages

kept = Path(sys.argv[1])
after = kept.read_text() if kept.exists() else 0
club = call("GET", "/session")[0]["club"]
for page in pages(f"/clubs/{club}/feed?after={after}"):
    for entry in page["entries"]:
        print(entry["n"], entry["kind"], entry["stream"], entry["version"])
    kept.write_text(page["place"])
