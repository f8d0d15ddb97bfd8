"""The sentences of all findings, and of the questions that they become. A reworded clause fails the row of its family and rule."""

import re

import pytest

from domain.kernel import provable
from domain.record.judging import query, without_question
from tests.domain.sentences import findings_of, reading_of, rows, sentences_of

ROWS = rows()
CODE = re.compile(r"\b(events?|streams?|folds?|projections?|prompts?|quer(?:y|ies)|uniqueness|hash(?:es)?|null|None)\b")
"""Words that players do not use."""
NO_ROW = {"more-not-listed", "deal-over", "resurrected-twice", "resurrection-undecided", "bid-already-passed", "bid-not-your-turn"}
"""Rules that no short record breaks. Of the two last ones `call-out-of-turn` and `already-passed` speak first."""


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['family']} {row['rule']} {number}" for number, row in enumerate(ROWS)])
def test_a_finding_has_the_sentence_that_was_agreed(row: dict[str, str]) -> None:
    assert row["sentence"] in sentences_of(row), "if the new words are right: python -m tests.domain.sentences"


def test_every_rule_has_a_row() -> None:
    rules = {rule for listed in provable.ROWS.values() for rule in listed.split()}  # WHEN has the rules of made-up systems, too
    assert rules - {row["rule"] for row in ROWS} == NO_ROW


def test_no_sentence_has_a_word_of_the_code() -> None:
    wrong = {row["sentence"] for row in ROWS if CODE.search(row["sentence"]) and row["rule"] not in ("nothing-attested",)}
    assert wrong == set()


def test_a_question_is_the_sentence_of_its_suspicion_and_what_it_may_be_instead() -> None:
    for row in ROWS[::20]:
        [finding, *_] = [finding for finding in findings_of(reading_of(row)) if finding.rule == row["rule"]]
        asked = query(finding)
        assert asked.sentence == f"{finding.sentence} Is an entry missing here, or in the wrong order? Or did it happen so?"
        assert without_question(asked) == finding.sentence
