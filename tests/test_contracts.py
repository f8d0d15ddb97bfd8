"""The import contract in pyproject.toml that separates the card games names every game."""

import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import domain.systems

CONTRACTS = {
    contract["name"]: contract
    for contract in tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
}


def test_the_import_contract_that_separates_card_games_lists_every_game() -> None:
    names = {f"domain.systems.{module.name}" for module in iter_modules(domain.systems.__path__)}
    with_systems = {name for name in names if hasattr(import_module(name), "SYSTEMS")}
    contract = CONTRACTS["systems do not know each other"]
    assert contract["type"] == "independence"
    assert set(contract["modules"]) == with_systems
