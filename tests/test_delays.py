"""A spectator who watches with a delay sees each version exactly as the record was at that version. This holds in every system.

tests/api/test_delay.py tests the same through the API, with a clock and a delay.
"""

from random import Random

from domain.kernel.events import Retracted
from domain.kernel.findings import Proof
from domain.record.chain import GENESIS, event_json, link
from domain.record.fold import Reading
from domain.system import System, Table
from service.caches.delays import Late
from tests.systems import LEADING
from tests.test_every_system import a_game, holds, next_event, seeds


def begun(reading: Reading) -> Late:
    return Late(reading.at(1), link(GENESIS, event_json(reading.events[0])), (), {})


def corrected(system: System[Table], seed: int) -> Reading:
    """Play a game in which some acts break the rules and some are withdrawn later, so that findings are raised and withdrawn."""
    dice, reading = Random(seed), a_game(system, seed, 12)
    for _ in range(6 if reading.version > 1 else 0):
        again = dice.choice(reading.events[1:]).act
        made = again if dice.random() < 0.6 and not isinstance(again, Retracted) else Retracted(dice.randint(2, reading.version))
        reading = reading.extended([next_event(reading, made, dice.choice([None, dice.randint(1, reading.version)]))])
    return reading


@holds(LEADING, seed=seeds)
def test_the_delayed_record_of_spectators_equals_the_record_at_each_version(system: System[Table], seed: int) -> None:
    reading = corrected(system, seed)
    late, hash_ = begun(reading), link(GENESIS, event_json(reading.events[0]))
    for event in reading.events[1:]:
        late, hash_ = late.with_event(event), link(hash_, event_json(event))
        then = reading.at(event.version)
        assert (late.reading.table, late.reading.findings, late.hash) == (then.table, then.findings, hash_)
        assert late.standing == {finding.proof: finding for finding in then.findings}
        assert Late.at_once(then) == late
        assert list(Late.at_once(then).standing) == list(late.standing)
    shown: dict[Proof, object] = {}
    for entry in late.entries:
        shown |= {entry.finding.proof: entry.finding if entry.kind == "raised" else None}
    assert {name: finding for name, finding in shown.items() if finding is not None} == late.standing
    assert [entry.n for entry in late.entries] == list(range(1, len(late.entries) + 1))
    assert [entry.through for entry in late.entries] == sorted(entry.through for entry in late.entries)
