"""A game is marred if its record has breaches, false statements and slips of the scorekeeper. These tests check that a few marred games
still have the same findings, views, prompts and outcomes. bench/marred.py reads many more games."""

from dataclasses import replace
from itertools import islice

import pytest

from bench.marred import KINDS, Tally, judged, names, record
from domain.systems import SYSTEMS

DIGESTS = {
    "findings": "ab9baba42a494d5c",
    "order": "62c602bccc97f3da",
    "views": "354f2ae142b220a5",
    "prompts": "87fa35e715b35fef",
    "outcomes": "561ae401b9674b53",
}


def test_marred_games_still_have_the_same_findings_views_prompts_and_outcomes() -> None:
    tally = Tally()
    for name in chosen():
        tally.add(judged(record(name).line))
    now = {kind: digest.hexdigest()[:16] for kind, digest in tally.digests["all"].items()}
    changed = [kind for kind in KINDS if now[kind] != DIGESTS[kind]]
    assert not changed, (
        f"{', '.join(changed)} of marred games changed. If they should not, compare the code before and after with `python -m bench.marred` "
        f"(its docstring says how). If they should, because a system is new or its rules are, let DIGESTS in {__file__} be {now}."
    )
    assert set(tally.games) == {"all", *(system.family for system in SYSTEMS.values())}


def test_losing_or_moving_a_finding_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    name = next(name for name in chosen() if judged(record(name).line).rules.total() > 2)
    slug, line = name.split(maxsplit=1)[0], record(name).line
    system, before = SYSTEMS[slug], judged(line).digests
    monkeypatch.setitem(SYSTEMS, slug, replace(system, check=lambda table, event: system.check(table, event)[1:]))
    lost = judged(line).digests
    assert changes(before, lost) == {"findings", "order"}
    assert system is not SYSTEMS[slug]


def changes(before: tuple[str, ...], after: tuple[str, ...]) -> set[str]:
    return {kind for kind, one, other in zip(KINDS, before, after, strict=True) if one != other}


def chosen() -> list[str]:
    """Return the names of a few games. Each system that is alone in its family has one game. Of all other systems, every second one has a
    game."""
    every = list(islice(names(1), len(SYSTEMS) + 4))
    return every[:4] + every[4::2]
