"""Reading a score sheet: other ways of writing are accepted, and all faults are reported with line and column."""

from dataclasses import replace

import pytest

from domain.files.layout import game_of
from domain.notation import Sheet, is_sheet, read, read_bytes, write
from domain.notation.clock import Moment
from domain.systems import SYSTEMS
from tests.domain.playing import events, hand, opener, opening, place
from tests.notation.sealing import sealed
from tests.speeds import long

HEAD = "faceup sheet 1\nsystem: high-card\nseats: 0 1 2\n"
ACTS = [opening(SYSTEMS["high-card"], 3), opener(0), *hand("l h m", "TS AD KH", [0, 1, 2])]
PLAIN = write(Sheet(events(ACTS), proved=False))
GAME = events([*ACTS, place(1, "h", "2C"), (place(2, "m", "3D"), 5)])
PROVED = replace(sealed(GAME, lambda version, _: version == 7), club="home", game=game_of("home", GAME[0].id))
TEXT = write(PROVED)

TOLERATED = {
    "as written": PLAIN,
    "line ends of Windows": PLAIN.replace("\n", "\r\n"),
    "line ends of old": PLAIN.replace("\n", "\r"),
    "a byte order mark": "\ufeff" + PLAIN,
    "capitals": PLAIN.upper().replace("SYSTEM: HIGH-CARD", "SYSTEM: high-card"),
    "spaces": PLAIN.replace(":", " :\t ").replace("|", "  |\u00a0 "),
    "no labels": PLAIN.replace("  2. ", ""),
    "comments": PLAIN.replace("\n", " ; 0:lowest (\n;\n"),
    "an act a line": PLAIN.replace(" 0:lowest", "\n0:lowest").replace(" 1:highest", "\n\n1:highest").replace(" |", "\n|"),
    "labels anywhere": PLAIN.replace(" 1:highest", "\n4. 1:highest"),
    "acts written whole": PLAIN.replace("1:highest", "CardPlaced{seat:1 call:highest}").replace("0:opens", "openerchosen { seat : 0 }"),
    "fields by name": PLAIN.replace("| 0:TS 1:AD 2:KH", "| cards:{2:KH 1:AD 0:TS}"),
    "values that are not known": PLAIN.replace("1:highest", "1:highest(-)").replace("0:lowest", "0:lowest(card:-)"),
    "text in quotes": PLAIN.replace("high-card", '"high-card"').replace("0:TS", '"0":"T\\u0053"'),
    "marks of the margin": PLAIN.replace("1:highest", "!?1:highest"),
    "no more": PLAIN + "*",
    "no newline at the end": PLAIN.removesuffix("\n"),
    "a rule at its default": PLAIN.replace("seats", "rules: target:4\nseats"),
}


@pytest.mark.parametrize("text", TOLERATED.values(), ids=list(TOLERATED))
def test_other_spellings_and_layouts_of_a_score_sheet_are_accepted(text: str) -> None:
    parsed = read(text)
    assert parsed.problems == ()
    assert [draft.act for draft in parsed.drafts] == ACTS


SEATED = "joins, leaves, shows, claims, concedes, accepts, objects, substituted, confirms, opens"
"""The words for acts that belong to a seat and occur in every game, in the order in which the messages of faults list them."""

TOLD = [
    # Each row: the text below the tags, its faults as (line, column, message).
    ("0:lowest(10S)", [(4, 10, "10S is not a card: write rank then suit (TS, AH) or a joker (HJ, LJ)")]),
    ("0:lowest(ts)", [(4, 10, "ts is not a card: write rank then suit (TS, AH) or a joker (HJ, LJ)")]),
    ("0:lowest(1)", [(4, 10, "1 is not a card: write rank then suit (TS, AH) or a joker (HJ, LJ)")]),
    ("0:low", [(4, 3, f"low is not an act here; known: lowest, middle, highest, {SEATED}")]),
    ("lowest", [(4, 1, "lowest needs a seat before it: 0:lowest")]),
    ("0:note(a)", [(4, 3, "note takes no seat before it")]),
    ("0:lowest(TS KH)", [(4, 13, "KH is one value too many for lowest")]),
    ("0:lowest(TS card:KH)", [(4, 13, "card is here twice")]),
    ("0:lowest(call:middle)", [(4, 10, "call is here twice")]),
    ("0:lowest(colour:red)", [(4, 17, "red is not a field here; known: seat, call, card")]),
    ("3:lowest", [(4, 1, "there is no seat 3 at this table")]),
    ("0:opens x:lowest 99:lowest", [(4, 9, "x must be a whole number"), (4, 18, "99 must lie between 0 and 15")]),
    ("07:lowest", [(4, 1, "07 must be a whole number")]),
    ("3:joins 3:lowest 4:lowest", [(4, 18, "there is no seat 4 at this table")]),
    ("| 0:TS 0:KH", [(4, 8, "seat 0 is here twice")]),
    ("| 0:TS cards:{1:KH}", [(4, 14, "cards is here twice")]),
    ("| 0:-", [(4, 1, "cards must name at least 1 seat(s)")]),
    ("note", [(4, 1, "note is required")]),
    ('note("a', [(4, 5, "( is not closed on this line"), (4, 6, "the text has no closing quote on its line"), (4, 1, "note is required")]),
    (r'note("\x")', [(4, 6, "the text has an invalid escape or a control character (write \\n)")]),
    ('note("")', [(4, 6, '"" must have 1 to 500 characters')]),
    (r'note("\ud800")', [(4, 6, r'"\ud800" must not contain NUL or unpaired surrogates')]),
    ("note(a\n0:lowest", [(4, 5, "( is not closed on this line")]),
    ("deal(0:[TS 1:KH)", [(4, 12, "a list holds only values, without names"), (4, 16, ") does not belong here"),
        (4, 8, "[ is not closed on this line"), (4, 5, "( is not closed on this line")]),
    ("deal(cards:{0:[TS] KH})", [(4, 20, "a map holds only key:value pairs")]),
    ("deal(" + "[" * 9, [(4, 13, "is nested too deeply"), (4, 6, "[ is one value too many for deal")]),
    ("0:", [(4, 1, "an act is missing after 0:")]),
    ("~ ", [(4, 1, "an act is missing after the mark")]),
    ("deal(0:", [(4, 6, "a value is missing after 0:"), (4, 5, "( is not closed on this line")]),
    ("é0:lowest ) ♠", [(4, 1, "é does not belong here"), (4, 11, ") does not belong here"), (4, 13, "♠ does not belong here")]),
    ("~0:lowest", [(4, 1, "is struck out, but nothing withdraws it: write retract(2) where that was done")]),
    ("retract(1) retract(2) retract(9)", [(4, 1, "the opening cannot be retracted"), (4, 23, "there is no version 9 to retract")]),
    ("retract(2)", [(4, 1, "there is no version 2 to retract")]),
    ("1^0:lowest", [(4, 1, "1^: the version must be from 2 to 2, and no two acts may have the same")]),
    ("2^0:lowest 2^1:lowest", [(4, 12, "2^: the version must be from 2 to 3, and no two acts may have the same")]),
    ("x^0:lowest", [(4, 1, "one number must come before ^: the version under which the act was entered")]),
    ("0:lowest 1:lowest 2^2:lowest", [(4, 19, "2^ comes after 3, which was entered later: move 2^ up, or change its version")]),
    ("3. 0:lowest\n4. 1:lowest\n7. 2:lowest",
        [(4, 1, "this line begins with version 2, not 3"), (6, 1, "this line begins with version 4, not 7")]),
    ("3. 0:lowest\n3. 1:lowest\n4. 2:lowest", [(4, 1, "this line begins with version 2, not 3")]),
    ("2. 2^0:lowest", [(4, 1, "this line needs no number, because all its acts were inserted later")]),
    ("* 0:lowest", [(4, 3, "nothing may follow *")]),
    ("+\n*", [(5, 1, "nothing may follow +")]),
    ("0:lowest\ntitle: x", [(5, 1, "tags must come before the first act")]),
    ("GameOpened{system:high-card}", [(4, 1, "the opening is written as tags, not as an act")]),
    ("CardOffered{seat:0}", [(4, 1, "CardOffered is not an act of High Card")]),
    ("CardDealt{seat:0}", [(4, 1, "CardDealt is not a type of event")]),
    ("0:OpenerChosen{seat:0}", [(4, 1, "a seat comes before a word, not before a type of event: write seat:… among the fields")]),
    ("OpenerChosen{0}", [(4, 14, "0 needs the name of its field before it, as in name:value"), (4, 1, "seat is required")]),
    ("OpenerChosen{seat:0 seat:1}", [(4, 21, "seat is here twice")]),
    ("1:shows(AS purpose:fun)", [(4, 20, "fun must be one of claim, concession, misdeal, proof, end, rest, fold, team_out")]),
    ("system: high-card", [(4, 1, "system is here twice")]),
    ("sistem: high-card",
        [(4, 1, "sistem is not a tag; known: game, club, viewer, date, system, rules, all-rules, seats, visibility, title, tournament")]),
    ("visibility: secret", [(4, 13, "secret must be one of private, unlisted, public")]),
    ("title: two words", [(4, 1, "title must be one value")]),
    ("title:", [(4, 1, "title must be one value")]),
    ("date: 2025-02-29", [(4, 1, "date must be a day and a time, with the offset from UTC: 2025-11-21 05:20:01.000 +01:00")]),
    ("date: 99999-01-01", [(4, 1, "date must be a day and a time, with the offset from UTC: 2025-11-21 05:20:01.000 +01:00")]),
    ("date: 2025-01-01 12:00 +24:00",
        [(4, 1, "date must be a day and a time, with the offset from UTC: 2025-11-21 05:20:01.000 +01:00")]),
    ("game: home", [(4, 1, "game must be the id of a game")]),
    ("game: home-aaaaaaaaaaaaaaaa\nclub: away", [(5, 1, "the club must be the part of the game's id before the first -")]),
    ("viewer: seat:x", [(4, 1, "viewer must be scorekeeper, director, public or seat:<n>")]),
    ("rules: target:0 colour:red", [(4, 15, "target: must lie between 1 and 26"),
        (4, 24, "colour: is not an option of this game; known: target, rotate_on_restart, playoff, exclude_last_leader, join_next_hand")]),
    ("rules: target:26", [(4, 15, "target: target × players must not exceed 52: 26 × 3 cannot be dealt")]),
    ("rules: playoff", [(4, 8, "playoff must be name:value, each name once")]),
    ("rules: target:3\nall-rules: target:3", [(5, 1, "give either rules (those that differ) or all-rules, not both")]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), TOLD, ids=[row[0] for row in TOLD])
def test_each_fault_of_a_score_sheet_is_reported_with_line_and_column(text: str, told: list[tuple[int, int, str]]) -> None:
    parsed = read(HEAD + text)
    assert [tuple(problem) for problem in parsed.problems] == sorted(told)
    assert (parsed.sheet, parsed.drafts) == (None, ())


WHOLE = [
    # Each row: the whole text, its faults.
    ("", ["line 1, column 1: a sheet begins with the line: faceup sheet 1",
          "line 1, column 1: seats is required", "line 1, column 1: system is required"]),
    ("system: high-card\nseats: 0 1", ["line 1, column 1: a sheet begins with the line: faceup sheet 1"]),
    ("faceup sheet 2\nsystem: high-card\nseats: 0 1", ["line 1, column 1: unknown version of the notation; known: 1"]),
    ("faceup sheet 1\nsystem: poker\nseats: 0 0 17 p\n0:raises",
     ["line 2, column 9: this program does not know the system; it knows: " + ", ".join(SYSTEMS),
      "line 3, column 10: seat 0 is here twice", "line 3, column 12: 17 must lie between 0 and 15",
      "line 3, column 15: p must be a whole number",
      f"line 4, column 3: raises is not an act here; known: {SEATED}"]),
    ("faceup sheet 1\nsystem: high-card\nseats: 0", ["line 3, column 1: seats: High Card is for 2 to 13 players"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "told"), WHOLE, ids=["empty", "no title", "another version", "another game", "one player"])
def test_faults_that_concern_a_score_sheet_as_a_whole_are_reported(text: str, told: list[str]) -> None:
    assert list(map(str, read(text).problems)) == told


def test_at_most_a_hundred_faults_of_a_sheet_are_listed() -> None:
    acts = [f"{3 + number % 9}:lowest(X{number})" for number in range(50)]
    assert len(read(HEAD + "\n".join(acts)).problems) == 50
    assert len({problem.line for problem in read(HEAD + "\n".join(acts)).problems}) == 50
    many = read(HEAD + "\n".join(acts * 20)).problems
    assert len(many) == 101
    assert many[-1].message == "there are more problems; 100 are listed"


# --- provenance ---------------------------------------------------------------------------------------------------------------------------

LINE = next(line for line in TEXT.splitlines() if line.startswith("  2. ") and "-" in line)
DAMAGE = [
    # Each row: the text that is replaced, the new text, how the message of a fault begins.
    (LINE + "\n", "", "version 2 has no line of provenance; a sheet written by hand has none at all"),
    (LINE, LINE + "\n" + LINE, "version 2 has two lines here: keep one"),
    (LINE, LINE.replace("  2.", " 99."), "no act above has the version 99: remove this line"),
    (LINE, LINE.replace("2. ", "2. x"), "the id must be a UUID in small letters"),
    (LINE, LINE.replace(GAME[1].id, GAME[2].id), "the id is here twice"),
    (LINE, LINE.replace(" t1 ", ' "a b" '), "the recorder must be the id of a token"),
    (LINE, LINE.replace("+1 ", "1 "), "a time must be milliseconds with their sign: +1000"),
    (LINE, LINE.replace("+1 ", "-9 "), "was recorded before the event above"),
    (LINE, LINE.replace("+1 ", "+999999999999999 "), "its times are outside the years 1 to 9999"),
    (LINE, LINE + " card=00", "card=00 is not a seal: write path=salt or path#commitment, once"),
    (LINE, LINE + " seat=" + "0" * 32, "seat is not a sealed value of this act"),
    (LINE, LINE + " card#" + "0" * 64, "card is not a sealed value of this act"),
    (LINE, LINE + " +02:00", "the head does not match"),
    (LINE, LINE + " +25:00", "its times are outside the years 1 to 9999"),
    (LINE, "2. what", "a line of provenance needs at least: version. id recorder at recorded"),
    (LINE, "hello " + LINE, "this must be a line of provenance"),
    (LINE, LINE + ' "', "the text has no closing quote on its line"),
    ("1:highest(2C)", "1:highest(3C)", "the head does not match"),
    ("1:highest(2C)", "1:highest", "card has a salt here, but no value on the sheet"),
    ("1:highest(2C)", "1:lowest(2C)", "the head does not match"),
    ("seats: 0 1 2", "seats: 0 1 2 3", "the head does not match"),
    ("date: 2025", "date: 2024", "the head does not match"),
    ("date: ", "; date: ", "the sheet needs a date, because the times in the provenance count from it"),
    ("head: ", "; head: ", "the provenance is incomplete: its last line must be head: and the hash of the last event"),
    ("game: home-", "game: away-", "the club must be the part of the game's id before the first -"),
    (f"game: {PROVED.game}", "game: home-aaaaaaaaaaaaaaaa", "the id of the game does not match that of the opening"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), DAMAGE, ids=[f"{row[2]} {index}" for index, row in enumerate(DAMAGE)])
def test_damage_to_an_exported_score_sheet_is_reported(old: str, new: str, told: str) -> None:
    parsed = read(TEXT.replace(old, new, 1))
    messages = [problem.message for problem in parsed.problems]
    assert any(message.startswith(told) for message in messages)
    assert parsed.sheet is None


@pytest.mark.parametrize("apart", [11, pytest.param(1, marks=long)])
def test_changing_a_character_of_an_exported_sheet_is_reported_or_changes_no_event(apart: int) -> None:
    """In the quick tests, only every eleventh character is changed."""
    assert read(TEXT).events == PROVED.events
    for at in range(0, len(TEXT), apart):
        for character in "0a\n":
            parsed = read(TEXT[:at] + character + TEXT[at + 1 :])
            assert parsed.problems or parsed.events == PROVED.events, (at, TEXT[max(0, at - 20) : at + 20], character)


def test_reading_a_sheet_lists_the_sealed_values_that_the_sheet_does_not_show() -> None:
    parsed = read(TEXT)
    assert parsed.closed == ((8, "card"),)
    assert parsed.sheet == PROVED
    unproved = read(TEXT.partition("[provenance]")[0])
    assert unproved.closed == ()
    assert unproved.sheet is not None
    assert unproved.sheet.date == Moment(GAME[0].at, 60)
    assert {(event.at, event.offset, event.recorded_at) for event in unproved.events} == {(GAME[0].at, 60, GAME[0].at)}
    assert read(HEAD + "note(-)").closed == ((2, "note"),)


def test_a_score_sheet_that_is_not_utf_8_is_refused() -> None:
    assert read_bytes(TEXT.encode()) == read(TEXT)
    assert list(map(str, read_bytes(b"faceup sheet 1\nsystem: \xc3\xa9\xff").problems)) == [
        "line 2, column 10: the text is not UTF-8 from here on"
    ]
    assert is_sheet(b"\xef\xbb\xbf \nFACEUP sheet 1")
    assert not is_sheet(b'{"header":')


@pytest.mark.parametrize("before", ["; Tuesday\n", "\ufeff; Tuesday\r\n\r\n", "  ; one ; two\n\n\t;\n", ";\r;faceup\r"])
def test_a_score_sheet_may_have_comments_above_its_first_line(before: str) -> None:
    """Source: docs/notation.md: comments do not matter."""
    text = before + TEXT
    assert is_sheet(text.encode())
    assert read(text).events == read(TEXT).events
    assert not is_sheet(b'; Tuesday\n{"header":')
