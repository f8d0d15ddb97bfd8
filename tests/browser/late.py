"""Functions that hold back answers of the API, so that they arrive at a page late."""

from playwright.sync_api import APIResponse, Route

from tests.browser.visitor import Visitor

READS = """const read = Response.prototype.text;
globalThis.reads = 0;
Response.prototype.text = async function () { const text = await read.call(this); reads += 1; return text; };"""
"""A script that counts the answers that the page has read."""
Late = tuple[Route, APIResponse]
"""A held answer: the route of the request, and the answer that the route will give to the page."""


def hold_answer(visitor: Visitor, path: str, number: int = 1) -> list[Late]:
    """Hold back the API's answer to one of the next requests for `path`. `number`: which of these requests; 1 is the next one. The
    returned list is empty at first; it gets the answer when that request comes."""
    late: list[Late] = []
    asked: list[Route] = []

    def decide(route: Route) -> None:
        asked.append(route)
        if len(asked) == number:
            late.append((route, route.fetch()))
        else:
            route.continue_()

    visitor.page.route(f"**/api/v1{path}", decide)
    return late


def arrive(visitor: Visitor, late: Late) -> None:
    """Let the answer go, and wait until the page has read it."""
    route, answer = late
    before = visitor.page.evaluate("reads")
    route.fulfill(response=answer)
    visitor.page.wait_for_function("before => reads > before", arg=before)
