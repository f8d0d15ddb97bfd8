"""What the import contracts in pyproject.toml cannot check themselves: that they name every game, and that they see every module."""

import tomllib
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import domain.systems

ROOT = Path(__file__).parent.parent
LINTER = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
CONTRACTS = {contract["name"]: contract for contract in LINTER["contracts"]}


def test_the_import_contract_that_separates_card_games_lists_every_game() -> None:
    names = {f"domain.systems.{module.name}" for module in iter_modules(domain.systems.__path__)}
    with_systems = {name for name in names if hasattr(import_module(name), "SYSTEMS")}
    contract = CONTRACTS["systems do not know each other"]
    assert contract["type"] == "independence"
    assert set(contract["modules"]) == with_systems


def test_the_import_contracts_see_every_folder_of_modules() -> None:
    """The import linter passes over a folder without `__init__.py`. Files that the server only sends are no modules."""
    folders = {module.parent for root in LINTER["root_packages"] for module in (ROOT / root).rglob("*.py") if "static" not in module.parts}
    assert [str(folder.relative_to(ROOT)) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []
