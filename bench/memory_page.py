"""Makes bench/memory.py a part of the bench. Its rows say how much memory each event takes on the store server that comes with the product.

python -m bench.memory_page
"""

import re
import subprocess
import sys
from typing import Final

from bench.figures import Part, Progress, Row, alone
from tests.servers import packaged_valkey

EVENTS: Final = 100_000
LIMIT: Final = 130
_LINE: Final = re.compile(r"^  (\w[\w ]*?) {2,}.* ([0-9.]+)(?: an event.*)?$", re.MULTILINE)


def rows(_told: Progress) -> list[Row]:
    command = [sys.executable, "-m", "bench.memory", "--events", str(EVENTS), "--sealed", str(1 / 3), "--binary", str(packaged_valkey())]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [Row(what, "B", [float(size)], limit=LIMIT if what == "TOTAL" else None) for what, size in _LINE.findall(printed)]


PART: Final = Part(
    "Memory of the server per event",
    f"{EVENTS:,} events in games of 200, a third of the face-down cards known to the scorekeeper, every record validated: bytes by "
    "kind of key, and everything the server holds. More in `python -m bench.memory`.",
    75,
    rows,
)

if __name__ == "__main__":
    alone(PART)
