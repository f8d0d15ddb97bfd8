"""What lists that come in pages have in common: the header with links to other pages, and the field for a cursor."""

from typing import Final
from urllib.parse import urlencode

from flask import request

from domain.kernel.shapes import Text
from service.api.lib.fields import Shaped

NEXT: Final = {"Link": {"schema": {"type": "string"}, "description": "RFC 8288; rel=next."}}
"""The description of the header `Link` in the contract. The header has a link to the next page."""


def sent_cursor(pattern: str = "") -> Shaped:
    """Make the field for a cursor in the query string. `pattern`: what a cursor of the list must match (empty: it is checked later)."""
    return Shaped(Text(200, pattern), metadata={"description": "The cursor from the `next` link of the page before."})


def page_link(rel: str, **start: object) -> str:
    """Return a link to another page of the requested list. `rel`: how that page relates to the requested one, such as `next`. `start`: the
    query parameters that say where that page begins; None: the link does not have this one. The others stay the same."""
    query = {name: value for name, value in {**request.args.to_dict(), **start}.items() if value is not None}
    return f'<{request.path}?{urlencode(query)}>; rel="{rel}"'
