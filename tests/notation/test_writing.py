"""Writing a score sheet: the text of each act, and the line that it is written on."""

from dataclasses import replace

import pytest

from domain.kernel.events import COMMON, Act, GameOpened, TournamentTable
from domain.kernel.shapes import Sealed
from domain.notation import Margin, Sheet, margin_of, read, write
from domain.record.fold import read as fold
from domain.systems import SYSTEMS
from tests.domain.playing import act, deal, events, opener, opening, place, reveal

ROWS = [
    # Each row: the system, the act, the text of the act.
    ("high-card", place(0, "m"), "0:middle"),
    ("high-card", place(0, "h", "TS"), "0:highest(TS)"),
    ("high-card", opener(2), "2:opens"),
    ("high-card", deal(), "deal"),
    ("high-card", act("HandDealt", cards={}), "deal(cards:{})"),
    ("high-card", deal({1: "KH 2C", 0: "TS"}), "deal(0:[TS] 1:[KH 2C])"),
    ("high-card", deal({0: ""}), "deal(0:[])"),
    ("high-card", reveal("TS KH", (2, 0)), "| 0:KH 2:TS"),
    ("high-card-low-card", act("CardSelected", seat=1), "1:lays"),
    ("high-card-low-card", act("CardSelected", seat=1, value=5), "1:lays(5)"),
    ("high-card-low-card", act("NumbersRevealed", values={"0": 0, "2": 13}), "| 0:0 2:13"),
    ("one-up", act("CardOffered", seat=1, card="AS@2"), "1:lays(AS@2)"),
    ("one-up", act("CardsFlipped", cards={"1": "HJ"}), "| 1:HJ"),
    ("high-card", act("PlayerJoined", seat=4), "4:joins"),
    ("high-card", act("PlayerJoined", seat=4, person="p-eva"), "4:joins(p-eva)"),
    ("high-card", act("PlayerJoined", seat=4, person="12", left_of=0), '4:joins("12" left_of:0)'),
    ("high-card", act("PlayerJoined", seat=4, left_of=0), "4:joins(left_of:0)"),
    ("high-card", act("PlayerJoined", seat=4, person="-"), '4:joins("-")'),
    ("high-card", act("PlayerLeft", seat=2), "2:leaves"),
    ("high-card", act("DealVoided", reason="misdeal"), "void(misdeal)"),
    ("high-card", act("DealVoided", reason="a card fell"), 'void("a card fell")'),
    ("high-card", act("DealVoided", reason="17"), 'void("17")'),
    ("high-card", act("GameAbandoned", reason="true"), 'abandoned("true")'),
    ("high-card", act("IrregularityCalled", kind="out-of-turn"), "irregular(out-of-turn)"),
    ("high-card", act("IrregularityAttested", finding="not-in-hand@3,14"), 'attested("not-in-hand@3,14")'),
    ("high-card", act("IrregularityCalled", kind="out-of-turn", seat=1, note="again"), "irregular(out-of-turn 1 again)"),
    ("high-card", act("IrregularityCalled", kind="out-of-turn", note="who?"), 'irregular(out-of-turn note:"who?")'),
    (
        "high-card",
        act("RulingRecorded", cites={"finding": "out-of-turn@7"}, rule="HC-14", rectification="penalty", round=2, points={"1": -1}),
        "ruling(penalty HC-14 {finding:out-of-turn@7} 2 1:-1)",
    ),
    (
        "high-card",
        act("RulingRecorded", cites={"dispute": 2}, rule="house", rectification="stand", supersedes=2, note="for now"),
        'ruling(stand house {dispute:2} supersedes:2 note:"for now")',
    ),
    ("high-card", act("NoteWritten", note='a "b" \\ ; |\n♠'), 'note("a \\"b\\" \\\\ ; |\\n♠")'),
    ("high-card", act("NoteWritten", note="\u202e\x9b\u2028"), 'note("\\u202e\\u009b\\u2028")'),
    ("high-card", act("VisibilitySet", visibility="public"), "visibility(public)"),
    ("high-card", act("RoundStated", round=3, points={"1": 1}), "round(3 1:1)"),
    ("high-card", act("RoundStated", round=3, points={}, reason="all_out"), "round(3 all_out)"),
    ("high-card", act("ScoreStated", scores={"0": -2, "1": 1}), "score(0:-2 1:1)"),
    ("high-card", act("ResultStated", winners=[2, 0], scores={"0": 4, "2": 4}), "result(2 0 0:4 2:4)"),
    ("high-card", act("ResultStated", winners=[]), "result"),
    ("high-card", act("CardsShown", seat=1, cards=["9H", "4C"]), "1:shows(9H 4C)"),
    ("high-card", act("CardsShown", seat=1, cards=["9H"], purpose="claim"), "1:shows(9H purpose:claim)"),
    ("high-card", act("ClaimMade", seat=1, claim="mine"), "1:claims(mine)"),
    ("high-card", act("Retracted", target=2, reason="-5"), 'retract(2 "-5")'),
    ("pitch-auction-classic", act("CardPlayed", seat=1, card="9D"), "1:9D"),
    ("pitch-auction-classic", act("CardPlayed", seat=1), "1:plays"),
    ("pitch-auction-classic", act("CardPlayed", seat=1, trump="H"), "1:plays(trump:H)"),
    ("box", act("CardPlayed", seat=1), "1:plays"),
    ("pitch-auction-classic", act("BidDoubled", seat=2), "2:doubles"),
    ("pitch-auction-classic", act("DealStated", round=1, maker=1, bid=3, trump="H", doubled=True), "stated(1 1 3 H doubled:true)"),
    ("pitch-auction-classic", act("DealStated", round=1, maker=1, bid=3, trump="H"), "stated(1 1 3 H)"),
    ("spades-standard", act("BidMade", seat=1, amount=0, blind=True), "1:bids(0 blind:true)"),
    (
        "spades-standard",
        act("TricksStated", round=2, dealer=1, bids={"0": 4, "1": 0}, tricks={"0": 5, "1": 8}, blind=[1]),
        "stated(2 0:5 1:8 dealer:1 bids:{0:4 1:0} blind:[1])",
    ),
    ("one-up", act("HandDealt", cards={"0": ["TS"]}), "HandDealt{cards:{0:[TS]}}"),
    ("one-up", act("CardPlaced", seat=1, call="lowest", card="TS"), "CardPlaced{seat:1 call:lowest card:TS}"),
]


@pytest.mark.parametrize(("slug", "made", "text"), ROWS, ids=[row[2] for row in ROWS])
def test_each_act_has_the_expected_text_on_a_score_sheet(slug: str, made: Act, text: str) -> None:
    system = SYSTEMS[slug]
    written = write(Sheet(events([opening(system, max(3, system.players[0])), act("NoteWritten", note="x"), made]), proved=False))
    assert written.splitlines()[-1] == f"  3. {text}"
    parsed = read(written)
    if type(made).__name__ in system.acts | COMMON:
        assert [draft.act for draft in parsed.drafts[2:]] == [made]
    else:
        assert [problem.message for problem in parsed.problems] == [f"{type(made).__name__} is not an act of {system.name}"]


LINES = [
    # Each row: the acts, the lines of the sheet.
    ([opener(0), place(0, "l"), place(1, "m"), reveal("TS KH"), place(1, "l")],
     ["  2. 0:opens 0:lowest 1:middle | 0:TS 1:KH", "  6. 1:lowest"]),
    ([place(0, "l"), place(1, "l"), place(0, "h")], ["  2. 0:lowest 1:lowest", "  4. 0:highest"]),
    ([place(0, "l"), act("NoteWritten", note="a"), place(1, "l")], ["  2. 0:lowest", "  3. note(a)", "  4. 1:lowest"]),
    ([place(0, "l"), deal(), place(1, "l")], ["  2. 0:lowest", "  3. deal", "  4. 1:lowest"]),
    ([place(0, "l"), act("Retracted", target=2), place(0, "h")], ["  2. ~0:lowest retract(2) 0:highest"]),
    ([place(0, "l"), place(1, "l"), (place(2, "h"), 2), (place(2, "m"), 2)], ["  2. 0:lowest 5^2:middle", "  3. 4^2:highest 1:lowest"]),
    ([place(0, "l"), (place(2, "h"), 1), act("Retracted", target=3), act("Retracted", target=4)],
     ["  2. 3^2:highest 0:lowest ~retract(3) retract(4)"]),
]  # fmt: skip


@pytest.mark.parametrize(("acts", "lines"), LINES, ids=[row[1][-1] for row in LINES])
def test_acts_are_divided_into_the_expected_lines_of_a_score_sheet(acts: list[Act], lines: list[str]) -> None:
    written = write(Sheet(events([opening(SYSTEMS["high-card"], 3), *acts]), proved=False)).splitlines()
    assert written[4:] == lines


TAGS = [
    # Each row: the system, the house rules, the tags of the sheet.
    ("high-card", {}, ["system: high-card", "seats: 0 1 2"]),
    ("high-card", {"playoff": True, "target": 2}, ["system: high-card", "rules: target:2 playoff:true", "seats: 0 1 2"]),
    ("one-up", {"removed": ["2", "3S"]}, ["system: one-up", 'rules: removed:["2" 3S]', "seats: 0 1 2"]),
    ("one-up", {"pack_mode": "suits", "shares": {"2": "H", "0": "S", "1": "C"}},
     ["system: one-up", "rules: pack_mode:suits shares:{0:S 1:C 2:H}", "seats: 0 1 2"]),
]  # fmt: skip


@pytest.mark.parametrize(("slug", "options", "tags"), TAGS, ids=[row[2][1] for row in TAGS])
def test_a_sheet_has_only_the_house_rules_that_differ_from_the_defaults(slug: str, options: dict[str, object], tags: list[str]) -> None:
    opened = opening(SYSTEMS[slug], 3, **options)  # type: ignore[arg-type]
    text = write(Sheet(events([opened]), proved=False))
    assert text.splitlines()[1:] == tags
    assert read(text).events[0].act == opened


PLACES = [
    (TournamentTable("home-taaaaaaaaaaaaaaaa", 2, 7), "tournament: tournament:home-taaaaaaaaaaaaaaaa round:2 table:7 ends:target"),
    (
        TournamentTable("home-taaaaaaaaaaaaaaaa", 2, 7, "hands", 12),
        "tournament: tournament:home-taaaaaaaaaaaaaaaa round:2 table:7 ends:hands hands:12",
    ),
]


@pytest.mark.parametrize(("place", "tag"), PLACES, ids=[row[0].ends for row in PLACES])
def test_the_sheet_of_a_tournament_game_names_its_table(place: TournamentTable, tag: str) -> None:
    opened = replace(opening(SYSTEMS["high-card"], 3), tournament=place)
    text = write(Sheet(events([opened]), proved=False))
    assert text.splitlines()[-1] == tag
    assert read(text).events[0].act == opened


def test_a_sheet_lists_all_rules_of_its_record_if_the_record_is_older_than_a_house_rule() -> None:
    """The sheet lists every rule of the old record, but not the house rule that is newer than the record."""
    opened = GameOpened("high-card", {"target": 4, "playoff": False}, opening(SYSTEMS["high-card"], 2).seats, "public", Sealed("", "x"))
    text = write(Sheet(events([opened]), proved=False))
    assert text.splitlines()[1:] == [
        "system: high-card",
        "all-rules: playoff:false target:4",
        "seats: 0 1",
        "visibility: public",
        "title: x",
    ]
    assert read(text).events[0].act == opened
    bare = GameOpened("high-card", {}, opened.seats)
    assert read(write(Sheet(events([bare]), proved=False))).events[0].act == bare


def test_the_margin_of_a_sheet_has_scores_comments_and_marks_for_findings() -> None:
    margin = Margin({2: "?"}, {2: "0:1", 3: "0:2"}, {1: ("hello",), 3: ("one\ntwo", "three")}, "over")
    written = write(
        Sheet(events([opening(SYSTEMS["high-card"], 2), place(0, "l"), place(1, "h")]), proved=False, margin=margin, ending="*")
    )
    assert written.splitlines()[4:] == [
        "     ; hello",
        "  2. ?0:lowest 1:highest  ; 0:2",
        "     ; one two",
        "     ; three",
        "; over",
        "*",
    ]


def test_events_that_do_not_form_a_record_cannot_be_written_as_a_sheet() -> None:
    with pytest.raises(ValueError, match="a record begins with GameOpened"):
        write(Sheet(events([place(0, "l")])))
    with pytest.raises(ValueError, match="belongs after an event that is not in the record"):
        write(Sheet(events([opening(SYSTEMS["high-card"], 2), (place(0, "l"), 9)])))


def test_a_ruling_is_marked_on_a_score_sheet_and_read_back_from_it() -> None:
    """docs/notation.md: a ruling turns the mark `?` of its finding or dispute into `!`. A withdrawn ruling has no mark."""
    on_finding = act("RulingRecorded", cites={"finding": "out-of-turn@4"}, rule="HC-2", rectification="penalty", points={"1": -1})
    on_dispute = act("RulingRecorded", cites={"dispute": 2}, rule="house", rectification="stand")
    again = act("RulingRecorded", cites={"finding": "out-of-turn@4"}, rule="HC-2", rectification="stand", supersedes=5)
    acts = [act("IrregularityCalled", kind="other"), opener(0), place(1, "h"), on_finding, on_dispute, again, act("Retracted", target=6)]
    reading = fold(SYSTEMS["high-card"], events([opening(SYSTEMS["high-card"], 2), *acts]))
    written = write(Sheet(reading.events, proved=False, margin=margin_of(reading)))
    assert written.splitlines()[4:] == [
        "  2. irregular(other)",
        "  3. 0:opens !1:highest",
        "     ; ! Seat 1 placed a card although it was seat 0's turn. (HC-2)",
        "  5. ruling(penalty HC-2 {finding:out-of-turn@4} 1:-1)",
        "  6. ~ruling(stand house {dispute:2})",
        "  7. ruling(stand HC-2 {finding:out-of-turn@4} supersedes:5)",
        "  8. retract(6)",
    ]
    assert [event.act for event in read(written).events] == [event.act for event in reading.events]
