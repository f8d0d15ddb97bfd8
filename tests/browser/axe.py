"""Runs axe-core, which checks the rules of WCAG 2.2 and good practice, on the page of a visitor."""

from typing import Any, Final

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

OPTIONS: Final[dict[str, Any]] = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    # These two rules are off by default in axe.
    "rules": {
        "label-content-name-mismatch": {"enabled": True},
        "target-size": {"enabled": True},
    },
    "resultTypes": ["violations"],
}

AT_REST: Final = """async (options) => {
  const sticking = [...document.body.querySelectorAll("*")].filter((each) => getComputedStyle(each).position === "sticky");
  sticking.forEach((each) => Object.assign(each.style, { position: "relative", inset: "auto" }));
  try {
    return (await axe.run(document, options)).violations;
  } finally {
    sticking.forEach((each) => Object.assign(each.style, { position: "", inset: "" }));
  }
}"""
"""A script that runs axe. While axe runs, no bar sticks to an edge of the window. Otherwise axe would report everything that a bar covers,
although a reader can scroll such content into view."""


def violations(page: Page) -> list[str]:
    """Return one line for each element of the page that breaks a rule: the rule, the element, and what to fix."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AT_REST, OPTIONS)
    return [f"{rule['id']}: {node['html'][:160]} ({_why(node)})" for rule in found for node in rule["nodes"]]


def _why(node: dict[str, Any]) -> str:
    return "; ".join(check["message"] for kind in ("any", "all", "none") for check in node[kind])
