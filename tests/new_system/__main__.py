"""python -m tests.new_system NAME      begins a new card game (`make new-system NAME=war-of-threes`)"""

import sys
from pathlib import Path

from tests.new_system import Refused, begun

if __name__ == "__main__":
    try:
        sys.stdout.write(begun(" ".join(sys.argv[1:]), Path(__file__).parents[2]))
    except Refused as refusal:
        sys.exit(str(refusal))
