"""What lists that come in pages have in common: the header with links to other pages, and the field for a cursor."""

from typing import Final
from urllib.parse import urlencode

from flask import request

from domain.kernel.shapes import Text
from service.api.lib.fields import Shaped

NEXT: Final = {"Link": {"schema": {"type": "string"}, "description": "RFC 8288; rel=next."}}
"""The header of a page with a link to the next one, for the contract."""


def sent_cursor(pattern: str = "") -> Shaped:
    """Make the field of the query for a cursor. `pattern`: what a cursor of the list must match (empty: it is checked later)."""
    return Shaped(Text(200, pattern), metadata={"description": "The cursor from the `next` link of the page before."})


def page_link(rel: str, **start: object) -> str:
    """Return a link to another page of the list that is requested now. `rel`: how that page relates to this one, such as `next`. `start`:
    the query parameters that say where it begins. The other parameters stay."""
    return f'<{request.path}?{urlencode({**request.args.to_dict(), **start})}>; rel="{rel}"'
