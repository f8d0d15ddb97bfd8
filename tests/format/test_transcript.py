"""A file is read back: its events, its replay in words, and the check that its footer follows from the events."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.files.layout import finding_json
from domain.files.recompute import recompute
from domain.files.tournament import recompute_standings, tournament_transcript
from domain.files.transcript import NotARecord, transcript_of
from domain.kernel.events import Event
from domain.kernel.findings import FULL
from domain.record.fold import read
from domain.system import PUBLIC, SCOREKEEPER, Viewer, seat_viewer
from domain.systems import SYSTEMS
from service.files.formats import ExportClosed
from service.files.transcript import replay
from tests.format.records import FINISHED, IN_PLAY, Edit, exported, file, refitted, remade, sent_of, tournament_file
from tests.format.test_every_byte import report
from tests.format.test_verify import put
from tests.speeds import seeds
from tests.systems import every_shape
from tests.test_every_system import a_game


def as_shown(viewer: Viewer) -> tuple[Event | None, ...]:
    whole = exported(FINISHED, viewer)
    return tuple(whole.reading.system.shown(event, whole.reading.table, viewer) for event in whole.reading.events)


@pytest.mark.parametrize("form", ["json", "ndjson"])
@pytest.mark.parametrize("viewer", [PUBLIC, SCOREKEEPER], ids=str)
def test_reading_a_file_gives_the_events_as_its_viewer_saw_them(form: str, viewer: Viewer) -> None:
    events = transcript_of(file(form, FINISHED, viewer)).events
    assert events == as_shown(viewer)
    reading = read(SYSTEMS["high-card"], events)
    assert reading.system.outcome(reading.table).winners == (0,)


@every_shape
@pytest.mark.parametrize("seed", seeds(6, 1))
def test_the_exported_file_of_any_game_gives_the_same_table_and_events(system: Any, seed: int) -> None:
    """The file is verified, read back and replayed for every viewer who may see the history of the game."""
    sent = sent_of(a_game(system, seed))
    seats = [seating["seat"] for seating in sent[0][1]["seats"]]  # type: ignore[index,union-attr,call-overload]
    for viewer in (PUBLIC, SCOREKEEPER, seat_viewer(Random(seed).choice(seats))):
        try:
            data = file(Random(seed).choice(("json", "ndjson")), sent, viewer)
        except ExportClosed:
            continue
        recomputed = recompute(data)
        assert recomputed.faults == ()
        assert viewer != SCOREKEEPER or recomputed.unexamined == ()
        assert len(list(replay(data, as_recorded=True))) == len(sent) + 2


SAMPLES = sorted((Path(__file__).parent / "samples").iterdir())


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_samples_of_every_format_version_can_be_read(sample: Path) -> None:
    """Each format version adds its samples. Nobody may remove or rewrite a sample."""
    data = sample.read_bytes()
    assert report(data)[0].startswith("OK ")
    kind = sample.name.split("-")[1]
    if kind in ("club", "tournament"):
        with pytest.raises(NotARecord, match=f"kind is {kind}"):
            transcript_of(data)
        assert kind == "club" or recompute_standings(data).faults == ()
        return
    assert read(transcript_of(data).system, transcript_of(data).events).version in (6, 14)


def test_the_verifier_accepts_the_example_in_the_format_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "record-format.md").read_text(encoding="utf-8")
    example = re.search(r"```ndjson\n(.*?)```", page, re.DOTALL)
    assert example
    assert report(example[1].encode())[0].startswith("OK ")
    assert recompute(example[1].encode()).faults == ()


# --- files that verify although no record can have their contents --------------------------------------------------------------------


def another_system(header: dict[str, Any], events: list[dict[str, Any]], _: dict[str, Any]) -> None:
    header["system"] = events[0]["data"]["system"] = "chess"


UNREADABLE: list[tuple[Edit, str]] = [
    (another_system, "header: system is not known here"),
    (put(3, "type", "BidMade"), "event 3: type is not one of this game"),
    (put(3, "type", "CardOffered"), "event 3: type is not one of this game"),
    (put(4, "data", "seat", 16), "event 4: /data/seat must lie between 0 and 15"),
    (put(4, "data", "call", "low"), "event 4: /data/call must be one of lowest, middle, highest"),
    (put(8, "data", "card", "TS"), "event 8: /data/card must be sealed"),
    (put(4, "data", "more", 1), "event 4: /data/more is not a field here"),
    (put(8, "data", {}), "event 8: /data/call is required"),
    (put(6, "data", "target", 6), "event 6: /data/target there is no version 6 to retract"),
    (put(6, "data", "target", 1), "event 6: /data/target the opening cannot be retracted"),
    (put(1, "data", "rules", "target", 99), "event 1: /options/target must lie between 1 and 26"),
    (put(1, "data", "rules", "bluff", True), "event 1: /options/bluff is not an option of this game"),
    (put(1, "data", "seats", [{"seat": 0}]), "event 1: /seats High Card is for 2 to 13 players"),
    (put(1, "data", "seats", [{"seat": 0}, {"seat": 0}]), "event 1: /data/seats name a seat twice"),
]


@pytest.mark.parametrize(("edit", "reason"), UNREADABLE, ids=[row[1] for row in UNREADABLE])
def test_a_file_with_contents_that_no_record_can_have_is_refused(edit: Edit, reason: str) -> None:
    with pytest.raises(NotARecord) as refused:
        transcript_of(remade(FINISHED, edit))
    assert refused.value.reasons[0].startswith(reason)


def test_a_record_older_than_a_house_rule_is_read_with_the_default_of_the_rule() -> None:
    assert transcript_of(remade(FINISHED, put(1, "data", "rules", {"target": 1}))).events == transcript_of(file("json", FINISHED)).events


def test_a_file_that_opens_a_sealed_value_of_a_wrong_kind_is_refused() -> None:
    data = exported(
        [*IN_PLAY[:3], ("CardPlaced", {"seat": 0, "call": "lowest", "card": "AS@2"})], SCOREKEEPER
    )  # only One-up has the card `AS@2`
    assert exported(IN_PLAY).game == data.game
    with pytest.raises(NotARecord, match="event 4: /data/card is not a card"):
        transcript_of(b"\n".join([data.lines().header, *data.lines().events, data.lines().footer, b""]))


def test_a_file_with_a_damaged_event_cannot_be_read() -> None:
    with pytest.raises(NotARecord, match="event 2: "):
        transcript_of(file("json", FINISHED).replace(b"OpenerChosen", b"OpenedChosen"))


# --- does the footer follow from the events? ---------------------------------------------------------------------------------------------


def faults(data: bytes) -> list[str]:
    return [str(fault) for fault in recompute(data).faults]


def lose(_: dict[str, Any], __: list[dict[str, Any]], footer: dict[str, Any]) -> None:
    footer["findings"].pop()


def test_a_result_that_does_not_follow_from_the_events_of_its_file_is_reported() -> None:
    wrong = put("footer", "outcome", "winners", [1])
    for viewer in (PUBLIC, SCOREKEEPER):
        assert faults(remade(FINISHED, wrong, viewer)) == ["footer: outcome does not follow from the events"]
    invented = put("footer", "findings", 0, "id", "no-such@5")
    assert faults(remade(IN_PLAY, invented, SCOREKEEPER)) == [
        "footer: finding 'no-such@5' does not follow from the events",
        "footer: finding 'out-of-turn@5' follows from the events but is missing",
    ]
    assert faults(remade(IN_PLAY, lose, SCOREKEEPER)) == ["footer: finding 'out-of-turn@5' follows from the events but is missing"]
    assert faults(remade(IN_PLAY, put("footer", "findings", 0, "kind", "gap"), SCOREKEEPER)) == [
        "footer: finding 'out-of-turn@5' differs from what the events give"
    ]


def test_a_file_may_leave_out_findings_beyond_the_limit_but_may_not_add_false_ones() -> None:
    full = json.loads(json.dumps(finding_json(FULL)))

    def cut(_: dict[str, Any], __: list[dict[str, Any]], footer: dict[str, Any]) -> None:
        footer["findings"] = [full]

    def invented(_: dict[str, Any], __: list[dict[str, Any]], footer: dict[str, Any]) -> None:
        footer["findings"] = [full, {**full, "id": "no-such@5"}]

    recomputed = recompute(remade(IN_PLAY, cut, SCOREKEEPER))
    assert recomputed.faults == ()
    assert any("new ones were not listed" in line for line in recomputed.unexamined)
    assert faults(remade(IN_PLAY, invented, SCOREKEEPER)) == ["footer: finding 'no-such@5' does not follow from the events"]


def test_recomputing_a_result_lists_what_cannot_be_checked_without_sealed_values() -> None:
    recomputed = recompute(remade(IN_PLAY, lose, PUBLIC))
    assert recomputed.faults == ()
    assert recomputed.unexamined == (
        "finding 'out-of-turn@5' follows from the events but is missing, unless sealed values that are not in the file explain it",
        "sealed: cards.0 of event 3, cards.1 of event 3, cards.2 of event 3, card of event 4, card of event 5, note of event 6",
    )
    assert recompute(remade(IN_PLAY, put("footer", "validated", 4), SCOREKEEPER)).unexamined[0].startswith("findings after event 4")


# --- in words ----------------------------------------------------------------------------------------------------------------------------


def test_a_replay_of_a_file_describes_the_game_in_words() -> None:
    lines = list(replay(file("json", FINISHED, SCOREKEEPER)))
    assert lines[0] == "High Card, home-ntdlrj43z5wcsnv5, as seen by scorekeeper"
    assert lines[4] == "   4  Seat 1 places the ten of spades and calls lowest.  [seat 1: 0, seat 2: 0, seat 3: 0]"
    assert [line[:4] for line in lines[4:7]] == ["   4", "   7", "   8"]
    assert lines[-1] == "The game is finished, won by seat 1; seat 1: 1, seat 2: 0, seat 3: 0."
    sealed = list(replay(file("json", IN_PLAY, PUBLIC)))
    assert sealed[5] == (
        "   5  Seat 3 places a card face down and calls middle.  [seat 1: 0, seat 2: 0, seat 3: 0]  "
        "QUERY Seat 3 placed a card although it was seat 2's turn. "
        "Is an entry missing here, or in the wrong order? Or did it happen so? (HC-2)"
    )


def test_a_replay_in_the_order_of_recording_shows_what_was_withdrawn() -> None:
    lines = list(replay(file("json", FINISHED, SCOREKEEPER), as_recorded=True))
    assert [int(line[:4]) for line in lines[1:-1]] == list(range(1, 15))
    assert lines[5].startswith("   5  Seat 2 places the king of diamonds and calls middle.")
    assert lines[5].endswith("(withdrawn later)")
    assert lines[6].startswith("   6  Entry 5 is withdrawn: typing slip.")


def test_a_replay_prints_no_control_codes_from_a_file() -> None:
    sent = [*IN_PLAY, ("NoteWritten", {"note": "\x1b[2J\nOK"})]
    assert "“�[2J�OK”" in list(replay(file("json", sent, SCOREKEEPER)))[-2]


# --- tournaments -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("viewer", [PUBLIC, SCOREKEEPER], ids=str)
def test_the_standings_of_a_tournaments_file_follow_from_its_events(viewer: Viewer) -> None:
    """Standings never depend on sealed values, so they can be recomputed from a file in which these values are closed."""
    recomputed = recompute_standings(tournament_file("json", viewer=viewer))
    assert (recomputed.faults, recomputed.unexamined) == ((), ())


ALTERED: list[tuple[Edit, list[str]]] = [
    (put("footer", "standings", 1, "points", 3), ["row 2 of the standings does not follow from the events"]),
    (put("footer", "standings", 2, "values", 1, "-1/2"), ["row 3 of the standings does not follow from the events"]),
    (put("footer", "standings", 0, "place", 2), ["row 1 of the standings does not follow from the events"]),
    (put("footer", "standings", []), ["standings have 0 rows; the events give 3"]),
    (
        put(6, "data", "scores", [7, 11]),
        [f"row {row} of the standings does not follow from the events" for row in (2, 3)],
    ),
]


@pytest.mark.parametrize(("edit", "faults"), ALTERED, ids=[row[1][0] for row in ALTERED])
def test_altered_standings_in_a_tournament_file_are_reported_even_if_all_hashes_fit(edit: Edit, faults: list[str]) -> None:
    altered = refitted(tournament_file("ndjson"), edit)
    assert report(altered)[0].startswith("OK ")
    assert [str(fault) for fault in recompute_standings(altered).faults] == [f"footer: {fault}" for fault in faults]


STRANGE: list[tuple[Edit, str]] = [
    (put(2, "type", "GameOpened"), "event 2: type is not one of this stream"),
    (put(2, "data", "entry", 0), "event 2: /data/entry must lie between 1 and 2000"),
    (put(1, "data", "settings", "tiebreaks", ["luck"]), "event 1: /data/settings/tiebreaks/0 "),
    (put(1, "data", "format", "knockout"), "event 1: /data/format "),
    (put(1, "data", "system", "chess"), "event 1: /data/system is not known here; known: "),
]


@pytest.mark.parametrize(("edit", "reason"), STRANGE, ids=[row[1][:40] for row in STRANGE])
def test_a_tournament_file_with_contents_that_nobody_could_record_is_refused(edit: Edit, reason: str) -> None:
    data = refitted(tournament_file("ndjson"), edit)
    with pytest.raises(NotARecord) as refused:
        tournament_transcript(data)
    assert refused.value.reasons[0].startswith(reason)


def test_a_public_tournament_file_has_names_but_no_reasons_or_erased_names() -> None:
    public, whole = tournament_file("ndjson", viewer=PUBLIC), tournament_file("ndjson")
    for word, there in (("Žofie", (True, True)), ("Autumn cup", (True, True)), ("Bert", (False, False)), ("late again", (False, True))):
        assert (word.encode() in public, word.encode() in whole) == there, word
    assert [json.loads(line)["hash"] for line in public.splitlines()[1:-1]] == [
        json.loads(line)["hash"] for line in whole.splitlines()[1:-1]
    ]
