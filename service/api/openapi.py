"""`python -m service.api.openapi` writes openapi.yaml. A test compares the file with the result of `generate`."""

import json
from functools import cache
from pathlib import Path
from typing import Final

import yaml

from service.api import RESOURCES
from service.api.lib.contract import contract_of
from service.api.lib.described import Document, described

PLACE: Final = Path(__file__).parent.parent.parent / "openapi.yaml"


@cache
def generate() -> Document:
    """Return the API's contract (OpenAPI) as plain JSON values. This needs no server and no settings. Do not change the result: all callers
    share it."""
    contract: Document = json.loads(json.dumps(described(contract_of(resource.blueprint for resource in RESOURCES))))
    return contract


def text() -> str:
    """Return the content of openapi.yaml."""
    return yaml.safe_dump(generate(), sort_keys=False, allow_unicode=True, width=120)


if __name__ == "__main__":
    PLACE.write_text(text(), "utf-8")
