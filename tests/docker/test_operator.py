"""The operator's files: systemd units and alert rules. No systemd and no Prometheus runs here."""

import re
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.config import Config
from service.running.backlog import Backlog
from service.running.metrics import Metrics
from workers.cli import main

ROOT = Path(__file__).parents[2]
UNITS = sorted((ROOT / "docker" / "systemd").glob("*.service"))
RULES: list[dict[str, Any]] = [
    rule for group in yaml.safe_load((ROOT / "docker/prometheus/alerts.yaml").read_text())["groups"] for rule in group["rules"]
]
ALARMS = (ROOT / "docs/operations.md").read_text("utf-8").partition("## Alarms\n")[2].partition("\n## ")[0]


def unit(path: Path) -> ConfigParser:
    parser = ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(path.read_text())
    return parser


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_every_metric_that_an_alert_names_exists(rule: dict[str, Any]) -> None:
    metrics = Metrics().exposition(Backlog(1, 0, 0, 0, 0, 0, True, 1, 0.001), 0).decode()
    named = re.findall(r"\b(?:faceup_[a-z_]+|up\b)", rule["expr"])
    kept = {name.removesuffix("_bucket") for name in named} - {"up"}
    assert named
    assert {name for name in kept if f"# TYPE {name} " not in metrics} == set()


def test_every_alert_is_explained_and_every_explanation_is_about_an_alert() -> None:
    assert re.findall(r"^\| `(Faceup\w+)` \|", ALARMS, re.MULTILINE) == [rule["alert"] for rule in RULES]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_every_unit_runs_a_command_without_the_rights_of_root(path: Path) -> None:
    service = unit(path)["Service"]
    program, command, *_ = service["ExecStart"].split()
    assert program == "/opt/faceup/bin/faceup"
    assert command in main.commands
    assert (service["User"], service["NoNewPrivileges"], service["CapabilityBoundingSet"]) == ("faceup", "yes", "")
    assert service["Environment"] == "FACEUP_DATA=/var/lib/faceup"


def test_the_parts_in_units_are_all_parts() -> None:
    commands = {unit(path)["Service"]["ExecStart"].split()[1] for path in UNITS}
    assert commands == {"serve", "web", "relay", "worker", "backup"}


def test_every_setting_in_the_example_is_known() -> None:
    named = re.findall(r"^#?([A-Z_]+)=", (ROOT / "docker/systemd/faceup.env").read_text(), re.MULTILINE)
    assert {*named} <= {*Config(ROOT).as_env()}
