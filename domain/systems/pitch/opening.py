"""From a variant and the options that a table chose to the rules that its opening carries.

`GameOpened.rules` holds the 73 fields, derived ones included, the house words, and the patches that were chosen (`reading`): nothing that
happens to a row of `variants` later changes a game.
"""

from collections.abc import Callable

from domain.kernel.shapes import Fault
from domain.system import Rules, Unplayable
from domain.systems.pitch.options import chosen, patched
from domain.systems.pitch.reading import read_ruleset, resolved
from domain.systems.pitch.ruleset import Ruleset


def resolver(base: Ruleset) -> Callable[[Rules], Rules]:
    """`System.resolve` of a variant. What it returns raises Unplayable, with faults at `/options/<name>`."""

    def resolve(options: Rules) -> Rules:
        patches = chosen(base, options)
        return resolved(patched(base, patches), patches)

    return resolve


def fitter(base: Ruleset) -> Callable[[Rules, int], None]:
    """`System.fits` of a variant: the rules must be a ruleset, of this variant, and for that number of players."""

    def fits(rules: Rules, seats: int) -> None:
        faults: list[Fault] = []
        found = read_ruleset(rules, "/rules", faults)
        if found is not None and found.slug != base.slug:
            faults.append(Fault("/rules/slug", f"must be {base.slug}"))
        if found is not None and seats not in found.players:
            faults.append(Fault("/seats", f"{base.name} is for {found.table_sizes} players here"))
        if faults:
            raise Unplayable(*faults)

    return fits
