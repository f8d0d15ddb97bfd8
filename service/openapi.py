"""`python -m service.openapi` writes openapi.yaml. A test compares the file with the result of `generate`."""

import json
from pathlib import Path
from typing import Any, Final

import yaml
from flask import Flask

from service.api import registered
from service.api.lib.described import described

PLACE: Final = Path(__file__).parent.parent / "openapi.yaml"


def generate() -> dict[str, Any]:
    """Return the API's contract (OpenAPI) as plain JSON values. This needs no server and no settings."""
    contract: dict[str, Any] = json.loads(json.dumps(described(registered(Flask("contract")))))
    return contract


def text() -> str:
    """Return the content of openapi.yaml."""
    return yaml.safe_dump(generate(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    PLACE.write_text(text(), "utf-8")
