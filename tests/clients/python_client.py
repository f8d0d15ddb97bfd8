"""Makes the Python client from openapi.yaml, with openapi-python-client."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from service.api.openapi import PLACE

PACKAGE: Final = "faceup_client"
BYTES: Final = ("application/zip", "application/x-ndjson", "text/csv", "image/svg+xml", "image/png")
"""Media types of which openapi-python-client knows nothing."""


def generate(folder: Path) -> None:
    """Make the client as PACKAGE in `folder`. A warning of the generator is a failure."""
    settings = folder / "settings.json"
    settings.write_text(
        json.dumps({"content_type_overrides": dict.fromkeys(BYTES, "application/octet-stream"), "post_hooks": []}), encoding="utf-8"
    )
    program = Path(sys.executable).parent / "openapi-python-client"
    places = ("--path", PLACE, "--output-path", folder / PACKAGE, "--config", settings)
    command = [program, "generate", *places, "--meta", "none", "--fail-on-warning"]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
