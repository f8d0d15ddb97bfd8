"""Clients that three generators make from openapi.yaml compile under strict settings, and do what their users need: they record a deal of
Spades while answers are lost, follow, export and verify it, and run a Swiss tournament.

tests/api/test_generated_client.py reads every answer with the Python client.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from domain.systems import SYSTEMS
from service.api.openapi import PLACE
from tests.api.test_all_systems import acts_of
from tests.clients.conftest import HERE, Programs, Service
from tests.clients.python_client import PACKAGE, generate
from tests.speeds import slow

pytestmark = slow

A_DEAL: Final = 60
"""A deal of Spades has about so many acts."""


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the generated package and the program that uses it."""
    folder = tmp_path_factory.mktemp("python")
    generate(folder)
    shutil.copy(HERE / "spades.py", folder)
    return folder


@pytest.fixture(scope="module")
def typescript(programs: Programs) -> Programs:
    """The programs, in a folder with the types of openapi-typescript, the client of @hey-api/openapi-ts and the programs that use them."""
    for name in ("spades.ts", "swiss.ts", "tsconfig.json"):
        shutil.copy(HERE / name, programs.folder)
    for command in (["openapi-typescript", PLACE, "-o", "schema.d.ts"], ["openapi-ts", "-i", PLACE, "-o", "hey"]):
        made = programs.run(*command)
        assert made.returncode == 0, made.stdout + made.stderr
    compiled = programs.run("tsc", "-p", ".")
    assert compiled.returncode == 0, compiled.stdout
    return programs


def _ran(*command: object) -> str:
    run = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def deal() -> str:
    """Return the acts of a deal, each with an id, as JSON."""
    acts = acts_of(SYSTEMS["spades-standard"], 4)[:A_DEAL]
    return json.dumps([{**act, "id": str(UUID(int=number, version=4))} for number, act in enumerate(acts, 1)])


def test_the_python_client_and_a_program_that_uses_it_have_no_type_errors(python: Path) -> None:
    """mypy reads no settings of ours."""
    found = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "spades.py", PACKAGE],
        cwd=python,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout


def test_the_typescript_clients_and_programs_that_use_them_have_no_type_errors(typescript: Programs) -> None:
    assert (typescript.folder / "built" / "swiss.js").exists()


def _recorded(printed: str) -> dict[str, Any]:
    """Check what a program found after it recorded a deal."""
    found: dict[str, Any] = json.loads(printed)
    assert found["version"] == found["state"] == found["head"] == A_DEAL + 1
    assert found["valid"]
    assert set(found["outcomes"]) == {"appended", "already-there"}, "the answer to a repeated batch says that it was recorded before"
    return found


def test_the_python_client_records_a_deal_while_answers_are_lost(python: Path, service: Service) -> None:
    _recorded(_ran(sys.executable, python / "spades.py", service.url, service.secret, deal()))


def test_the_client_of_openapi_typescript_records_a_deal_while_answers_are_lost(typescript: Programs, service: Service) -> None:
    run = typescript.node(typescript.folder / "built" / "spades.js", URL=service.url, TOKEN=service.secret, ACTS=deal())
    assert run.returncode == 0, run.stdout + run.stderr
    assert _recorded(run.stdout)["lost"] > 0


def test_the_client_of_hey_api_runs_a_swiss_tournament_of_six(typescript: Programs, service: Service) -> None:
    """The entry with the lower number wins."""
    run = typescript.node(typescript.folder / "built" / "swiss.js", URL=service.url, TOKEN=service.secret)
    assert run.returncode == 0, run.stdout + run.stderr
    assert json.loads(run.stdout)[0] == 1
