"""Commands that read record files. `verify` and `replay` need no server."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.system import DIRECTOR, Viewer
from service.files.formats import export_bytes
from tests.format.records import FINISHED, IN_PLAY, Sent, exported
from workers.cli import main


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


def written(folder: Path, sent: tuple[Sent, ...], viewer: Viewer = DIRECTOR, form: str = "json") -> Path:
    path = folder / f"game.{form}"
    path.write_bytes(export_bytes(form, exported(sent, viewer)))
    return path


@pytest.mark.parametrize("form", ["json", "ndjson"])
def test_the_command_verify_accepts_an_unchanged_file(tmp_path: Path, form: str) -> None:
    result = run("verify", written(tmp_path, FINISHED, form=form), "--recompute")
    assert result.exit_code == 0, result.output
    assert re.fullmatch(r"OK home-[a-z2-7]{16} 14 events, head [0-9a-f]{64}\n(not examined: .*\n)*", result.output)


def test_the_command_verify_names_the_event_in_which_a_byte_was_changed(tmp_path: Path) -> None:
    path = written(tmp_path, FINISHED)
    path.write_bytes(path.read_bytes().replace(b'"reason":"typing slip"', b'"reason":"typing slop"'))
    result = run("verify", path)
    assert result.exit_code == 1
    assert result.output == "event 6: hash does not match: the event or its hash was changed\n"


def test_a_command_with_a_missing_file_ends_with_a_usage_error() -> None:
    assert run("verify", "/nowhere").exit_code == 2


def steps(*words: object) -> dict[int, str]:
    """Run `faceup replay`. Returns the printed lines by the version at the beginning of each line."""
    result = run("replay", *words)
    assert result.exit_code == 0, result.output
    return {int(line.split()[0]): line for line in result.output.splitlines() if line[:4].strip().isdigit()}


def test_by_default_the_command_replay_follows_the_order_of_play_and_leaves_out_withdrawn_events(tmp_path: Path) -> None:
    assert list(steps(written(tmp_path, FINISHED))) == [1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14]


def test_the_command_replay_shows_every_event_if_asked_for_the_order_of_recording(tmp_path: Path) -> None:
    steps_shown = steps(written(tmp_path, FINISHED), "--as", "recorded", "--at", 6)
    assert list(steps_shown) == [1, 2, 3, 4, 5, 6]
    assert steps_shown[5].endswith("(withdrawn later)")
    assert "typing slip" in steps_shown[6]


def test_the_command_replay_shows_findings_at_the_events_that_proved_them(tmp_path: Path) -> None:
    steps_shown = steps(written(tmp_path, IN_PLAY))
    assert [version for version, line in steps_shown.items() if "(HC-" in line] == [5]


def test_the_command_replay_refuses_a_file_that_is_no_record(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Žofie")
    result = run("replay", path)
    assert result.exit_code == 1
    assert result.output.startswith("Error: header: ")


def test_the_command_openapi_prints_the_contract_of_the_api() -> None:
    assert run("openapi").output.startswith("openapi: 3.1")


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["--format", "pgn"], "must be one of csv, csv-plays, csv-rounds, html, json, ndjson, pdf, text"),
        (["--format", "text", "--bom"], "is only for tables (csv)"),
        (["--view", "dealer"], "must be director, scorekeeper, public or seat:<number>"),
        (["--view", "seat:x"], "must be director, scorekeeper, public or seat:<number>"),
    ],
)
def test_the_command_export_refuses_impossible_options_of_a_game(
    words: list[str], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FACEUP_DATA", str(tmp_path / "data"))
    result = run("export", "home-aaaaaaaaaaaaaaaa", *words)
    assert result.exit_code == 2
    assert fault in result.output
