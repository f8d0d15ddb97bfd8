"""Deals of OpenSpiel that were kept: legal cards, winners and scores are the same (bench/openspiel.py compares 2,000 others)."""

from pathlib import Path

from bench.openspiel import differences, read

KEPT = Path(__file__).with_name("openspiel.jsonl").read_text("utf-8").splitlines()


def test_the_kept_deals_of_openspiel_are_played_and_scored_alike() -> None:
    assert len(KEPT) == 30
    assert {number: found for number, line in enumerate(KEPT) if (found := [*differences(read(line))])} == {}


def test_a_deal_with_another_score_or_another_legal_card_differs() -> None:
    deal = read(KEPT[0])
    assert [*differences(deal._replace(scores=[0, 0]))]
    seat, card, legal = deal.plays[0]
    assert [*differences(deal._replace(plays=[(seat, card, [*legal, "2D"]), *deal.plays[1:]]))]
    assert [*differences(deal._replace(winners=deal.winners[::-1]))]
