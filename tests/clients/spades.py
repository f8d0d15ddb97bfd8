"""Records a deal of Spades with the client of openapi-python-client, through a network that loses answers; then exports and verifies it.
The test puts this file beside the generated package, and checks both with mypy --strict.

python spades.py URL TOKEN ACTS    (ACTS: a list of events with ids, as JSON)
"""

import json
import sys
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import TypeVar

import httpx
from faceup_client import AuthenticatedClient
from faceup_client.api.events import append_events
from faceup_client.api.files import export_game, verify_record
from faceup_client.api.games import get_game
from faceup_client.api.opening import open_game
from faceup_client.models import AppendBody, Appended, GameState, OpenBody, Opened, Verified
from faceup_client.types import File

T = TypeVar("T")


class Unreliable(httpx.HTTPTransport):
    """A network on which the server gets every request, but the answer of every third POST is lost."""

    posts = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = super().handle_request(request)
        if request.method == "POST":
            self.posts += 1
            if self.posts % 3 == 0:
                response.close()
                raise httpx.ReadError("the connection was lost", request=request)
        return response


def surely(kind: type[T], send: Callable[[], object]) -> T:
    """Repeat a request until an answer arrives. It is the same request each time, so nothing is done twice."""
    while True:
        try:
            answer = send()
        except httpx.ReadError:
            continue
        assert isinstance(answer, kind), answer
        return answer


def main(url: str, secret: str, acts: str) -> None:
    client = AuthenticatedClient(url, secret, httpx_args={"transport": Unreliable()})
    body = OpenBody.from_dict({"system": "spades-standard", "seats": [{}, {}, {}, {}], "visibility": "public"})
    opened = surely(Opened, partial(open_game.sync, client=client, body=body, idempotency_key="spades-1"))
    version, outcomes = opened.version, []
    events = json.loads(acts)
    for first in range(0, len(events), 5):
        batch = AppendBody.from_dict({"events": events[first : first + 5]})
        made = surely(Appended, partial(append_events.sync, opened.game, client=client, body=batch, if_match=f'"{version}"'))
        version = made.version
        outcomes.append(made.outcome)
    state = surely(GameState, partial(get_game.sync, opened.game, client=client))
    file = export_game.sync_detailed(opened.game, client=client).content  # as json: this generator reads one form of an answer
    verified = surely(Verified, lambda: verify_record.sync(client=client, body=File(payload=BytesIO(file))))
    found = {"game": opened.game, "version": version, "state": state.version, "outcomes": outcomes}
    print(json.dumps({**found, "valid": verified.valid, "head": verified.version}))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
