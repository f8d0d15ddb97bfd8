"""Turns a variant and the options that a table chose into the rules that `GameOpened` carries.

`GameOpened.rules` holds the 73 fields, the house words (rules that no field covers) and the chosen patches (house rules). A later change of
a row of `variants` does not change a game that was opened before."""

from collections.abc import Callable

from domain.kernel.shapes import Fault
from domain.system import Rules, Unplayable
from domain.systems.pitch.rules.options import chosen, patched
from domain.systems.pitch.rules.reading import read_ruleset, resolved
from domain.systems.pitch.rules.ruleset import Ruleset


def resolver(base: Ruleset) -> Callable[[Rules], Rules]:
    """Return the function `System.resolve` of the variant `base`, which raises Unplayable with faults at `/options/<name>`."""

    def resolve(options: Rules) -> Rules:
        patches = chosen(base, options)
        return resolved(patched(base, patches), patches)

    return resolve


def fitter(base: Ruleset) -> Callable[[Rules, int], None]:
    """Return the function `System.fits` of the variant `base`. The function raises Unplayable if the rules are not valid for this variant
    with the given number of players."""

    def fits(rules: Rules, seats: int) -> None:
        faults: list[Fault] = []
        ruleset = read_ruleset(rules, "/rules", faults)
        if ruleset is not None and ruleset.slug != base.slug:
            faults.append(Fault("/rules/slug", f"must be {base.slug}"))
        if ruleset is not None and seats not in ruleset.players:
            faults.append(Fault("/seats", f"{base.name} is for {ruleset.table_sizes} players here"))
        if faults:
            raise Unplayable(*faults)

    return fits
