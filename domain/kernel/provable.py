"""When the record can prove that a rule was broken: one row for each rule of every system.

A record is kept by people in a hurry. What they entered did happen, but they forget entries, and two quick taps may be stored in the wrong
order. An act that looks illegal therefore rarely proves by itself that a rule was broken: a missing entry may explain the act. As long as
the breach is not proved, there is only an open question to the table, a *query* (domain/record/judging.py). Source:
docs/decisions/domain-asking.md.

    ONCE     the act and the rules of the game are enough to prove it: a card that is not in this pack
    ALONE    the same card twice: like ONCE if one entry has both (the finding then cites this entry alone); otherwise like DEAL
    DEAL     what was led, held, drawn or thrown: proved when the deal is closed, that is, when none of its entries can be missing
    WORD     whose turn it was, numbers, totals, where a card can come from: only an answer of the table proves it, because entries may be
             swapped, and the cards may have been dealt again
    HOLE     an entry is certainly missing: always a query
    GAP      something is missing, but nobody needs to be asked: reported at once, and never as a breach

A rule without a row is refused: nobody has decided yet how sure its finding is."""

from typing import Final, Literal

When = Literal["ONCE", "ALONE", "DEAL", "WORD", "HOLE", "GAP"]

ROWS: Final[dict[When, str]] = {
    "ONCE": """
        deal-against-the-rules partners-unequal not-in-pack impossible-points impossible-winner no-such-bid no-such-trump bid-out-of-range
        no-such-gamble no-doubling impossible-tricks no-folding no-leaving no-such-point no-misdeal confirmed-elsewhere
    """,
    "ALONE": """
        card-seen-twice
    """,
    "DEAL": """
        revoke trump-led-too-early pull-not-followed low-club-not-played false-out not-a-trump extra-not-a-trump no-such-card no-such-deal
        point-card-thrown trump-thrown not-to-rescue pointless-card-kept called-no-trump
    """,
    "WORD": """
        out-of-turn wrong-leader call-out-of-turn bid-changed bid-in-first-deal blind-too-early already-passed auction-over
        bid-not-higher bid-dealer-forced
        bid-exact-min bid-already-passed bid-not-your-turn not-the-maker doubled-own-bid doubled-too-late doubled-twice
        exchange-out-of-order no-exchange out-not-due out-too-early not-out played-after-out deal-over misdeal-too-late
        nothing-to-fold wrong-dealer wrong-number-dealt wrong-number-thrown wrong-number-drawn wrong-number-traded
        wrong-number-written wrong-number-of-extras no-room plain-card-kept called-card-kept trump-not-shown
        misdeal-denied wrong-number-shown plain-card-taken trump-left
        deal-stated-otherwise after-the-end round-stated-otherwise score-stated-otherwise result-stated-otherwise
        winner-stated-otherwise roster-fixed not-seated not-in-hand not-in-round changed-card revealed-twice revealed-too-early
        called-after-reveal deal-not-due opener-fixed joined-in-round seat-taken too-many-players too-few-players
        not-the-card-placed false-stuck lead-not-highest trade-not-allowed trade-not-due refill-not-due resurrection-not-due
        resurrected-twice box-led too-high card-not-held card-held-elsewhere not-from-the-stock not-the-kitty too-few-points
        trump-not-as-bid
        base-not-allowed base-fixed changed-stake changed-guess impossible-guess too-many-doublings over-the-limit wrong-units
        part-not-allowed collecting-not-due continue-not-due pass-not-due passed-to-another
    """,
    "HOLE": """
        deal-unfinished rounds-missing auction-unfinished deal-not-scored trump-unsaid card-missing
        run-unfinished stake-missing base-missing guess-missing card-not-turned
    """,
    "GAP": """
        call-missing hand-not-shown rest-not-agreed nothing-to-double nothing-to-void no-call winner-behind player-left
        resurrection-undecided result-before-the-end ruling-without-effect ruling-without-ground nothing-attested
        more-not-listed confirmed-result-differs kind-unsaid
    """,
}

_ON_CARDS: Final = """
    wrong-leader card-not-held card-held-elsewhere not-from-the-stock not-the-kitty not-in-hand not-the-card-placed false-stuck
    lead-not-highest too-high plain-card-kept called-card-kept trump-not-shown trump-not-as-bid too-few-points impossible-guess
    misdeal-denied plain-card-taken trump-left
"""

WHEN: Final[dict[str, When]] = {rule: when for when, rules in ROWS.items() for rule in rules.split()}
"""For each rule, when it is proved that it was broken."""


def when_proved(rule: str) -> When:
    """Return when it is proved that this rule was broken. Raises LookupError for a rule without a row."""
    if rule not in WHEN:
        raise LookupError(f"the rule {rule} has no row in {__name__}: when is it proved?")
    return WHEN[rule]


def rests_on_cards(rule: str) -> bool:
    """Whether one mistyped card is enough to raise a suspicion about this rule. It is for all rules about what was led, held, drawn or
    thrown, and for some of which only the table's word is proof."""
    return when_proved(rule) in ("ALONE", "DEAL") or rule in _ON_CARDS.split()
