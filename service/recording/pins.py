"""Checks the PIN that somebody enters on another person's phone to confirm something."""

from collections.abc import Sequence

from domain.kernel.shapes import Fault
from domain.record.refusals import Refusal, Refused, invalid
from service.store.pins import Guesser, Pin, TooManyTries


def wrong_pin(kept: Sequence[Pin], whose: str, sent: str, by: Guesser) -> Refusal | None:
    """Return why the PIN that was sent is refused; None if it is one of the PINs in `kept`. Counts wrong tries. `whose`: whose PIN it
    should be, such as `seat 2`. `by`: who tries it. Raises Refused after too many wrong tries."""
    there = [pin for pin in kept if pin.there]
    if not there:
        return invalid(Fault("/pin", f"cannot be checked: {whose} has no PIN"))
    right = any(fits(pin, whose, sent, by) for pin in there)
    return None if right else Refusal("wrong-pin", f"This is not the PIN of {whose}.", (Fault("/pin", "is wrong"),))


def fits(kept: Pin, whose: str, sent: str, by: Guesser) -> bool:
    """Whether the PIN that was sent is right. Counts wrong tries. Raises Refused after too many wrong tries."""
    try:
        return kept.fits(sent, by)
    except TooManyTries as refused:
        said = f"Too many wrong PINs for {whose} from this phone: try again in {refused.seconds} seconds."
        others = "Meanwhile the player's own link confirms, or the PIN on another phone."
        raise Refused(Refusal("too-many-attempts", f"{said} {others}", wait=refused.seconds)) from None
