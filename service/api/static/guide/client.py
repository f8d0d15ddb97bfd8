"""Calls the API. A call that got no answer is repeated, and so is one that the service could not take at that moment.

The service must know a repeated request: give each event an `id` of your own, or send the header Idempotency-Key.
"""

import http.client
import json
import os
import re
import time
import urllib.error
import urllib.request

URL = os.environ.get("FACEUP_URL", "http://127.0.0.1:8000")
TOKEN = os.environ["FACEUP_TOKEN"]
API = URL + "/api/v1"
LATER = {429, 500, 502, 503, 504, 507}
"""Answers that may be another one a moment later: too many requests, an error of the service or of a proxy, no room on the disk."""


class Refused(Exception):
    """The service refused the request. `problem`: the problem document (RFC 9457); `errors` in it names every wrong field."""

    def __init__(self, problem):
        super().__init__(f"{problem['title']}: {problem.get('detail', '')} {problem.get('errors', '')}")
        self.problem = problem


def call(method, path, body=None, headers=None):
    """Return the JSON of the answer, and its headers. `body`: sent as JSON."""
    answer, sent = send(method, path, None if body is None else json.dumps(body).encode(), headers)
    return json.loads(answer), sent


def send(method, path, body=None, headers=None):
    """Return the bytes of the answer, and its headers. `path`: after `/api/v1`, or from `/api/v1` on, as in links. Raises Refused."""
    known = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = urllib.request.Request((URL if path.startswith("/api/") else API) + path, body, known | (headers or {}), method=method)
    for pause in (1, 2, 4, 8, None):
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.read(), answer.headers
        except urllib.error.HTTPError as error:
            if error.code not in LATER or pause is None:
                raise Refused(problem_of(error)) from None
            time.sleep(int(error.headers.get("Retry-After", pause)))
        except (OSError, http.client.HTTPException):
            if pause is None:
                raise
            time.sleep(pause)


def pages(path):
    """Yield the pages of a list, each as the JSON of its answer. Lists have pages; the header Link has the address of the next one."""
    while path:
        page, headers = call("GET", path)
        yield page
        following = re.search(r'<([^>]*)>; rel="next"', headers["Link"] or "")
        path = following and following[1]


def problem_of(error):
    """Return the problem document of a refusal. A proxy may have answered in place of the service, without one."""
    try:
        return json.load(error)
    except ValueError:
        return {"title": f"{error.code} {error.reason}"}
