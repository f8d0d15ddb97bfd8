"""When the record can prove that a rule was broken: one row for each rule of every system.

A record is kept by people in a hurry. What stands in it happened, but entries are forgotten, and two quick taps change places. So most
rules cannot be proved by an act alone: an entry that is missing may explain it. Until a rule is proved, it speaks as a *query*: a question
to the table (domain/record/judging.py). Source: docs/decisions/domain-asking.md.

    ONCE     the act shows it by itself, together with the rules of the game: a card that is not in this pack
    ALONE    like ONCE if the finding cites this act alone, otherwise like DEAL: two equal cards in one entry, or in two
    DEAL     what was led, held, drawn or thrown: proved when the deal is closed, that is, when no entry of it can be missing
    WORD     whose turn it was, numbers, totals, where a card can come from: only the table's word proves it, for entries may stand
             swapped, and the cards may have been dealt again
    HOLE     an entry is missing for certain: always a query
    GAP      something is missing that nobody needs to be asked about: a gap, as it is

A rule that has no row is refused: nobody has decided yet how sure its finding is."""

from typing import Final, Literal

When = Literal["ONCE", "ALONE", "DEAL", "WORD", "HOLE", "GAP"]

ROWS: Final[dict[When, str]] = {
    "ONCE": """
        deal-against-the-rules partners-unequal not-in-pack impossible-points impossible-winner no-such-bid no-such-trump bid-out-of-range
        no-doubling no-folding no-leaving no-such-point no-misdeal confirmed-elsewhere
    """,
    "ALONE": """
        card-seen-twice
    """,
    "DEAL": """
        revoke false-out not-a-trump extra-not-a-trump no-such-card no-such-deal point-card-thrown trump-thrown not-to-rescue
        called-no-trump
    """,
    "WORD": """
        out-of-turn wrong-leader call-out-of-turn already-passed auction-over bid-not-higher bid-dealer-forced bid-exact-min
        bid-already-passed bid-not-your-turn not-the-maker doubled-own-bid doubled-too-late doubled-twice exchange-out-of-order
        no-exchange out-not-due out-too-early not-out played-after-out deal-over misdeal-too-late nothing-to-fold wrong-dealer
        wrong-number-dealt wrong-number-thrown wrong-number-drawn wrong-number-traded wrong-number-written
        wrong-number-of-extras no-room plain-card-kept called-card-kept trump-not-shown deal-stated-otherwise after-the-end
        round-stated-otherwise score-stated-otherwise result-stated-otherwise winner-stated-otherwise roster-fixed not-seated
        not-in-hand not-in-round changed-card revealed-twice revealed-too-early called-after-reveal deal-not-due opener-fixed
        joined-in-round seat-taken too-many-players too-few-players not-the-card-placed false-stuck lead-not-highest
        trade-not-allowed trade-not-due refill-not-due resurrection-not-due resurrected-twice box-led too-high card-not-held
        card-held-elsewhere not-from-the-stock not-the-kitty too-few-points
    """,
    "HOLE": """
        deal-unfinished rounds-missing auction-unfinished deal-not-scored trump-unsaid card-missing
    """,
    "GAP": """
        call-missing hand-not-shown rest-not-agreed nothing-to-double nothing-to-void no-call winner-behind player-left
        resurrection-undecided result-before-the-end ruling-without-effect ruling-without-ground nothing-attested
        more-not-listed confirmed-result-differs
    """,
}

WHEN: Final[dict[str, When]] = {rule: when for when, rules in ROWS.items() for rule in rules.split()}
"""For each rule, when it is proved."""


def when_proved(rule: str) -> When:
    """Return when the rule is proved. Raises LookupError for a rule without a row."""
    if rule not in WHEN:
        raise LookupError(f"the rule {rule} has no row in {__name__}: when is it proved?")
    return WHEN[rule]
