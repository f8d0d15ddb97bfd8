"""Builds the engine for the browser, unless it is there: `python -m service.offline [FOLDER]`."""

import sys
from pathlib import Path

from service.offline.engine import MADE, main

sys.exit(main(Path(sys.argv[1]) if sys.argv[1:] else MADE))
