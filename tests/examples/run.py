"""Runs a file of worked examples (FORMAT.md) through the project's own domain code.

    python -m tests.examples.run [--file FILE] [--only SLUG,SLUG…]

Prints a line for each failing example, then `N passed, M failed`. The exit status is 1 if an example failed. An example with an unknown
system, level, input key or expected key fails. Examples of a system that is in docs/rules but has no code yet are counted separately.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from domain.systems import SYSTEMS
from tests.examples import bid_whist, hi_lo, pitch, simple, spades

DEFAULT: Final = Path(__file__).with_name("worked_examples.json")
CATALOGUE: Final = Path(__file__).parents[2] / "docs" / "rules" / "other_variants.json"
UNORDERED: Final = frozenset({"right", "eliminated", "scorers", "winners", "legal"})

Example = Mapping[str, Any]
Driver = Callable[[Example], Mapping[str, Any]]
DRIVERS: Final[Mapping[tuple[str, str], tuple[Driver, frozenset[str]]]] = {
    **simple.DRIVERS,
    **pitch.DRIVERS,
    **spades.DRIVERS,
    **bid_whist.DRIVERS,
    **hi_lo.DRIVERS,
}
"""For each (system or family, level): the function that computes the answer to an example, and the input keys that the function knows."""


def failure(example: Example) -> str | None:
    """Return why the example fails; None if it passes."""
    missing = sorted({"system", "level", "input", "expected"} - example.keys())
    if missing:
        return f"lacks {', '.join(missing)}"
    system, level, given = example["system"], example["level"], example["input"]
    families = (system, system.split("-")[0])
    found = next((DRIVERS[family, level] for family in families if (family, level) in DRIVERS), None)
    if found is None:
        return f"nobody knows {system} at level {level}"
    driver, keys = found
    if strange := sorted(given.keys() - keys):
        return f"unknown input {', '.join(strange)}"
    try:
        answer = driver(example)
    except Exception as error:  # go on after an example that cannot be run
        return f"{type(error).__name__}: {error}"
    wrong = []
    for key, expected in example["expected"].items():
        if key not in answer:
            wrong.append(f"unknown expectation {key}")
        elif _comparable(key, answer[key]) != _comparable(key, expected):
            wrong.append(f"{key}: expected {expected!r}, came to {answer[key]!r}")
    return "; ".join(wrong) or None


def _comparable(key: str, value: Any) -> Any:
    return sorted(value) if key in UNORDERED and isinstance(value, (list, tuple)) else value


def not_built_yet() -> frozenset[str]:
    """Return the slugs of the systems in docs/rules/other_variants.json that have no code."""
    return frozenset(_slugs(json.loads(CATALOGUE.read_text(encoding="utf-8")))) - SYSTEMS.keys()


def _slugs(value: Any) -> Iterator[str]:
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _slugs(inner)
    if isinstance(value, dict) and "slug" in value:
        yield value["slug"]


def run(file: Path, only: frozenset[str]) -> int:
    """Print a line for each failed example, then the counts. Returns the number of failures. Raises SystemExit if nothing can be run."""
    examples = json.loads(file.read_text(encoding="utf-8"))
    chosen = [example for example in examples if not only or example.get("system") in only]
    if not chosen:
        raise SystemExit(f"no example of {', '.join(sorted(only)) or 'any system'} in {file}")
    later = not_built_yet()
    ready = [example for example in chosen if example.get("system") not in later]
    failures = [(example, why) for example in ready if (why := failure(example)) is not None]
    for example, why in failures:
        print(f"{example.get('id')} ({example.get('system')}, {example.get('level')}): {why}")  # noqa: T201
    apart = f", {len(chosen) - len(ready)} not built yet" if len(ready) < len(chosen) else ""
    print(f"{len(ready) - len(failures)} passed, {len(failures)} failed{apart}")  # noqa: T201
    return len(failures)


def main() -> int:
    words = ArgumentParser(prog="make examples")
    words.add_argument("--file", type=Path, default=DEFAULT, help="a JSON list of examples (FORMAT.md)")
    words.add_argument("--only", default="", help="slugs, separated by commas; all systems without it")
    given = words.parse_args()
    return 1 if run(given.file, frozenset(filter(None, given.only.split(",")))) else 0


if __name__ == "__main__":
    sys.exit(main())
