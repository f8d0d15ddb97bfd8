"""How people start this Faceup: by `make` in a checkout, by `faceup` where pip installed it. Every sentence that names the command asks
here."""

from pathlib import Path
from typing import Final

CHECKOUT: Final = (Path(__file__).parents[2] / "Makefile").is_file()
FOR_PHONES: Final = "make run LAN=1" if CHECKOUT else "HOST=0.0.0.0 faceup serve"
"""The command that starts Faceup so that phones in the same network can open its pages."""
