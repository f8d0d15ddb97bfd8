"""Stored deals of OpenSpiel, a public library of games: its legal cards, winners and scores are the same as ours. bench/openspiel.py
compares 2,000 other deals."""

from pathlib import Path

from bench.openspiel import differences, read

KEPT = Path(__file__).with_name("openspiel.jsonl").read_text("utf-8").splitlines()


def test_the_engine_and_openspiel_agree_on_the_stored_deals() -> None:
    assert len(KEPT) == 30
    assert {number: found for number, line in enumerate(KEPT) if (found := [*differences(read(line))])} == {}


def test_the_comparison_reports_different_scores_winners_and_legal_cards() -> None:
    deal = read(KEPT[0])
    assert [*differences(deal._replace(scores=[0, 0]))]
    seat, card, legal = deal.plays[0]
    assert [*differences(deal._replace(plays=[(seat, card, [*legal, "2D"]), *deal.plays[1:]]))]
    assert [*differences(deal._replace(winners=deal.winners[::-1]))]
