"""The sample records in docs/samples: today's code writes them, both verifiers accept them, and they show what their README says."""

import re
from pathlib import Path

import pytest

from docs.sample_games import FOLDER, FORMS, SAMPLES, Sample, exported, files, page
from domain.files.layout import record_in
from domain.files.recompute import recompute
from domain.notation.filing import examined, filed
from domain.systems import SYSTEMS
from service.engine import ENGINE
from service.files.transcript import replay
from verify_record import verify

README = (FOLDER / "README.md").read_text(encoding="utf-8")
each_sample = pytest.mark.parametrize("sample", [sample for sample in SAMPLES if sample.told], ids=lambda sample: sample.name)
each_page = pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)


@each_sample
def test_todays_code_writes_the_sample_as_it_is(sample: Sample) -> None:
    for path, content in files(sample).items():
        assert path.read_bytes() == content, f"{path.name} is out of date: make docs"


@each_sample
def test_both_verifiers_accept_the_sample_and_refuse_it_when_it_was_changed(sample: Sample) -> None:
    record, sheet = ((FOLDER / f"{sample.name}.{suffix}").read_bytes() for suffix in FORMS.values())
    changed = record.replace(b'"by":"t-scorekeeper"', b'"by":"t-scorekeepes"', 1)
    assert [line[:3] for line in verify(record)] == ["OK "]
    assert not any(line.startswith("OK ") for line in verify(changed))
    assert [examined(data).valid for data in (record, sheet, changed)] == [True, True, False]
    assert recompute(record).faults == recompute(filed(sheet)).faults == ()


@each_sample
def test_the_readme_tells_the_truth_about_the_sample(sample: Sample) -> None:
    reading = exported(sample).reading
    assert reading.result.state == "finished"
    assert re.search(rf"\| {reading.version} \|.*\({sample.name}\.ndjson\) \| .*\({sample.name}\.txt\)", README)
    revokes = {(finding.rule, finding.kind) for finding in reading.findings}
    assert revokes == ({("revoke", "breach")} if sample.name == "spades" else set())


@each_page
def test_the_page_of_the_sample_holds_its_record(sample: Sample) -> None:
    """The scripts of a page change often, and `make docs` writes it again. Its record stays the same."""
    written = (FOLDER / f"{sample.name}.html").read_bytes()
    assert verify(written) == verify(page(sample))
    assert [line[:3] for line in verify(written)] == ["OK "]
    assert f"]({sample.name}.html)" in README, f"docs/samples/README.md must name {sample.name}.html"
    if sample.told:
        assert record_in(written) == (FOLDER / f"{sample.name}.ndjson").read_bytes()


def test_there_is_a_page_of_a_game_of_each_family() -> None:
    missing = {system.family for system in SYSTEMS.values()} - {SYSTEMS[sample.system].family for sample in SAMPLES}
    assert not missing, f"{missing} need a row in SAMPLES (docs/sample_games.py), then make docs"


def test_the_replay_of_spades_tells_the_revoke() -> None:
    lines = "\n".join(replay((FOLDER / "spades.txt").read_bytes()))
    assert "Seat 1 revoked in trick 3: played the six of spades but held the two of hearts" in lines


def test_a_sample_keeps_the_engine_that_it_names_and_a_new_one_names_the_current_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sample, *_ = SAMPLES
    monkeypatch.setattr("docs.sample_games.FOLDER", tmp_path)
    for engine, expected in (("0a1b2c3d", "0a1b2c3d"), (ENGINE, ENGINE)):
        monkeypatch.setattr("docs.sample_games.ENGINE", engine)
        written = files(sample)
        for path, content in written.items():
            path.write_bytes(content)
        monkeypatch.setattr("docs.sample_games.ENGINE", "99999999")
        assert files(sample) == written
        assert f'"engine":"{expected}"'.encode() in written[tmp_path / f"{sample.name}.ndjson"]
        for path in written:
            path.unlink()
