"""Checks that nobody is accused because an entry was forgotten. Something is left out of the record of a legal game. The record must then
have no breach and no contradiction.

python -m bench.innocence [TRIALS] [--seed N] [--jobs N]       plays legal games, leaves entries out, and counts wrong accusations
python -m bench.innocence --show NAME                          prints one trial in words: the record before and after, and its findings

A *trial* is a legal game of any system and depth (bench/truthful.py), and its record after one *slip* (bench/forgetting.py). The record
before the slip must have no finding. If it has a finding, this is reported and the game does not count as a trial. The record is read at
each version, because even a finding that goes away later has accused somebody. A trial is *accused* if any finding was a breach or a
contradiction.

Instead of a breach, the record may have a question (a finding of the kind "query"). The record before the slip must have no question at
any version. A deal is *open* if it was over in the game, but is not over in the record after the slip. Deals that have no entry left do
not count. If a deal is open, the record should have a question about a deal that the slip changed. A record has *other points* if some
round has points that the game does not have there (the rounds are compared in order, without those that are missing in the record).

After the slip "nobody remembers", the cards that were forgotten are in the record again, as cards that nobody remembers. So the record must
have no question any more. Only a record of Box may still have a question, because in Box a card that nobody remembers may end the round
(docs/decisions/domain-asking.md).

The exit status is 1 if anybody was accused, if a record without a slip had a finding, or if a record still had a question after it was
answered."""

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from statistics import median
from typing import Final, NamedTuple

import click

from bench.forgetting import ANSWERED, Slipped, slipped
from bench.marred import names
from bench.spreading import each
from bench.truthful import Game, whole
from domain.kernel.cards import seat_called
from domain.kernel.events import Act
from domain.kernel.findings import Finding, read_aloud
from domain.record.fold import Reading, read
from domain.rounds import rounds_over
from domain.system import System, Table
from domain.words import sentence
from tests.domain.playing import events

TRIALS: Final = 10_000
ACCUSING: Final = ("breach", "contradiction")


class Trial(NamedTuple):
    """The result of one trial. A *slip* leaves acts out of the record, withdraws them or moves them. `flaws`: the ids of the findings of
    the record before the slip. `touched`: the types of the acts that the slip left out or moved. `accusing`: the rule of each wrong
    accusation. `queries`: the number of queries at the last version. `opens`: whether a deal that was over in the game is not over in the
    record. `asks`: whether a query is about a round that the slip changed. `other_points`: see the docstring of the module."""

    name: str
    family: str
    slip: str
    depth: str
    flaws: tuple[str, ...]
    touched: tuple[str, ...]
    accusing: tuple[str, ...]
    queries: int
    opens: bool
    asks: bool
    other_points: bool


# --- one trial ----------------------------------------------------------------------------------------------------------------------------


def game_of(name: str) -> tuple[Game, Slipped]:
    """Return the game with this name, and its record after the slip (acts were left out, withdrawn or moved)."""
    dice = Random(name)
    game = whole(name.split(maxsplit=1)[0], dice)
    return game, slipped(game, dice)


def ever(system: System[Table], acts: Iterable[Act | tuple[Act, int]]) -> tuple[Reading, dict[str, Finding]]:
    """Read the record event by event. Returns the folded record, and all findings that the record had at any version, by id. `acts`: pairs
    (act, version after which the act was inserted)."""
    record = events(acts)
    reading, found = read(system, record[:1]), dict[str, Finding]()
    for event in record[1:]:
        reading = reading.extended((event,))
        found.update((finding.id, finding) for finding in reading.findings)
    return reading, found


def tried(name: str) -> Trial:
    """Play the game with this name. Returns the trial of its record after the slip (acts were left out, withdrawn or moved)."""
    game, after = game_of(name)
    reading, found = ever(game.system, game.acts)
    flaws = [finding.id for finding in found.values() if finding.kind != "gap"]
    flaws += [finding.id for finding in reading.findings if finding.kind == "gap"]
    touched = tuple(sorted(type(game.acts[index]).__name__ for index in after.touched))
    depth = reading.system.outcome(reading.table).depth
    try:
        slip, said = ever(game.system, _acts(after))
    except Exception as error:  # any error of an engine counts as an accusation
        raised = (f"raised {type(error).__name__}",)
        return Trial(
            name, game.system.family, after.slip, depth, tuple(flaws), touched, raised, 0, opens=False, asks=False, other_points=False
        )
    queries = [finding for finding in slip.findings if str(finding.kind) == "query"]
    return Trial(
        name,
        game.system.family,
        after.slip,
        depth,
        tuple(flaws),
        touched,
        tuple(sorted(finding.rule for finding in said.values() if finding.kind in ACCUSING)),
        len(queries),
        stays_open(game, after, slip),
        any(rounds_of(game, after, query) & rounds_touched(game, after) for query in queries),
        has_other_points(reading, slip),
    )


def _acts(after: Slipped) -> list[Act | tuple[Act, int]]:
    return [entry.act if entry.after is None else (entry.act, entry.after) for entry in after.entries]


def rounds_touched(game: Game, after: Slipped) -> set[int]:
    return {game.rounds[index] for index in after.touched}


def rounds_of(game: Game, after: Slipped, finding: Finding) -> set[int]:
    """Return the rounds of the game that the query is about: the rounds of the entries that it cites. The round of the entry just before
    the last cited entry is included too, because an entry may be missing between this entry and the cited one."""
    came = [after.entries[version - 1].came for version in (*finding.versions, finding.versions[-1] - 1)]
    return {game.rounds[index] for index in came if index is not None}


def stays_open(game: Game, after: Slipped, slip: Reading) -> bool:
    """Whether fewer rounds are over in the record after the slip than in the game. False after the slip "nobody remembers", which answers
    every question. Rounds that have no entry left in the record do not count. A round whose points are not known yet counts as over."""
    if after.slip == ANSWERED:
        return False
    left = {game.rounds[index] for index in range(1, len(game.acts)) if index not in after.missing}
    vanished = rounds_touched(game, after) - left
    over = len(rounds_over(slip.table)) + len(slip.system.outcome(slip.table).open_deals)
    return over < game.over - len(vanished)


def has_other_points(whole_reading: Reading, slip: Reading) -> bool:
    """Whether some round of the record after the slip has points that the game does not have there. The rounds are compared in order.
    Rounds that are missing in the record do not matter."""
    true = iter([dict(closed.points) for closed in rounds_over(whole_reading.table)])
    return not all(dict(closed.points) in true for closed in rounds_over(slip.table))


# --- all trials ---------------------------------------------------------------------------------------------------------------------------


class Tally:
    """The trials so far. Each property gives the trials of one sort."""

    def __init__(self) -> None:
        self.trials: list[Trial] = []

    def add(self, trial: Trial) -> None:
        self.trials.append(trial)

    @property
    def accused(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.accusing]

    @property
    def flawed(self) -> list[Trial]:
        return [trial for trial in self.trials if trial.flaws]

    @property
    def unanswered(self) -> list[Trial]:
        """The trials with the slip "nobody remembers" whose record still has a question, although this slip answers every question. Trials
        of Box are left out."""
        return [trial for trial in self.trials if trial.slip == ANSWERED and trial.queries and trial.family != "box"]

    def table(self) -> str:
        rows: list[tuple[str, ...]] = [("", "trials", "accused", "", "stays open", "asks", "other points", "median queries")]
        rows += [("all", *_cells(self.trials))]
        for title, key in (("slip", "slip"), ("family", "family"), ("depth", "depth")):
            for value in sorted({getattr(trial, key) for trial in self.trials}):
                rows.append((f"{title}: {value}", *_cells([trial for trial in self.trials if getattr(trial, key) == value])))
        single = [trial for trial in self.trials if trial.slip == "one left out"]
        for value in sorted({trial.touched[0] for trial in single}):
            rows.append((f"left out: {value}", *_cells([trial for trial in single if trial.touched[0] == value])))
        lines = [f"{row[0]:34}" + "".join(f"{cell:>15}" for cell in row[1:]) for row in rows]
        return "\n".join([*lines, "", *self.by_rule(), "", self.total()])

    def by_rule(self) -> list[str]:
        """Return a line for each rule by which somebody was accused wrongly. The rule with the most accusations comes first."""
        found = Counter(rule for trial in self.trials for rule in trial.accusing)
        lines = [f"{'rule':34}{'findings':>15}{'trials':>15}   families"]
        for rule, number in sorted(found.items(), key=lambda item: (-item[1], item[0])):
            guilty = [trial for trial in self.trials if rule in trial.accusing]
            families = Counter(trial.family for trial in guilty)
            told = ", ".join(f"{family} {count}" for family, count in sorted(families.items()))
            lines.append(f"{rule:34}{number:>15,}{len(guilty):>15,}   {told}")
        return lines

    def total(self) -> str:
        number, wrong = len(self.trials), len(self.accused)
        asks = f"{len(self.unanswered):,} still asked what had been answered"
        return f"{number:,} trials: {wrong:,} accused somebody; {asks}; {len(self.flawed):,} whole records had a finding and are no trials"


def _cells(trials: Sequence[Trial]) -> tuple[str, ...]:
    """Return the cells of a row of the table."""
    accused, opens = sum(bool(trial.accusing) for trial in trials), [trial for trial in trials if trial.opens]
    asks = f"{sum(trial.asks for trial in opens) / len(opens):.1%}" if opens else "-"
    other, queries = sum(trial.other_points for trial in trials), median(trial.queries for trial in trials)
    return f"{len(trials):,}", f"{accused:,}", f"{accused / len(trials):.1%}", f"{len(opens):,}", asks, f"{other:,}", f"{queries:g}"


def show(name: str) -> None:
    """Print one trial in words."""
    game, after = game_of(name)
    print(f"{name}: {after.slip}\n\nthe game, recorded whole")
    for index, act in enumerate(game.acts):
        print(f"{'*' if index in after.touched else ' '}{index + 1:5}  round {game.rounds[index]:<3} {sentence(act, seat_called)}")
    _print_findings("of the whole record", game.system, game.acts)
    print("\nafter the slip")
    for version, entry in enumerate(after.entries, 1):
        place = "" if entry.after is None else f" (after {entry.after})"
        print(f"{version:6}  {'' if entry.came is None else f'was {entry.came + 1}':8} {sentence(entry.act, seat_called)}{place}")
    _print_findings("after the slip", game.system, _acts(after))


def _print_findings(whose: str, system: System[Table], acts: Iterable[Act | tuple[Act, int]]) -> None:
    print(f"\nfindings {whose}, at any version")
    for finding in ever(system, acts)[1].values():
        print(f"{finding.kind:13} {finding.id}: {read_aloud(finding.sentence, seat_called)}")


@click.command()
@click.argument("trials", default=TRIALS)
@click.option("--seed", default=1, show_default=True)
@click.option("--jobs", default=1, show_default=True, help="Processes.")
@click.option("--show", "shown", help="Print the trial with this name in words.")
def main(trials: int, seed: int, jobs: int, shown: str | None) -> None:
    """Leave something out of legal games, and count the wrong accusations."""
    if shown is not None:
        show(shown)
        return
    tally = Tally()
    for trial in each(tried, names(seed), jobs, trials, "innocence", lambda _: 1):
        tally.add(trial)
    for trial in tally.trials:
        unanswered = (f"{trial.queries} queries",) if trial in tally.unanswered else ()
        for what, rules in (("accused", trial.accusing), ("whole record", trial.flaws), ("still asks", unanswered)):
            if rules:
                told = ", ".join(f"{rule} {number}" for rule, number in Counter(rules).items())
                print(f"{trial.name}: {trial.slip} ({', '.join(trial.touched)}): {what}: {told}")
    print(tally.table() if tally.trials else "no trials")
    sys.exit(bool(tally.accused or tally.flawed or tally.unanswered))


if __name__ == "__main__":
    main()
