"""Begins a new card game: writes a small game that works, its table of tests, its planted breaches and its page of rules.

The files in `template` are that game, under the name New Game; only the names change."""

import re
from io import StringIO
from keyword import kwlist
from pathlib import Path
from tokenize import NAME, generate_tokens
from typing import Final

from domain.systems import SYSTEMS

TEMPLATE: Final = Path(__file__).parent / "template"
FILES: Final = {
    "system.py": "domain/systems/{module}.py",
    "rows.py": "tests/domain/test_{module}.py",
    "planting.py": "bench/planting/{module}.py",
    "rules.md": "docs/games/{slug}.md",
}
"""Where each file of the template goes."""
LONGEST: Final = 30
SEPARATED: Final = re.compile(r"^modules = \[(\"domain\.systems\..*)\]$", re.MULTILINE)
"""Matches the systems that the import contract *systems do not know each other* lists."""
PLANTING: Final = "bench/planting/__init__.py"
PLANTED: Final = re.compile(r"^from bench\.planting import (.*)$", re.MULTILINE)


class Refused(ValueError):
    """Raised when no game can be begun under this name. The text is a sentence for the author."""


LEFT: Final = """
New Game can be played: make run. Its tests: .venv/bin/pytest tests/domain/test_new_game.py
Those of every game that play it too: .venv/bin/pytest -k new-game

Make it yours:
* docs/games/new-game.md: the rules in your own words, and what your source leaves open.
* domain/systems/new_game.py: one function after the other. A new rule in `check` needs a row in ROWS (domain/kernel/provable.py).
  For an act that no event describes, see "An event type" in CONTRIBUTING.md.
* tests/domain/test_new_game.py: a row for each rule, with its source.
* bench/planting/new_game.py: acts that break your rules, and a line for each in bench/planting/__init__.py.
* docs/sample_games.py: a game for docs/samples, in SAMPLES, and a line about it in docs/samples/README.md:
    Sample("new-game", "new-game", "New Game at home", ("p-anna", "p-ben", "p-cleo"), 1, told=False),
* README.md and CHANGELOG.md: how many games there are, and a line about yours.

Now, and again when the rules have changed:
* make golden ONLY=new-game writes its playthrough: read it.
* make docs writes docs/events.md and the sample; make openapi the contract, which lists the games.
* make test. tests/domain/test_marred.py prints what its DIGESTS must be.

RESOURCES (service/api) and MATRIX, the table of rights (tests/api), are about endpoints: a game needs nothing there.
"""
"""What the author is told, under the name New Game."""


def begun(slug: str, root: Path) -> str:
    """Write the files of a new game below `root`, the folder of the project, and its lines in two other files. Returns what is left to do.
    Raises Refused before anything is written."""
    module = slug.replace("-", "_")
    _refuse_name(slug, module)
    new = {path.format(module=module, slug=slug): _named(slug, (TEMPLATE / name).read_text("utf-8")) for name, path in FILES.items()}
    taken = [path for path in (*new, f"domain/systems/{module}") if (root / path).exists()]
    if taken:
        raise Refused(f"{slug} is taken: {taken[0]} exists. Choose another name.")
    changed = {"pyproject.toml": _separated(root, module), PLANTING: _planted(root, slug, module)}
    for path, text in {**new, **changed}.items():
        (root / path).write_text(text, encoding="utf-8")
    return "".join([*(f"written: {path}\n" for path in new), *(f"changed: {path}\n" for path in changed), _named(slug, LEFT)])


def _refuse_name(slug: str, module: str) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", slug) or len(slug) > LONGEST:
        raise Refused(
            f"{slug[:LONGEST]!r} is no name for a game: write small letters, digits and single hyphens, a letter first, at most {LONGEST} "
            "characters, such as war-of-threes."
        )
    if slug in {name for system in SYSTEMS.values() for name in (system.slug, system.family)}:
        raise Refused(f"{slug} is taken: there is a game or a family with this name. Choose another name.")
    sources = [path.read_text("utf-8") for path in TEMPLATE.glob("*.py")]
    used = {token.string for source in sources for token in generate_tokens(StringIO(source).readline) if token.type == NAME}
    names = {module, module.upper(), _class(module)}
    if len(names) < 3 or names & {*kwlist, *used}:
        raise Refused(f"{slug} cannot be the name: the code of its game would use this name twice. Add a word to it.")


def _class(module: str) -> str:
    return module.title().replace("_", "")


def _named(slug: str, text: str) -> str:
    """Return a text of the template with the names of the new game."""
    module = slug.replace("-", "_")
    names = {
        "new-game": slug,
        "new_game": module,
        "NEW_GAME": module.upper(),
        "NewGame": _class(module),
        "New Game": slug.replace("-", " ").capitalize(),
        "XX-": f"{_initials(slug)}-",
    }
    return re.sub("|".join(names), lambda found: names[found[0]], text)


def _initials(slug: str) -> str:
    """Return two letters with which the ids of rulings begin: the first and a later one, the beginnings of words before others. No other
    game has them, if that is possible."""
    first, *beginnings = [word[0] for word in slug.split("-")]
    later = [*beginnings, *slug[1:], *"abcdefghijklmnopqrstuvwxyz"]
    pairs = [(first + letter).upper() for letter in later if letter.isalpha()]
    used = {name[:2] for system in SYSTEMS.values() for name, *_ in system.rulings}
    return next((pair for pair in pairs if pair not in used), pairs[0])


def _separated(root: Path, module: str) -> str:
    """Return pyproject.toml with the system in the import contract."""
    text = (root / "pyproject.toml").read_text("utf-8")
    return _inserted(text, SEPARATED, f'"domain.systems.{module}"')


def _planted(root: Path, slug: str, module: str) -> str:
    """Return the file of all planted breaches with those of the game."""
    text = _inserted((root / PLANTING).read_text("utf-8"), PLANTED, module)
    row = f'"{slug}": {{\n        "card not in pack": {module}.card_not_in_pack,\n        "card twice": {module}.card_twice,\n    }},'
    return text.removesuffix("}\n") + f"    {row}\n}}\n"


def _inserted(text: str, listed: re.Pattern[str], name: str) -> str:
    """Return the text with one more name in the list that the pattern matches; the list stays sorted."""
    found = listed.search(text)
    assert found is not None, listed
    start, end = found.span(1)
    return text[:start] + ", ".join(sorted([*found[1].split(", "), name])) + text[end:]
