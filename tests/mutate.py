"""Puts deliberate faults into the rules, and shows which rows of the test tables catch them.

    python -m tests.mutate [WORD]      WORD: only the tables whose path contains it

For each fault, one line is replaced in a copy of the domain, and the test table that should catch the fault runs against the copy. If no
row catches a fault, the table has a gap, and the exit status is 1. This is not part of `make test`: it tests the tests, not the code.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent

HIGH_CARD: Final = "domain/systems/high_card/"
LOW_CARD: Final = "domain/systems/high_card_low_card/"
ONE_UP: Final = "domain/systems/one_up/"
BOX: Final = "domain/systems/box/"
PITCH: Final = "domain/systems/pitch/"
SPADES: Final = "domain/systems/spades/"
WHIST: Final = "domain/systems/bid_whist/"
TRICKS: Final = "domain/tricks/"
HI_LO: Final = "domain/systems/hi_lo/"
RUNS: Final = PITCH + "breaches/runs.py"
PROOFS: Final = "domain/proofs/feasible.py"
LIFE: Final = "domain/record/life.py"
RECORD: Final = "domain/record/fold.py"
EVIDENCE: Final = "domain/record/evidence.py"
DIFFERENCES: Final = "domain/record/differences.py"
PLACES: Final = "domain/record/places.py"
KEYSTROKES: Final = "domain/record/keystrokes.py"
TOURNAMENT: Final = "domain/tournament/"
SEASON: Final = "domain/season/"
TIEBREAKS: Final = "domain/tournament/tiebreaks/"
SCHEDULED: Final = "domain/scheduled.py"
ATTESTING: Final = "domain/record/attesting.py"
ASKING: Final = "domain/record/asking.py"
TAKEN: Final = "domain/record/open_deals.py"
STATED: Final = "domain/stated.py"
OPEN_DEALS: Final = "domain/record/open_deals.py"
FAULTS: Final[dict[str, list[tuple[str, str, str]]]] = {
    "tests/domain/test_sentences.py": [
        (TRICKS + "proofs.py", "these entries contradict each other", "these events contradict each other"),
        ("domain/record/judging.py", "Is an entry missing here, or in the wrong order?", "Is an entry missing?"),
    ],
    "tests/domain/pitch/test_auction.py": [
        (
            TRICKS + "breaches.py",
            'if act.reason == "wrong_number" and rightly_dealt(deal, due, aside):',
            "if rightly_dealt(deal, due, aside):",
        ),
        (TRICKS + "hands.py", "right = (kitty is not None or not aside[0]) and len(kitty or ()) == aside[0] and", "right ="),
        (PITCH + "breaches/check.py", "seat not in deal.unsure and len({*act.cards}) != number:", "len({*act.cards}) > number:"),
        (PITCH + "breaches/check.py", "kept = sorted(card for card in deal.hand(seat) if not", "kept = sorted(card for card in () if not"),
    ],
    "tests/domain/pitch/test_throwing.py": [
        (PITCH + "breaches/play.py", "None if seat in deal.out - deal.silent else holding_trumps(table, deal, seat)", "None"),
        (PITCH + "breaches/throwing.py", "kept = max(kept, min(threw.left, table.rules.play_hand))", "pass"),
        (
            PITCH + "breaches/throwing.py",
            "len(threw.named & trumps) - len(seen.intersection(trumps, deal.gone))",
            "len(threw.named & trumps)",
        ),
        (PITCH + "breaches/runs.py", "if deal.throws and holding_trumps(", "if False and holding_trumps("),
        (PITCH + "play/calls.py", "return deal.counts[seat] > came - shown or not deal", "return not deal"),
    ],
    "tests/domain/spades/test_play.py": [
        (SPADES + "play.py", "(before.plays and before.led != TRUMP)", "(before.plays and before.led == TRUMP)"),
        (SPADES + "play.py", "opened=deal.opened - {seat}", "opened=deal.opened"),
        (SPADES + "play.py", ", exposed=True)", ")"),
        (SPADES + "play.py", 'if deal.phase == "auction" and not unbid(table, deal)', 'if deal.phase == "auction"'),
        (SPADES + "table.py", "_WAYS[barred or (not broken and", "_WAYS[barred or (broken and"),
        (SPADES + "table.py", "bool(deal.plays) and deal.plays[0].card == HIGH_JOKER", "bool(deal.plays)"),
        (SPADES + "table.py", "number = min(scoring.RENEGE, after[loser])", "number = 0"),
        (SPADES + "breaches.py", "forced is not None and card not in deal.gone", "False"),
        (SPADES + "breaches.py", "other in due and due_before(deal, other).isdisjoint(held)", "False"),
        (SPADES + "breaches.py", "and seat != deal.turn and not deal.for_clubs", "and seat != deal.turn"),
        (SPADES + "table.py", "return self.low_club and not self.tricks", "return self.low_club"),
        (SPADES + "table.py", "return CLUBS if self.for_clubs else super().led", "return super().led"),
        (SPADES + "table.py", "else deal.for_clubs and suit == CLUBS", "else False"),
        (SPADES + "table.py", "deal.pack.rank[other] < deal.pack.rank[card]", "deal.pack.rank[other] > deal.pack.rank[card]"),
        (SPADES + "play.py", "if not deal.for_clubs:", "if True:"),
        (SPADES + "prompts.py", "    wrong.update(kept_back(deal, seat))", "    pass"),
        (SPADES + "proofs.py", "return card not in self.kept_back.get(seat, ())", "return True"),
        (SPADES + "proofs.py", "or table.deal.for_clubs else", "else"),
        (SPADES + "proofs.py", "return [(card, play.version) for card, play in kept_back(deal, seat).items()]", "return []"),
        (SPADES + "breaches.py", "bidder(table, (turn,), seat) is None:", "bidder(table, (turn,), seat) is not None:"),
        (SPADES + "ruleset.py", 'if rules.joker_rule == "first_played_wins"', "if False"),
    ],
    "tests/domain/spades/test_scoring.py": [
        (SPADES + "scoring.py", "if tricks < bid:", "if tricks <= bid:"),
        (SPADES + "scoring.py", "rules.ten_bid if bid == TEN else 0", "rules.ten_bid"),
        (SPADES + "scoring.py", "rules.boston_bid if bid == rules.hand else", "rules.boston_bid if False else"),
        (SPADES + "scoring.py", "if rules.boston and total == rules.hand:", "if rules.boston:"),
        (SPADES + "scoring.py", "worth = max(worth, rules.boston)", "worth = rules.boston"),
        (SPADES + "scoring.py", 'apart if rules.nil_tricks == "counted" else 0', "0"),
        (SPADES + "scoring.py", 'and r.nil_tricks != "counted"', ""),
        (SPADES + "scoring.py", "return (boston,)", "pass"),
        (SPADES + "viewing.py", "all(summary.tricks for summary in table.dealt) and", ""),
        (SPADES + "viewing.py", "ledger.numbers.get(MISSING) or", ""),
        (SPADES + "viewing.py", " or any(ledger.brought.values())", ""),
        (SPADES + "scoring.py", 'apart if rules.nil_tricks == "bags" else 0', "apart"),
        (SPADES + "scoring.py", "if len(lost) == 1:", "if False:"),
        (SPADES + "scoring.py", "worst <= rules.floor", "worst < rules.floor"),
        (SPADES + "scoring.py", "after = bags + new + unscored", "after = new + unscored"),
        (SPADES + "scoring.py", "* (-1 if call.tricks else 1)", "* 1"),
        (SPADES + "scoring.py", "and len(leaders) == 1 else", "else"),
        (SPADES + "scoring.py", "return (bags + points) % 10", "return points % 10"),
    ],
    "tests/domain/spades/test_rules.py": [
        (SPADES + "viewing.py", 'or (table.rules.bags == "counted" and _every_bag(table))', ""),
        (SPADES + "statements.py", "if table.rules.sets else ():", "if False else ():"),
    ],
    "tests/domain/spades/test_variants.py": [
        (SPADES + "options.py", "former.get(field, value) != value", "False"),
        (SPADES + "ruleset.py", 'r.team_bid != "one" or not r.nil', "True"),
    ],
    "tests/domain/spades/test_statements.py": [
        (SPADES + "stated.py", "side == other and number != another for", "False for"),
        (SPADES + "table.py", "not any(scoring.is_nil(table.rules, amount) for amount in said)", "True"),
        (SPADES + "prompts.py", "if not too_low(table, {**deal.bids, seat: bid}, seat)", "if True"),
        (SPADES + "statements.py", "closed is not None and closed.ruled is None", "closed is not None"),
        (SPADES + "statements.py", "lambda table, _: not table.rules.totals_decide", "lambda table, _: False"),
        (SPADES + "ruleset.py", "return not (self.sets or self.boston_wins)", "return not self.sets"),
        (SCHEDULED, "if plays_off or not", "if not"),
        (SPADES + "viewing.py", "totals.count(max(totals)) > 1", "True"),
        (SPADES + "table.py", "(number or table.ledger.round) == 1", "True"),
        (SPADES + "table.py", " and not table.ledger.late", ""),
        (SPADES + "table.py", "and not deal.reneged and not bids_itself(table)", "and not deal.reneged"),
        (SPADES + "statements.py", "if not bids_itself(table, act.round) else ():", "if True else ():"),
        (SPADES + "stated.py", "if bids and bids_itself(table, act.round):", "if False:"),
        (SPADES + "stated.py", "then = table if act.round == number else", "then = table if True else"),
        (SPADES + "play.py", "if bids_itself(table) else replace(deal", "if False else replace(deal"),
        (SPADES + "table.py", "behind >= table.rules.blind_behind", "behind > table.rules.blind_behind"),
        (SPADES + "table.py", "unknown = ledger.open_rounds or ledger.numbers.get(MISSING)", "unknown = None"),
        (SPADES + "stated.py", "[seat for seat in act.blind or () if seat not in table.deal.bids]", "act.blind or ()"),
        (SPADES + "prompts.py", "and may_bid_blind(table, seat)", ""),
        (SPADES + "breaches.py", "blind=True) and deal is table.deal:", "blind=True):"),
        (SPADES + "statements.py", "after_reneges(sides, summary.reneged).items()", "sides.items()"),
        (SPADES + "statements.py", "            if number == table.rules.hand:", "            if number:"),
        (SPADES + "table.py", "if len(missing) == 1:", "if len(missing) == 9:"),
        (SPADES + "table.py", "if all(other in tricks_of for other in mine) else None", "if seat in tricks_of else None"),
        (SPADES + "stated.py", "or (total < rules.hand and", "or (False and"),
        (SPADES + "statements.py", "bidder(table, bids, seat) is None:", "True:"),
        (SPADES + "table.py", "if table.account[other] == table.account[seat]), None)", "if other == seat), None)"),
        (SPADES + "statements.py", "deal, deal.stated if tricks is None else tricks, version", "deal, deal.stated, version"),
        (SPADES + "statements.py", "totals[side] % 10", "0"),
    ],
    "tests/domain/tricks/test_runs.py": [
        (SPADES + "proofs.py", "elif led is None:", "else:"),
        (SPADES + "proofs.py", "self.opened, self.exposed = self.opened - {seat}, True", "pass"),
        (TRICKS + "runs.py", "or self.whose.get(card, seat) != seat", ""),
        (TRICKS + "runs.py", "if suits and suit != led:", "if False:"),
        (TRICKS + "runs.py", "(card not in hand and len(hand) == self.counts[seat]) or", ""),
        (TRICKS + "runs.py", "if not self.fits(table, self.last):", "if False:"),
        (WHIST + "proofs.py", "len(plays) == len(self.table.ring) and ", ""),
        ("domain/record/steps.py", "elif last.doubts.unscored and", "elif False and"),
    ],
    "tests/domain/test_scheduled.py": [
        (SCHEDULED, 'if outcome.state != "open" or outcome.running', 'if outcome.state != "open"'),
        (SCHEDULED, "rung = table.rung or isinstance", "rung = isinstance"),
        (SCHEDULED, "outcome.deals >= self.place.hands", "outcome.deals > self.place.hands"),
        (SCHEDULED, "return rung and (outcome.deals > 0 or", "return rung and (True or"),
        (SCHEDULED, ' or outcome.depth == "totals")', ")"),
        (SCHEDULED, "table.over is not None and not isinstance(act, RulingRecorded)", "False"),
        (SCHEDULED, "if seat not in outcome.out]", "]"),
        ("domain/ledger.py", "_NOT_COUNTED: Final = (MISSING, REPLAYED, OPEN)", "_NOT_COUNTED: Final = (MISSING, OPEN)"),
    ],
    "tests/domain/test_late_statements.py": [
        ("domain/ledger.py", "if played is None or not played.held:", "if True:"),
        ("domain/ledger.py", "whole = held >= players", "whole = False"),
        ("domain/ledger.py", "last is not None and seat in self._players(last.number) - last.held", "True"),
        ("domain/ledger.py", "held = before | (seats & players)", "held = before | seats"),
        ("domain/ledger.py", "over if reason == OPEN else over.with_stated", "over.with_stated"),
        ("domain/ledger.py", "complete=self.complete + len(covered)", "complete=self.complete"),
        ("domain/rounds.py", 'self.state(table) == "finished" and _explains(table.ledger, act)', "False"),
        (TRICKS + "deal.py", "return played is None or played.reason == MISSING", "return False"),
        (TRICKS + "deal.py", 'return after.deal.phase != "score"', "return False"),
        ("domain/ledger.py", "        if held:\n            over", "        if False:\n            over"),
        ("domain/rounds.py", "if ledger.is_held(number) or", "if False and"),
        (
            SPADES + "statements.py",
            "before = table.bags if deal.bags is None else deal.bags\n    scores",
            "before = table.bags\n    scores",
        ),
    ],
    "tests/domain/test_judging.py": [
        ("domain/record/judging.py", "    _drop_scored(system, before.table, event, doubting)\n", ""),
    ],
    "tests/domain/test_attesting.py": [
        (ATTESTING, " and suspicion.versions[-1] < version]", "]"),
        (ATTESTING, '"gap" if when_proved(suspicion.rule) == "HOLE" else suspicion.kind', "suspicion.kind"),
        (ATTESTING, "if first in NAMES", "if False"),
        ("domain/record/judging.py", "        doubting.drop(key, sure)\n", "        pass\n"),
        ("domain/kernel/findings.py", "self.versions[-2 if self.source.endswith(STATED) else -1]", "self.versions[-1]"),
    ],
    "tests/domain/test_linear.py": [
        (
            TRICKS + "moves.py",
            "return self._shared.moves[places[end - 1]].version if end else None",
            "return max([each.version for each in self if each.seat == seat and card in each.cards], default=None)",
        ),
    ],
    "tests/domain/test_asking.py": [
        (ASKING, "self._to_query(finding) if asked else ()", "self._to_query(finding)"),
        (ASKING, "max(self.places[version] for version in finding.versions)", "self.places[finding.versions[-1]]"),
        (ASKING, "return finding.suspects or (finding.versions[::-1]", "return (finding.versions[::-1]"),
        (ASKING, "(finding.versions[::-1] if rests_on_cards(finding.rule) else ())", "()"),
        (ASKING, "if before.before is not None and not isinstance(before.event.act, _NO_PLAY):", "if True:"),
        (ASKING, "pairwise(self.steps[place - 1 : place + 2])", "pairwise(self.steps[place - 1 : place + 1])"),
        (ASKING, "return self.first.get(step.event.version, step.event.version)", "return step.event.version"),
        (ASKING, "or _in_clear(other.event) is None", ""),
        (ASKING, "return then < now and", "return"),
        (ASKING, "self._after(former), event.at, event.offset)", "self._after(former))"),
    ],
    "tests/domain/test_taken.py": [
        (TAKEN, "result.decided and result.state", "result.state"),
        (TAKEN, "result.confirmed is not None or not (asks", "not (asks"),
        (OPEN_DEALS, "act.won == tuple(sorted(result.winners)) and", ""),
    ],
    "tests/domain/test_stated.py": [
        (SPADES + "possible.py", "if rules.first_bids_itself:", "if False:"),
        (SPADES + "possible.py", 'bids if rules.team_bid == "one" else', "bids if False else"),
        (SPADES + "possible.py", "if over else (penalties,)", "if False else (penalties,)"),
        (SPADES + "possible.py", "and not _together(by_tricks, points, rules.hand)", "and False"),
        (WHIST + "possible.py", "or not any(stated)", ""),
        (WHIST + "possible.py", "pairs.isdisjoint(", "pairs.issuperset("),
        (WHIST + "possible.py", "(*stated[::-1],)", "(*stated,)"),
        (WHIST + "possible.py", ".get(rules.kitty_is_book, (False, True))", ".get(rules.kitty_is_book, (False,))"),
        (WHIST + "possible.py", "decided(rules, totals, makers)", "decided(rules, totals, None)"),
        (WHIST + "closing.py", "score >= table.rules.target,", "False,"),
        (STATED, "or ledger.last_ruling is not None", ""),
        (STATED, "if won and wrong:", "if wrong:"),
        (STATED, "and not trailing(scores[seat])", ""),
        (STATED, "if behind and not ledger.conceded:", "if behind:"),
        (PITCH + "scoring/scores.py", "makers, gained = 2 if", "makers, gained = 1 if"),
        (PITCH + "scoring/winning.py", "or is_there(rules, score)", ""),
        (PITCH + "scoring/winning.py", "if is_there(rules, totals[best[0]]) else ()", ""),
        (LOW_CARD + "table.py", "if len(lost) == 1:", "if len(lost) == 9:"),
        (LOW_CARD + "table.py", "if table.rules.floor_zero:", "if False:"),
    ],
    "tests/domain/test_open_deals.py": [
        (OPEN_DEALS, "deal.key[0] < over and _asks(", "_asks("),
        (OPEN_DEALS, "finding.id not in ruled and viewer.may_see(finding)", "finding.id not in ruled"),
        (OPEN_DEALS, "finding.id not in ruled and viewer.may_see(finding)", "viewer.may_see(finding)"),
        (OPEN_DEALS, "case _ if step.event.version in doubted:", "case _ if step.event.version in ():"),
        (OPEN_DEALS, "number >= below and", ""),
        (OPEN_DEALS, " | TricksStated(number)", ""),
    ],
    "tests/domain/test_high_card.py": [
        (HIGH_CARD + "table.py", "(low < rank < high if", "(low < rank <= high if"),
        (HIGH_CARD + "table.py", "return stock >= active + due", "return stock > active + due"),
        (
            HIGH_CARD + "table.py",
            "order = (*order[1:], order[0]) if rules.exclude_last_leader else order",
            "order = (*order[1:], order[0])",
        ),
        (HIGH_CARD + "table.py", "due=table.due | scorers,", "due=table.due,"),
        (HIGH_CARD + "table.py", "scores.get(seat, 0) >= target", "scores.get(seat, 0) > target"),
        (HIGH_CARD + "play.py", "(active.index(last) + 1) % len(active)", "active.index(last) % len(active)"),
        (HIGH_CARD + "table.py", "opener = clockwise(table.ring, opener)[1]", "opener = clockwise(table.ring, opener)[0]"),
        (HIGH_CARD + "table.py", "default=0) >= table.rules.target:", "default=0) > table.rules.target:"),
        (HIGH_CARD + "table.py", "if table.leavers or table.contenders or len(ring) < 2:", "if table.contenders or len(ring) < 2:"),
        (HIGH_CARD + "play.py", "aside=table.aside + kept)", "aside=table.aside)"),
        (HIGH_CARD + "play.py", "return table  # HC-14: a player's first call counts", "pass"),
        (HIGH_CARD + "play.py", "due = frozenset[Seat]() if table.hand_no == 1 else table.due", "due = table.due"),
        (HIGH_CARD + "breaches.py", "elif table.turn is not None and table.turn != seat:", "elif False:"),
        (HIGH_CARD + "breaches.py", "if sighting is not None and (sighting.played or sighting.seat != seat):", "if sighting is None:"),
        (
            HIGH_CARD + "__init__.py",
            "viewer.owns(seat) or was_shown(event, table.placed.get(seat), table.opened)",
            "viewer.owns(seat)",
        ),
    ],
    "tests/domain/test_high_card_low_card.py": [
        (LOW_CARD + "table.py", "worth = {single[0]: 3}", "worth = {single[0]: 2}"),
        (LOW_CARD + "table.py", "worth[max(single)], worth[min(single)] = 2, 1", "worth[max(single)], worth[min(single)] = 1, 2"),
        (LOW_CARD + "table.py", "worth.get(value, -1)", "worth.get(value, 0)"),
        (LOW_CARD + "table.py", "return top if len(top) == 1 or", "return top if len(top) >= 1 or"),
        (LOW_CARD + "play.py", "floor=0 if rules.floor_zero else None", "floor=None"),
        (LOW_CARD + "__init__.py", "CardSelected(seat) if viewer.owns(seat) or was_shown", "CardSelected(seat) if was_shown"),
    ],
    "tests/domain/test_one_up.py": [
        (ONE_UP + "table.py", '"low": _ranks(1)', '"low": _ranks(14)'),
        (ONE_UP + "table.py", "return None, dict.fromkeys(cards, 1)", "return None, dict.fromkeys(cards, 0)"),
        (ONE_UP + "__init__.py", "if len(sizes) > 1 or sizes == {0}:", "if sizes == {0}:"),
        (ONE_UP + "play.py", "if table.rules.sudden_death and len(top) > 1:", "if len(top) > 1:"),
        (ONE_UP + "__init__.py", "if not remembers and (table.closed", "if remembers and (table.closed"),
        (ONE_UP + "__init__.py", " or (isinstance(event.act, _CARDS) and not table.recent >> version & 1)):", "):"),
        (ONE_UP + "play.py", "hands[seat] ^= BIT_OF[card]", "pass"),
    ],
    "tests/domain/test_hi_lo.py": [
        (HI_LO + "rules.py", "return units * 2", "return units"),
        (HI_LO + "rules.py", 'if gamble in ("higher", "lower") and card[0] == base[0]:', "if card[0] == base[0]:"),
        (HI_LO + "play.py", "-(1 + run.right)", "-run.right"),
        (HI_LO + "play.py", "run.taken + units - run.stake", "units - run.stake"),
        (HI_LO + "play.py", "elif card not in JOKERS:", "else:"),
        (HI_LO + "table.py", "most is not None and table.run.right >= most", "most is not None and table.run.right > most"),
        (HI_LO + "play.py", "last=last, seen={})", "last=last)"),
        (HI_LO + "__init__.py", "table.opened >> event.version & 1", "True"),
    ],
    "tests/domain/test_evidence.py": [
        (EVIDENCE, "lying.clear()", "pass"),
        (EVIDENCE, 'if level == "observed" and down is not None:', "if False:"),
        (EVIDENCE, "down = lying.get(seat)", "down = min(lying.values(), default=None)"),
        (EVIDENCE, '"unknown" if value is None else "stated"', '"stated"'),
        (EVIDENCE, "for step in reversed(reading.steps):", "for step in reading.steps:"),
        (EVIDENCE, "if closed.ruled is not None:", "if False:"),
        (EVIDENCE, 'if closed.reason == "stated" else', "if False else"),
        (EVIDENCE, "if confirmed is not None:", "if False:"),
        (EVIDENCE, '"director" if rulings else "stated"', '"stated"'),
        (EVIDENCE, "for event in rulings or moved)", "for event in moved)"),
        (EVIDENCE, "_counting(reading, place) != _counting(reading, place - 1)", "True"),
        (EVIDENCE, '.depth == "nothing" else "observed"', '.depth == "cards" else "observed"'),
    ],
    "tests/domain/test_differences.py": [
        (DIFFERENCES, "elif places[event.version] not in resting:", "elif event.after is not None:"),
        (DIFFERENCES, "pile = bisect_left(tops, place)", "pile = len(tops)"),
        (DIFFERENCES, "if pile == wanted:", "if pile >= 0:"),
        (DIFFERENCES, "if not isinstance(event.act, Retracted)", "if True"),
        (DIFFERENCES, "if old.get(proof) != finding)", "if proof not in old)"),
        (DIFFERENCES, "if _points(change.before) != _points(change.after))", ")"),
    ],
    "tests/domain/test_life.py": [
        (LIFE, "return all(self.answers.values())", "return any(self.answers.values())"),
        (LIFE, "in corrections(confirmed.version)", "in corrections(0)"),
        (LIFE, "each.reaches <= confirmed.through", "True"),
        (LIFE, "each.reaches <= confirmed.through", "each.reaches < confirmed.through"),
        (
            LIFE,
            "return Result(state, confirmed.totals, confirmed.winners, True,",
            "return Result(state, outcome.scores, outcome.winners, True,",
        ),
        (LIFE, "line = max(life.finalised if state", "line = max(0 if state"),
        (LIFE, "min(act.through, version - 1)", "act.through"),
        (LIFE, 'return outcome.state == "finished" and (confirmed.totals', "return (confirmed.totals"),
        (LIFE, "(confirmed.totals, confirmed.winners) == (dict(outcome.scores), tuple(sorted(outcome.winners)))", "True"),
        (LIFE, 'if life.finalised and settled != "open" else settled', "if life.finalised else settled"),
        (LIFE, 'life.time_called is not None and outcome.state == "open"', "life.time_called is not None"),
        (LIFE, "if (other.act.totals, other.act.won) == (act.totals, act.won)]", "]"),
        (LIFE, "if known.get(other.act.through) != other.act.hash]", "]"),
        (LIFE, "version, act, _ = max(life.confirmations)", "version, act, _ = min(life.confirmations)"),
        (RECORD, 'if ruling.rectification != "stand"', "if True"),
        (RECORD, "if event.version not in gone and (reached", "if (reached"),
        ("domain/record/sittings.py", "elif isinstance(act, PlayerSubstituted):", "elif False:"),
    ],
    "tests/domain/test_ledger.py": [
        ("domain/ledger.py", "max(self.floor, score) for seat", "score for seat"),
        ("domain/ledger.py", " or any(since > number for since in self.since.values())", ""),
        ("domain/ledger.py", "self._tallied(self.closed.without_last(), last, None)", "replace(self, closed=self.closed.without_last())"),
    ],
    "tests/domain/test_vector.py": [
        ("domain/kernel/vector.py", "if len(rest) == CHUNK else", "if len(rest) > CHUNK else"),
        ("domain/kernel/vector.py", "self[shared * CHUNK : len(start)] != start._rest", "False"),
    ],
    "tests/domain/test_keystrokes.py": [
        (KEYSTROKES, "self._spend(len(self._steps) - rest)", "self._spend(len(self._steps) - rest - 1)"),
        ("domain/record/steps.py", "if step.event is not event)", "if step.event.act != event.act)"),
        (RECORD, "bisect_left(self.noted, kept)", "bisect_left(self.noted, kept + 1)"),
        (RECORD, "return len(standing) - same_events(self.steps, standing)", "return len(standing)"),
        (PLACES, "(now is not None) - (was is not None)", "now is not None"),
        (PLACES, "node += node & -node", "node += 1"),
        (PLACES, "version, more = act.target, -more", "version, more = act.target, more"),
        (PLACES, "if bool(former) == bool(former + more):", "if False:"),
        (PLACES, "in reversed(chain) if not", "in chain if not"),
        (PLACES, "            return first\n", "            return event.version\n"),
        (KEYSTROKES, "if former is not None and all(_is_aside", "if False and all(_is_aside"),
        (KEYSTROKES, "step.event.act.__class__ in _ASIDE and not told", "not told"),
        (KEYSTROKES, "if not any(other < ground for other in grounds)", "if True"),
        (KEYSTROKES, "occurrences[-1][2]) for", "occurrences[0][2]) for"),
        (KEYSTROKES, "if not seen.get(finding.id))", ")"),
        (KEYSTROKES, "key=lambda each: each.reaches)[:1]", "key=lambda each: -each.reaches)[:1]"),
        (KEYSTROKES, "(*ids, *changed)))", "ids))"),
        (KEYSTROKES, "(*ids, *changed)))", "changed))"),
    ],
    "tests/domain/test_keystrokes_confirmed.py": [
        (KEYSTROKES, "if not self._places.is_withdrawn(each.version)]", "]"),
        (KEYSTROKES, "self._proved.whole = {finding.id for finding in now}", "pass"),
        (KEYSTROKES, "ids |= {finding.id for finding in confirmed} ^ self._proved.whole", "pass"),
    ],
    "tests/domain/test_rulings.py": [
        ("domain/rounds.py", "return table if adopted is None", "return table if adopted"),
        ("domain/rounds.py", "return None if act.points else table  # a penalty without points is only a warning", "return None"),
        ("domain/rounds.py", "if not 1 <= number < ledger.round:", "if not 1 <= number <= ledger.round:"),
        ("domain/rounds.py", "last = closed is ledger.closed[-1] and self.between(table)", "last = closed is ledger.closed[-1]"),
        ("domain/rounds.py", "return self.finished(now, table.winners) if stated else decided", "return decided"),
        ("domain/rounds.py", "return self.closed(table, points, RULED, version)", "return self.voided(table)"),
        ("domain/rounds.py", "return None if self.between(table) else self.voided(table)", "return self.voided(table)"),
        ("domain/ledger.py", "if number >= since:", "if True:"),
        ("domain/ledger.py", "total = total if self.floor is None else max(self.floor, total)", "pass"),
        (
            "domain/stated.py",
            "versions = (known.version, known.ruled or known.version, event.version)",
            "versions = (known.version, event.version)",
        ),
        ("domain/record/rulings.py", "first.get(former, event.version)", "former"),
        (
            "domain/record/rulings.py",
            "return {first[version]: version for version in sorted(first)",
            "return {version: version for version in sorted(first)",
        ),
        ("domain/record/rulings.py", "current.append(events[last[version]])", "current.append(event)"),
        ("domain/record/rulings.py", "rests_on=frozenset(seats))", "rests_on=frozenset())"),
        ("domain/kernel/closing.py", "if known is None:", "if known is None or known[1]:"),
        ("domain/record/settled.py", "elif current != former:", "elif False:"),
        (HIGH_CARD + "play.py", "due=(table.due | given) - taken,", "due=table.due,"),
        (HIGH_CARD + "play.py", "uncounted=table.uncounted | given | taken)", "uncounted=table.uncounted)"),
        (HIGH_CARD + "play.py", "return _reopened(now) if table.phase", "return now if table.phase"),
        (ONE_UP + "play.py", "hands[seat] |= BIT_OF[card]", "pass"),
        (ONE_UP + "play.py", "if table.deciders or closed.reason == REPLAYED:", "if table.deciders:"),
        (BOX + "play.py", "if start is None or not closed.number == start.ledger.round == table.ledger.round:", "if start is None:"),
    ],
    "tests/domain/test_findings.py": [
        ("domain/kernel/findings.py", "and len(first) < MOST_MADE and", "and"),
        ("domain/kernel/findings.py", "any(other < proof.rests_on for", "any(other <= proof.rests_on for"),
        ("domain/kernel/findings.py", "return Proof(self.id, self.rests_on)", "return Proof(self.id, frozenset())"),
        ("domain/kernel/findings.py", "return len(self.rests_on), sorted(self.rests_on)", "return 0, sorted(self.rests_on)"),
        ("domain/kernel/viewers.py", "for finding in filter(self.may_see, findings):", "for finding in findings:"),
        ("domain/kernel/viewers.py", "finding.closeness <= known.closeness", "finding.closeness > known.closeness"),
        ("domain/kernel/viewers.py", "known |= {finding.id for finding in fresh}", "pass"),
        (DIFFERENCES, "replace(finding, rests_on=frozenset())", "finding"),
    ],
    "tests/domain/test_proofs.py": [
        (PROOFS, "return _overfull(kinds, places, most) or _underfull(kinds, places, least)", "return _overfull(kinds, places, most)"),
        (PROOFS, "return [fact for fact in facts if all(version in versions", "return [fact for fact in facts if any(version in versions"),
        (PROOFS, "        if card in bars.get(place, ()):", "        if False:"),
        (PROOFS, "if other not in asked and amounts.get(way):", "if False:"),
    ],
    "tests/domain/pitch/test_no_such_deal.py": [
        (PITCH + "proofs.py", "number, why = 1, (last.version,)", "number, why = 0, ()"),
        (PITCH + "proofs.py", "number = deal.counts[seat] - (came - shown)", "number = deal.counts[seat] - came"),
        (PITCH + "proofs.py", "too_many, trumps = left - table.rules.play_hand + 1,", "too_many, trumps = 99,"),
        (PITCH + "proofs.py", "too_many = left + move.number - table.rules.play_hand", "too_many = 99"),
        (TRICKS + "whereabouts.py", "yield Bars(place, trumps, (version, *proof))", "yield from ()"),
        (TRICKS + "whereabouts.py", "yield Bars(STOCK, frozenset(deal.pack.trumps), looked)", "yield from ()"),
        (TRICKS + "proofs.py", "if any(seats.issubset(owners) for seats in proved) or", "if"),
        (TRICKS + "proofs.py", "if jammed(before, owners, facts) is None:", "if True:"),
        (TRICKS + "narrow.py", "return self.away & ~self.own.get(seat, 0)", "return 0"),
        (TRICKS + "narrow.py", "self.outside(seat) | self.due if seat in self.played else", ""),
    ],
    "tests/domain/pitch/test_narrow.py": [
        (PITCH + "proofs.py", "must_hold(table, deal, seat, sure=sure)[0] - held", "-held"),
        (TRICKS + "narrow.py", "mask = int(pile.plain) |", "mask ="),
        (TRICKS + "narrow.py", "left[bit] = number", "pass"),
        (TRICKS + "deal.py", "return not {self.whose.get(card, seat) for card in cards} <= {seat}", "return False"),
    ],
    "tests/domain/pitch/test_every_hand_known.py": [
        (PITCH + "proofs.py", "any(due(seat) > 0 for seat in table.ring)", "False"),
        (TRICKS + "runs.py", "(card not in hand and len(hand) == self.counts[seat])", "False"),
        (RUNS, "(first and self.counts[seat] > rules.play_hand) or", ""),
        (RUNS, "else called in hand and card != called", "else False"),
        (TRICKS + "runs.py", "(seat in self.voids and suit in self.voids[seat])", "False"),
        (RUNS, "            return shown < came\n", "            return True\n"),
        (RUNS, " and not none_left", ""),
        (TRICKS + "runs.py", "or deal.torn or", "or"),
        (TRICKS + "runs.py", ' or deal.phase != "play"', ""),
        (TRICKS + "runs.py", "if not self.fits(table, self.last):", "if False:"),
    ],
    "tests/domain/pitch/test_runs.py": [
        (RUNS, "self._may_be_out(missed) if leaves else", "True if leaves else"),
        (RUNS, "else self.table.deal.unsure.issuperset(missed)", "else True"),
        (RUNS, "self.silent.union(missed)\n        else:", "self.silent\n        else:"),
        (RUNS, "self.counts = {**self.counts, **dict.fromkeys(missed, 0)}", "pass"),
        (RUNS, "        self.tricks.pop()\n", ""),
        (RUNS, "            self.pack = self.table.deal.pack\n", "            pass\n"),
        (RUNS, "            self.partner = seat", "            pass"),
        (RUNS, "not self._may_be_out((seat,)) or", ""),
        (RUNS, "or (opens and rules.out_leader ==", "or (False and rules.out_leader =="),
        (RUNS, "(opens and len(self.waiting) == 1) or", ""),
        (RUNS, "(came, shown + 1)", "(came, shown)"),
        (TRICKS + "runs.py", "if not hand.isdisjoint(self.pack.of_suit[other]):", "if False:"),
        (TRICKS + "runs.py", "if leader is None or leader in out or not (", "if leader is None or ("),
        (TRICKS + "runs.py", "self.known[seat] = hand - {card}", "pass"),
        (TRICKS + "runs.py", "self.out.union([play.seat for play in self.plays])", "{play.seat for play in self.plays}"),
        (TRICKS + "runs.py", "if card not in gone or card in before.gone}", "}"),
        (TRICKS + "narrow.py", "if deal.unsure and _too_many(deal, piles):", "if False:"),
        ("domain/record/steps.py", "former = _ended(system, run, steps, first) or former", "_ended(system, run, steps, first)"),
    ],
    "tests/domain/test_box.py": [
        (BOX + "claims.py", "return rank <= self.rank if", "return rank < self.rank if"),
        (BOX + "claims.py", "return len(self.against) >= total - self.before and", "return len(self.against) > total - self.before and"),
        (BOX + "claims.py", "else rank > self.rank", "else rank >= self.rank"),
        (BOX + "claims.py", "elif len(against) < total - before:", "else:"),
        (BOX + "claims.py", "if rank > limit if kind ==", "if rank >= limit if kind =="),
        (BOX + "refills.py", "direction=table.direction if table.rules.direction_persists else 1,", "direction=table.direction,"),
        (BOX + "refills.py", "due = owed if owed <= room else room", "due = room"),
        (BOX + "refills.py", "due = [mine.owed if mine.owed <= BOX_CAPACITY - mine.box else", "due = ["),
        (BOX + "refills.py", "at_once = full is not None and wanted <= table.stock", "at_once = full is not None"),
        (BOX + "refills.py", "if full is not None and wanted <= shuffled.stock:", "if full is not None:"),
        (BOX + "refills.py", "min(number, table.stock - sum(given))", "number"),
        (BOX + "table.py", "for seat in (*order[1:], order[0]) if seat", "for seat in order if seat"),
        (BOX + "refills.py", "used=table.used + len(table.centre),", "used=table.used,"),
        (BOX + "table.py", "saved = mine.box > 0 or not self.rules.trade_cannot_save", "saved = True"),
        (BOX + "table.py", "not mine.resurrected and cards >= RESURRECTION", "cards >= RESURRECTION"),
        (BOX + "play.py", "direction = -direction", "direction = -1"),
        (BOX + "play.py", "owed = mine.owed if table.rules.no_box_refill else mine.owed + 1", "owed = mine.owed + 1"),
        (BOX + "play.py", "table.holdings[seat]._replace(owed=0)", "table.holdings[seat]"),
        (BOX + "play.py", "and not table.rules.voluntary_box and not table.declared:", "and not table.declared:"),
        (BOX + "play.py", "if not claims or card == UNKNOWN or card in table.exposed.get(seat, ()):", "if not claims:"),
        (BOX + "refills.py", "table.stock + mine.hand + mine.extras, table.used", "table.stock + mine.hand, table.used"),
        (BOX + "refills.py", "if stock < RESURRECTION or table.rules.include_used:", "if table.rules.include_used:"),
        (BOX + "breaches.py", "if card not in table.extras.get(seat, ()):", "if True:"),
        (BOX + "stock_breaches.py", "count > table.holdings[seat].due", "count != table.holdings[seat].due"),
        (BOX + "breaches.py", "lying(table, event, seat, card, box=seat)", "lying(table, event, seat, card)"),
        (BOX + "play.py", "boxes={**table.boxes, seat: table.boxes[seat] - {card}}", "boxes=table.boxes"),
        (BOX + "stock_breaches.py", "not table.unseen and len(known) >= table.holdings[seat].extras:", "not table.unseen:"),
        (BOX + "stock_breaches.py", "if card in table.held.get(seat, ()) and not table.unseen:", "if False:"),
        (BOX + "__init__.py", 'return own("hands", viewer)', 'return ("hands.0", "hands.1")'),
    ],
    "tests/domain/pitch/test_ruleset.py": [
        (PITCH + "rules/ruleset.py", "size = 4 * len(self.ranks) + self.jokers", "size = 4 * len(self.ranks)"),
        (PITCH + "rules/ruleset.py", "players * self.hand_dealt - self.kitty", "players * self.hand_dealt"),
        (PITCH + "rules/ruleset.py", "tuple(reversed(order)) if rules.low_is", "tuple(order) if rules.low_is"),
        (PITCH + "rules/ruleset.py", 'order.index("T") if rules.joker_slot', 'order.index("T") + 1 if rules.joker_slot'),
        (PITCH + "rules/constraints.py", "all(left >= 0 for left", "any(left >= 0 for left"),
        (PITCH + "rules/constraints.py", "lambda r: r.bid_max <= r.total", "lambda r: r.bid_max <= r.total + 1"),
        (PITCH + "rules/constraints.py", "and rescues[0] > downs[-1]", "and rescues[0] > downs[0] - 9"),
        (PITCH + "rules/constraints.py", 'return rules.trump_discard == "free" or not any', "return True or not any"),
        ("domain/rulesets.py", "if kind.derived and name in value and value[name] != whole[name]:", "if False:"),
    ],
    "tests/domain/pitch/test_options.py": [
        (PITCH + "rules/options.py", "    if base.bid_max == base.total:", "    if False:"),
        (PITCH + "rules/options.py", "            if former != value:", "            if False:"),
        (PITCH + "rules/options.py", 'steps.insert(steps.index("name_trump") + 1, "call-partner")', 'steps.insert(0, "call-partner")'),
        (
            PITCH + "rules/options.py",
            'if name.startswith("off_") and rank not in ranks]',
            'if name.startswith("off_")]',
        ),
        (PITCH + "rules/options.py", "base.house.difference(words)", "base.house"),
        ("domain/rulesets.py", "if ruleset is not None and ruleset.slug != base.slug:", "if False:"),
        (PITCH + "rules/reading.py", 'seats: "" if seats in rules.players else', 'seats: "" if True else'),
    ],
    "tests/domain/pitch/test_pack.py": [
        (PITCH + "rules/pack.py", 'Card(token[1] + MATES[trump]) if token[0] == "o"', 'Card(token[1] + trump) if token[0] == "o"'),
        (PITCH + "rules/pack.py", 'if getattr(rules, f"pt_{name}")}', "}"),
        (PITCH + "rules/pack.py", '({Card("T" + trump)} if rules.game_by == "ten" else set())', "set()"),
        (PITCH + "rules/pack.py", 'always = {Card("A" + trump), Card("2" + trump)', 'always = {Card("A" + trump)'),
        (PITCH + "rules/pack.py", 'return frozenset(card for card in cards if card in JOKERS or card[0] not in "3456789")', "pass"),
    ],
    "tests/domain/pitch/test_following.py": [
        (PITCH + "rules/following.py", "return ()  # PI-37", "pass  # PI-37"),
        (TRICKS + "following.py", 'if led == TRUMP or rules.follow == "trumps_only":', "if led == TRUMP:"),
        (PITCH + "rules/following.py", '"trump" if rules.follow == "trumps_only" else "any")', '"any")'),
        (TRICKS + "following.py", "if held.isdisjoint(denied(rules, led, suit))}", "}"),
        (TRICKS + "following.py", "return _PLAIN  # the card", "return frozenset({led})  # the card"),
        (TRICKS + "following.py", 'return frozenset({led}) if rules.follow == "strict" else _NOTHING', "return frozenset({led})"),
        (TRICKS + "following.py", 'if rules.follow == "must_follow_or_trump" and not rules.barred:', "if False:"),
        (PITCH + "rules/following.py", "if first_trick and due is not None and due in hand:", "if due is not None and due in hand:"),
    ],
    "tests/domain/pitch/test_tricks.py": [
        (PITCH + "rules/pack.py", 'later=rules.joker_order == "second_higher"', "later=True"),
        (PITCH + "rules/pack.py", 'if rules.joker_order != "high_over_low" else', "if False else"),
        (TRICKS + "pack.py", "return pack.rank[card] > pack.rank[best]", "return pack.rank[card] < pack.rank[best]"),
        (PITCH + "rules/pack.py", 'return plays[0][0] if "to_leader" in rules.house else None', "return plays[0][0]"),
        (TRICKS + "pack.py", "enumerate(reversed(self.trumps), len(self.order) + 1)", "enumerate(reversed(self.trumps), 1)"),
    ],
    "tests/domain/pitch/test_counting.py": [
        (
            PITCH + "scoring/counting.py",
            'jokers if rules.joker_order == "first_higher" else',
            'jokers if rules.joker_order == "second_higher" else',
        ),
        (PITCH + "scoring/counting.py", ' if not (card in JOKERS and rules.joker_slot == "below_two")', ""),
        (PITCH + "scoring/counting.py", '"high_joker": rules.joker_to', '"high_joker": "winner"'),
        (PITCH + "scoring/counting.py", '{"ace": "A", "deuce": "2"', '{"ace": "2", "deuce": "2"'),
        (PITCH + "scoring/counting.py", "return top[0] if len(top) == 1 else None", "return top[0]"),
        (PITCH + "scoring/counting.py", "dict.fromkeys(JOKERS, 1)", "dict.fromkeys(JOKERS, 2)"),
        (PITCH + "scoring/counting.py", "taken.get(card, kept.get(card))", "taken.get(card)"),
        (
            PITCH + "scoring/counting.py",
            "for name, card in pack.point_of.items() if name in _SURVIVES_A_FOLD",
            "for name, card in pack.point_of.items()",
        ),
        (PITCH + "scoring/counting.py", "side is not None and side != maker and worth", "side is not None and worth"),
    ],
    "tests/domain/pitch/test_open_points.py": [
        (PITCH + "scoring/open_points.py", "if any(None not in played.get(card, NOBODY) for card in cards):", "if False:"),
        (PITCH + "scoring/open_points.py", "return frozenset(may) if sure else", "return frozenset(may) if may else"),
        (
            PITCH + "scoring/open_points.py",
            "least[side] += count.get(card, 0) if len(fate) == 1 else 0",
            "least[side] += count.get(card, 0)",
        ),
        (PITCH + "scoring/open_points.py", "JOKERS if alike and card == JOKERS[0] else (card,)", "(card,)"),
    ],
    "tests/domain/pitch/test_scoring.py": [
        (PITCH + "scoring/scores.py", "before.get(deal.maker, 0) >= 0", "before.get(deal.maker, 0) > 0"),
        (PITCH + "scoring/scores.py", "taken >= rules.total and (deal.all_tricks or", "taken >= rules.total and (True or"),
        (PITCH + "scoring/scores.py", "bid + (taken == bid)", "bid + (taken > bid)"),
        (PITCH + "scoring/scores.py", "taken >= 2 * bid:", "taken > 2 * bid:"),
        (PITCH + "scoring/scores.py", "max(0, -total)", "-total"),
        (PITCH + "scoring/scores.py", "return not made or rules.defender_gain", "return rules.defender_gain"),
        (PITCH + "scoring/scores.py", '"minus_target": rules.target}', '"minus_target": rules.total}'),
        (PITCH + "scoring/scores.py", "return rules.bid_max if deal.bid is None else deal.bid", "return deal.bid or 0"),
        (PITCH + "scoring/scores.py", "if deal.folded:", "if False:"),
    ],
    "tests/domain/pitch/test_leaving.py": [
        (PITCH + "breaches/play.py", '    if seat == leader:\n        what = f"led', '    if False:\n        what = f"led'),
        (PITCH + "breaches/play.py", "if order.index(play.seat) > order.index(seat)]", "if order.index(play.seat) < order.index(seat)]"),
        (PITCH + "play/playing.py", "if seat not in deal.silent:", "if True:"),
        (PITCH + "play/playing.py", "(*deal.early, (seat, version))", "deal.early"),
        (PITCH + "breaches/play.py", "if other in done or order.index(seat) < order.index(other):", "if True:"),
        (PITCH + "breaches/leaving.py", "if seat in deal.out - deal.silent:", "if seat in deal.out:"),
    ],
    "tests/domain/pitch/test_exchange.py": [
        (PITCH + "play/handing.py", "if seat in deal.plain and not trumps:", "if seat in deal.plain:"),
        (PITCH + "breaches/exchange.py", "if left and (cards or act.count < len(due)):", "if False:"),
        (PITCH + "breaches/exchange.py", "plain = sorted(card for card in cards - trumps if", "plain = sorted(card for card in () if"),
        (PITCH + "breaches/exchange.py", "cards.intersection(stock[act.count + sum(waiting) :])", "cards.intersection(stock[act.count :])"),
        (PITCH + "breaches/exchange.py", "    strange = cards.difference(stock)\n", "    strange = cards - cards\n"),
        (PITCH + "breaches/exchange.py", "cards.difference(stock[: act.seen]):", "cards.difference(stock):"),
        (PITCH + "play/exchange.py", 'case "take-stock" | "take-or-give-stock":', 'case "take-stock":'),
        (TRICKS + "hands.py", "left = rest if len(left) - len(rest) == count else None", "left = rest"),
        (PITCH + "play/exchange.py", "late = at is not None and at < deal.step", "late = False"),
        (PITCH + "breaches/exchange.py", "elif at < deal.step:", "elif False:"),
        (PITCH + "breaches/exchange.py", "and may_be_short(table, deal, step, seat, wanted)", ""),
        (PITCH + "breaches/exchange.py", "not deal.drawable.issuperset(cards):", "True:"),
        (PITCH + "breaches/exchange.py", "return plain == {*cards} and plain <=", "return plain >= {*cards} and plain <="),
        (PITCH + "breaches/exchange.py", ".isdisjoint(chain(deal.gone, *deal.known.values())):", ".isdisjoint(deal.gone):"),
        (PITCH + "breaches/exchange.py", ".isdisjoint(chain(deal.gone, *", ".isdisjoint(chain(*"),
        (PITCH + "breaches/exchange.py", "if {*cards} <= deal.pack.suit_of.keys() and {*cards}.isdisjoint", "if {*cards}.isdisjoint"),
    ],
    "tests/domain/pitch/test_doubling.py": [
        (PITCH + "play/calls.py", "doubled = deal.doubled if (before.maker", "doubled = deal.doubled if True or (before.maker"),
        (PITCH + "play/doubling.py", "deal.doubled is not None or _first_card(deal) is not None:", "deal.doubled is not None:"),
        (PITCH + "play/doubling.py", "if not _on_makers_side(table, deal, seat)]", "]"),
        (PITCH + "play/doubling.py", "if play.version != pitched]", "]"),
        (
            PITCH + "play/doubling.py",
            "return auction.dealer if calling.forced(table.rules, auction) else auction.maker",
            "return auction.maker",
        ),
        (PITCH + "play/closing.py", "fold, deal.doubled is not None, derived", "fold, False, derived"),
        (PITCH + "play/statements.py", 'if deal.doubled is None and act.doubled and "doubling"', 'if "doubling"'),
        (PITCH + "scoring/scores.py", '(deal.doubled and "doubling" in rules.house)', "False"),
    ],
    "tests/domain/pitch/test_winning.py": [
        (PITCH + "scoring/winning.py", "return score > rules.target if", "return score >= rules.target if"),
        (PITCH + "scoring/winning.py", "if account not in out and account not in scored.lost", "if account not in scored.lost"),
        (PITCH + "scoring/winning.py", "return _best(made_it, makers) if made else None", "return _best(made_it, makers)"),
        (PITCH + "scoring/winning.py", "if len(there) == 1 and nobody_before", "if len(there) == 1"),
        (PITCH + "scoring/winning.py", "and counts_for_defenders(rules, name, made=made)", ""),
        (PITCH + "scoring/winning.py", '(*(name for name in POINTS if name != "game"), "game")', "POINTS"),
        (PITCH + "scoring/winning.py", "return (winner,) if rules.win_by == 1 or lead >= rules.win_by else ()", "return (winner,)"),
        (PITCH + "scoring/winning.py", "next((account for account in makers if account in top), None)", "None"),
        (
            PITCH + "scoring/winning.py",
            "for account, number in set_backs.items() if account != winner}",
            "for account, number in set_backs.items()}",
        ),
    ],
    "tests/domain/pitch/test_sides.py": [
        (TRICKS + "sides.py", "seat if teams is None else seat % teams", "seat if teams is None else seat // teams"),
        (PITCH + "rules/ruleset.py", "return int(self.sides[0])", "return int(self.sides[-1])"),
    ],
    "tests/domain/bid_whist/test_rules.py": [
        (WHIST + "rules.py", "order if rules.aces_bad else order[1:] + order[:1]", "order[1:] + order[:1] if rules.aces_bad else order"),
        (
            WHIST + "rules.py",
            "trumps = (*jokers, *(Card(rank + trump) for rank in reversed(order))) if trump else ()",
            "trumps = (*(Card(rank + trump) for rank in reversed(order)), *jokers) if trump else ()",
        ),
        (WHIST + "rules.py", "if books < SIX + level:", "if books <= SIX + level:"),
        (WHIST + "rules.py", "return Scored(books, False, -level * unit, won * unit)", "return Scored(books, False, -level, won * unit)"),
        (WHIST + "rules.py", "(rules.boston if books == rules.books else 1)", "(rules.boston if tricks == rules.books else 1)"),
        (WHIST + "rules.py", "totals[side] <= rules.floor", "totals[side] < rules.floor"),
        (WHIST + "rules.py", "(side != makers, -totals[side])", "-totals[side]"),
        (TRICKS + "following.py", "if played == NO_SUIT and rules.loose:", "if False:"),
        (TRICKS + "following.py", "if played == NO_SUIT and rules.loose:", "if played == NO_SUIT:"),
    ],
    "tests/domain/bid_whist/test_auction.py": [
        (WHIST + "play.py", "and act.amount != table.rules.bid_min", "and act.amount < table.rules.bid_min"),
        (WHIST + "play.py", 'if table.rules.all_pass == "redeal_next" else dealer', "if table.rules.redeals else dealer"),
        (WHIST + "play.py", 'over = rules.auction == "until_passed_out" and auction.bid >= bidding(rules).most', "over = False"),
        (WHIST + "exchange.py", "elif order.index(step) > named and deal.done.isdisjoint(order[named:]):", "elif False:"),
        (WHIST + "exchange.py", "if act.count != due:", "if act.count > due:"),
        (WHIST + "exchange.py", "if deal.maker is not None and seat != deal.maker:", "if False:"),
        (WHIST + "exchange.py", "open_hand = replace(deal, unsure=deal.unsure | {seat})", "open_hand = deal"),
    ],
    "tests/domain/bid_whist/test_play.py": [
        (TRICKS + "following.py", "if rules.suitless and played != NO_SUIT else", "if rules.suitless else"),
        (TRICKS + "following.py", "if rules.suitless and played != NO_SUIT else", "if False else"),
        (
            WHIST + "play.py",
            "winner = next(iter(may_win)) if len(may_win) == 1 else None",
            "winner = deal.plays[0].seat",
        ),
        (WHIST + "table.py", 'if table.rules.first_leader == "maker":', "if True:"),
        (WHIST + "breaches.py", "    elif suit is not None:\n        void", "    elif suit is None:\n        void"),
        (TRICKS + "play.py", "return all(told[seat] == hand for seat in seats)", "return False"),
        (WHIST + "proofs.py", "return () if after is None or proofs.fits(after, _binds, facts) else", "return () if True else"),
        (WHIST + "play.py", "left = out_of_sight(deal.open, whose)", "left = deal.open"),
        (TRICKS + "hands.py", "if face_down else deal.open", "if False else deal.open"),
        ("domain/tricks/deal.py", "if suit != NO_SUIT:", "if True:"),
    ],
    "tests/domain/bid_whist/test_depth.py": [
        (WHIST + "closing.py", "return won if won and rest == 0 else None", "return won if won else None"),
        (WHIST + "closing.py", "return won[makers] == HAND if won[makers] in (0, HAND) else None", "return False"),
        (WHIST + "closing.py", "won |= {side: rest for side in sides(table) if side not in won}", "pass"),
        (WHIST + "stated.py", "table.deal if table.deal.begun else replace(table.deal, dealer=None)", "table.deal"),
        (WHIST + "stated.py", "if sum(numbers) > HAND:", "if sum(numbers) > HAND + 1:"),
        (WHIST + "stated.py", "if won[side] < taken.count(side):", "if won[side] <= taken.count(side):"),
    ],
    "tests/domain/bid_whist/test_views.py": [
        (WHIST + "viewing.py", "isinstance(event.act, KittyTaken) and table.rules.kitty_shown", "isinstance(event.act, KittyTaken)"),
        (WHIST + "viewing.py", "else won[:1]", "else [True]"),
    ],
    "tests/season/test_season.py": [
        (SEASON + "fold.py", "(known is None) == isinstance(act, CorrectionAccepted) or ", ""),
        (SEASON + "fold.py", "act.version <= known.reached", "act.version < known.reached"),
        (SEASON + "table.py", 'count if settings.joint == "share" else 1', "count"),
        (SEASON + "table.py", "found[person].worth < credit.worth", "False"),
        (SEASON + "counting.py", "if row.entry in there", ""),
        (SEASON + "checks.py", "act.target in {end, ", "True or {end, "),
        (SEASON + "checks.py", "{digest_of(counted.rows), *counted.declined}", "counted.declined"),
        (SEASON + "checks.py", "{digest_of(counted.rows), *counted.declined}", "{digest_of(counted.rows)}"),
        (SEASON + "fold.py", "known.declined | {digest}", "frozenset({digest})"),
        (SEASON + "counting.py", "FinalRow(places[row.place]", "FinalRow(row.place"),
    ],
    "tests/season/test_recomputed.py": [
        (SEASON + "table.py", "[:best]", ""),
        (SEASON + "table.py", "row.played >= settings.least", "row.played > settings.least"),
        (SEASON + "table.py", "settings.beyond * (count - len(paid))", "settings.beyond"),
        (SEASON + "table.py", "max(0, row.points)", "row.points"),
    ],
    "tests/tournament/test_independent.py": [
        (TIEBREAKS + "unplayed.py", "return lowest if added[lowest].value >= added[first].value else first", "return first"),
        (TIEBREAKS + "unplayed.py", "total += measure.draw - measure.of(entry, line)", "pass"),
        (TIEBREAKS + "own.py", "scoring.bye >= scoring.win", "scoring.bye > 0"),
        (TIEBREAKS + "koya.py", "if 2 * history.points(entry) >= best", "if 2 * history.points(entry) > best"),
        (TIEBREAKS + "head_to_head.py", "[0] > highest_after[placed]", "[0] >= highest_after[placed]"),
        (TIEBREAKS + "own.py", "max(-cap, min(cap, value))", "min(cap, value)"),
        (TIEBREAKS + "own.py", "points, number > cut,", "points, number >= cut,"),
        (TOURNAMENT + "scoring.py", "return scoring.bye\n", "return scoring.win\n"),
        (TOURNAMENT + "scoring.py", "len(played)) + Fraction(1, 2))", "len(played)))"),
        (TOURNAMENT + "scoring.py", "_worth(scoring, places[side] + step)", "_worth(scoring, places[side])"),
        (TOURNAMENT + "fold.py", "at <= seated.seen", "at < seated.seen"),
        (TOURNAMENT + "standings.py", "place += len(group)", "place += 1"),
    ],
    "tests/tournament/test_late_meetings.py": [
        (TOURNAMENT + "formats/late_meetings.py", "self._exchange(entry, min(gains)[-1])", "self._exchange(entry, max(gains)[-1])"),
        (TOURNAMENT + "formats/late_meetings.py", "best, least, still = dict(search.lines), search.cost, 0", "still = 0"),
        (TOURNAMENT + "formats/round_robin.py", "if max(one, other) <= turning else 2 * min(one, other)", ""),
        (TOURNAMENT + "formats/round_robin.py", "return number if number <= rounds else None", "return number"),
        (TOURNAMENT + "formats/round_robin.py", "if asked.round > 1 or not (asked.apart or asked.lines):", "if not asked.apart:"),
        (TOURNAMENT + "formats/round_robin.py", "later = [each for each in early if each.round > 1]", "later = [*early]"),
        (TOURNAMENT + "pairing.py", "entries if format_.everyone_meets else max(lines", "max(lines"),
    ],
    "tests/tournament/test_tables.py": [
        (TOURNAMENT + "tables.py", "if len(tables) <= FEW:", "if len(tables) <= 1:"),
        (TOURNAMENT + "tables.py", "if gain < 0:", "if gain < 0 and not helped:"),
        (TOURNAMENT + "tables.py", "if last == place + 1)", "if last == place)"),
        (TOURNAMENT + "tables.py", "key=lambda wish: wish.hard)", "key=lambda wish: not wish.hard)"),
        (TOURNAMENT + "tables.py", "sum((HARD if wish.hard else 1) for last", "sum(1 for last"),
        (TOURNAMENT + "pairing.py", "for each in asked] + [(_restless(state, number),)]", "for each in asked]"),
        (TOURNAMENT + "pairing.py", "if format_named(format_name).bracket is None or number > first:", "if number:"),
    ],
    "tests/tournament/test_knock_out.py": [
        (TOURNAMENT + "formats/bracket.py", "BEHIND.get(plan[number].part, 0)", "0"),
        (TOURNAMENT + "formats/bracket.py", '"seventh": -3, "fifth": -2', '"seventh": -2, "fifth": -3'),
        (TOURNAMENT + "formats/single_elimination.py", '("fifth", theirs, False), ("seventh", theirs, True)', '("fifth", theirs, True)'),
    ],
    "tests/tournament/test_stages.py": [
        (TOURNAMENT + "stages.py", "stage.first <= (act.round or 1) and _in", "_in"),
        (TOURNAMENT + "cut.py", "rows[top - 1].place != rows[top].place", "rows[top - 1].entry != rows[top].entry"),
        (TOURNAMENT + "cut.py", "column if row % 2 == 0 else count - 1 - column", "column"),
        (TOURNAMENT + "cut.py", "if not state.entries[row.entry].has_left(following)", "if row"),
        (TOURNAMENT + "standings.py", 'if line.kind != "bye")', "if line)"),
        (TOURNAMENT + "standings.py", "-order.index(entry)", "order.index(entry)"),
        (TOURNAMENT + "standings.py", "places_first=False", "places_first=True"),
        (TOURNAMENT + "standings.py", "best = _split([best], [step])[0]", "best = best[:1]"),
        (TOURNAMENT + "cut.py", "entries[entry].seed or MOST_ENTRIES + 1", "entries[entry].number"),
        (TOURNAMENT + "fold.py", "if stage.first < first)", "if stage.first <= first)"),
    ],
}


def main(word: str = "") -> int:
    """Make each fault and print the rows that catch it. `word`: only the tables whose path contains it. Returns the exit status."""
    if gone := homeless():
        raise SystemExit("\n".join(gone))
    missed = 0
    for table, faults in FAULTS.items():
        if word not in table:
            continue
        for number, (file, old, new) in enumerate(faults, 1):
            rows = caught(table, file, old, new)
            missed += not rows
            print(f"{number:2}. {Path(file).name}: {old.strip()[:70]} → {new.strip()[:50]}")  # noqa: T201
            print(f"    caught by {len(rows)} row(s): {'; '.join(rows[:2]) or 'NOTHING'}", flush=True)  # noqa: T201
    return 1 if missed else 0


def homeless() -> list[str]:
    """Return a message for each fault whose line is missing from its file, or occurs there more than once."""
    counts = [(file, old, _text(file).count(old)) for faults in FAULTS.values() for file, old, _ in faults]
    return [f"{file} holds {old!r} {count} times: the fault needs a new home" for file, old, count in counts if count != 1]


def _text(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8") if (ROOT / file).exists() else ""


def caught(table: str, file: str, old: str, new: str) -> list[str]:
    """Return the rows of the test table that fail when `old` is replaced by `new` in a copy of the file."""
    with tempfile.TemporaryDirectory() as scratch:
        for folder in ("domain", "tests", "bench", "docs/rules"):
            shutil.copytree(ROOT / folder, Path(scratch, folder), ignore=shutil.ignore_patterns("__pycache__"))
        target = Path(scratch, file)
        text = target.read_text(encoding="utf-8")
        target.write_text(text.replace(old, new), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "--tb=no", "--noconftest", "-p", "no:cacheprovider", "--rootdir", scratch, table]
        done = subprocess.run(command, cwd=scratch, capture_output=True, text=True, check=False)
    return re.findall(rf"FAILED {re.escape(table)}::(\S.*?)(?: - |$)", done.stdout, re.MULTILINE)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
