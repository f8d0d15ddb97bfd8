"""Saves a game as a file, and has it checked. `python verify_record.py FILE` checks it on any machine, without this service."""

import json
import sys
from pathlib import Path

from client import send

game, name = sys.argv[1:]
record, _ = send("GET", f"/games/{game}/export?format=json")
Path(name).write_bytes(record)

answer, _ = send("POST", "/records/verify", record, {"Content-Type": "application/octet-stream"})
checked = json.loads(answer)
print("the file is whole and unchanged" if checked["valid"] else checked["faults"])
