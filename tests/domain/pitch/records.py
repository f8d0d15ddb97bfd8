"""Writes docs/rules/pitch_variants.json from the rows of `variants`: `python -m tests.domain.pitch.records`. Read the diff of the file
before you commit it."""

import json
from pathlib import Path
from typing import Final

from domain.systems.pitch.variants import VARIANTS

FILE: Final = Path(__file__).parents[3] / "docs" / "rules" / "pitch_variants.json"


def written() -> str:
    """Return the contents that pitch_variants.json must have."""
    return json.dumps([variant.rules.as_json() for variant in VARIANTS.values()], indent=1, ensure_ascii=False)


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")
