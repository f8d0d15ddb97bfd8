"""The scripts of the pages: their unit tests run in Node, their types are checked, and the types of answers are those of openapi.yaml."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from domain.tournament.formats import FORMATS
from service import packs
from tests.speeds import slow

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
SCRIPTS: Final = ROOT / "service" / "web" / "static" / "js"
NODE: Final = Path(sys.executable).with_name("node")
TOOLS: Final = Path(sys.prefix) / "npm" / "node_modules"
"""What `make check` has installed from npm."""


def node(*words: str | Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([NODE, *words], cwd=ROOT, check=False, capture_output=True, text=True, input=typed)


def test_the_unit_tests_of_scripts_pass() -> None:
    ran = node("--test", "--test-reporter=spec", *sorted(HERE.glob("*.test.js")))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "\nℹ pass 0\n" not in ran.stdout


@slow
def test_the_types_of_answers_are_those_of_the_contract() -> None:
    """If the file is out of date, `make openapi` writes it again."""
    compared = node(TOOLS / "openapi-typescript" / "bin" / "cli.js", "openapi.yaml", "--check", "--output", "service/web/types/api.d.ts")
    assert compared.returncode == 0, compared.stdout + compared.stderr


def test_each_format_of_tournaments_has_a_name_on_the_first_page() -> None:
    texts = source("js/texts/start.js").partition("FORMATS = {")[2].partition("};")[0]
    assert re.findall(r'^  "?([a-z-]+)"?:', texts, re.MULTILINE) == list(FORMATS)


def test_no_script_is_left_out_of_the_type_check() -> None:
    assert json.loads((ROOT / "tsconfig.json").read_text("utf-8"))["compilerOptions"]["checkJs"] is True
    assert [path.name for path in SCRIPTS.rglob("*.js") if re.search(r"@ts-(?:nocheck|ignore|expect-error)", path.read_text("utf-8"))] == []


def source(path: str) -> str:
    return (SCRIPTS.parent / path).read_text("utf-8")


def functions() -> dict[str, str]:
    """Return the function that each module is in a pack, by the path of the module. What it loads later has its own name again."""
    paths = [path.relative_to(SCRIPTS.parent).as_posix() for path in sorted(SCRIPTS.rglob("*.js"))]
    made = packs.script(paths, source)
    lines = re.sub(r'(import\("\./\w+)\.after\.[^"]*"', r'\1.js"', made.text).split("\n")
    ends = [start - 1 for start, _ in made.starts[1:]] + [len(lines)]
    return {
        path: "\n".join(["const made = (() => {", *lines[start:end]]).removesuffix("} catch (error) { reportError(error); }")
        for (start, path), end in zip(made.starts, ends, strict=True)
    }


def unlike(bodies: dict[str, str]) -> list[str]:
    """Return the modules that do not say the same as these functions."""
    given = {path: {"source": source(path), "body": body} for path, body in bodies.items()}
    compared = node(HERE / "packed.js", TOOLS / "typescript", typed=json.dumps(given))
    assert compared.returncode == 0, compared.stderr
    return compared.stdout.split()


def test_a_pack_says_what_its_modules_say() -> None:
    made = functions()
    assert unlike(made) == []
    other = {path: body.replace("===", "!==", 1).replace("return {", "return { none,", 1) for path, body in made.items()}
    assert len(unlike(other)) == len(other), "the comparison sees a difference"
