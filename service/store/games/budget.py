"""The budget of a record: how much may be recorded in one game, and how much of this may come from one link.

It is counted in *units*. An event costs one, and one more for each full UNIT_BYTES, because a long event takes longer to read. A statement
costs one more, because it is compared with what was played. The head has the units of the record and of each link, so all stored events
count, validated or not, and an append needs no further request.

Batches of acts of play, of acts that *settle* (withdrawals, rulings, endings, results: a reserve is kept for them), and confirmations
(which always pass while the record takes events) have different limits (docs/decisions/ops-limits.md)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from domain.files.limits import MOST_IN_A_RECORD
from domain.kernel.events import (
    AnyAct,
    ClaimAnswered,
    DealStated,
    GameAbandoned,
    GameAnnulled,
    GameLinked,
    GameRemoved,
    ResultConfirmed,
    ResultFinalised,
    ResultStated,
    Retracted,
    RoundStated,
    RulingRecorded,
    ScoreStated,
    TimeCalled,
    TricksStated,
)
from service.store.errors import OverBudget
from service.store.games.heads import Head
from service.store.streams.append import Payer, SealedDraft, Spent

UNIT_BYTES: Final = 48
MOST_LINKS: Final = 16
"""The most links of a game that are counted one by one. All further links are counted together, as one."""
OTHERS: Final = "others"
CONFIRMING: Final = (ResultConfirmed, GameLinked)
STATING: Final = (TricksStated, DealStated, RoundStated, ScoreStated)
SETTLING: Final = (
    *CONFIRMING, Retracted, RulingRecorded, ResultStated, ResultFinalised,
    GameAbandoned, GameAnnulled, GameRemoved, TimeCalled, ClaimAnswered,
)  # fmt: skip

Work = Literal["plays", "settles", "confirms"]
PARTS: Final[Mapping[Work, float]] = {"plays": 0.9, "settles": 0.98}
"""The part of a record that members who are not directors may fill, by kind of batch."""
LINKS_PART: Final = 0.7
"""The part of a record that all links together may fill with acts of play."""
EXTRA: Final = 0.25
"""For a batch of acts that settle something, the limits of links are higher by this part: a quarter."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a record. `units`: how many units the whole record may use. `link`: how many units each link may use. `of_links` says
    how many all links together may use."""

    units: int = 20_000
    link: int = 1_700

    def of_links(self, work: Work) -> tuple[int, int]:
        """Return how many units one link may use, and how many all links may use together."""
        extra = 1 + EXTRA * (work == "settles")
        return int(self.link * extra), int(min(2 * self.link * extra, self.units * LINKS_PART * extra))


def units_of(batch: Iterable[SealedDraft]) -> int:
    return sum(1 + event.size // UNIT_BYTES + isinstance(event.draft.act, STATING) for event in batch)


def spent_after(head: Head, batch: Sequence[SealedDraft], payer: Payer, limits: Limits) -> Spent:
    """Return the units of a game's head after a batch that follows `head`: those of `head`, and those of the batch. A record that was
    imported, or begun before units were counted, has at least one unit for each event. Raises OverBudget."""
    spent = units_of(batch)
    units, links = max(head.units, head.version) + spent, dict(head.links)
    work = work_of([event.draft.act for event in batch])
    if payer.link:
        name = payer.link if payer.link in links or len(links) < MOST_LINKS else OTHERS
        links[name] = links.get(name, 0) + spent
        if work != "confirms":
            one, every = limits.of_links(work)
            _keep("link", links[name], one, spent, work)
            _keep("links", sum(links.values()), every, spent, work)
    if work != "confirms" and not payer.directs:
        _keep("events", head.version + len(batch), int(MOST_IN_A_RECORD * PARTS[work]), len(batch), work)
        _keep("units", units, int(limits.units * PARTS[work]), spent, work)
    elif work != "confirms":
        _keep("units", units, limits.units, spent, work)
    return {"units": units, "links": tuple(links.items())}


def work_of(acts: Sequence[AnyAct]) -> Work:
    """Return which kind of limit counts for a batch: `confirms`, `settles` or `plays`. A withdrawal may come with one act that replaces the
    withdrawn one: the batch still counts as `settles`."""
    if all(isinstance(act, CONFIRMING) for act in acts):
        return "confirms"
    others = sum(not isinstance(act, SETTLING) for act in acts)
    return "settles" if others <= sum(isinstance(act, Retracted) for act in acts) else "plays"


def _keep(what: str, spent: int, most: int, added: int, work: Work) -> None:
    if spent > most:
        raise OverBudget(what, spent - added, most, settles=work == "settles")
