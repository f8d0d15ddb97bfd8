"""Plays random legal acts in any system by answering the system's prompts. Used by tests, demonstrations and benches.

The caller passes `choose`, which picks one item of a sequence (`random.Random(seed).choice`). This module makes no random numbers."""

from collections.abc import Callable, Sequence

from domain.kernel.canonical import Json
from domain.kernel.events import EVENT_TYPES, Act
from domain.kernel.shapes import Fault
from domain.system import Ask, Prompt, System, Table

Choose = Callable[[Sequence[Json]], Json]


def data_for(prompt: Prompt, choose: Choose, *, optional: bool = True) -> dict[str, Json]:
    """Return data that answers the prompt, as a client would send it. Questions with the same word in `Ask.distinct` get different answers.

    `optional`: if True, each optional question is answered with a chance of one half; if False, none is answered."""
    data: dict[str, Json] = dict(prompt.given)
    taken: set[tuple[str, Json]] = set()
    for ask in prompt.asks:
        if ask.optional and not (optional and choose((True, False))):
            continue
        value = _answer(ask, choose, taken)
        name, _, key = ask.field.partition(".")
        if key:
            inner = data.setdefault(name, {})
            assert isinstance(inner, dict)
            inner[key] = value
        else:
            data[name] = value
    return data


def _answer(ask: Ask, choose: Choose, taken: set[tuple[str, Json]]) -> Json:
    """Return a random answer to `ask` (one value, or a list of `ask.number` different values), and add it to `taken`."""
    left = [choice for choice in ask.likely or ask.choices if not ask.distinct or (ask.distinct, choice) not in taken]
    if ask.number is None:
        value = choose(left)
        taken.add((ask.distinct, value))
        return value
    several: list[Json] = []
    for _ in range(ask.number):
        several.append(left.pop(left.index(choose(left))))
    taken.update((ask.distinct, value) for value in several)
    return several


def act_for(prompt: Prompt, choose: Choose, *, optional: bool = True) -> Act:
    """Return a random act that answers the prompt. Raises ValueError if the prompt offers data of the wrong shape."""
    faults: list[Fault] = []
    act = EVENT_TYPES[prompt.type].shape.read(data_for(prompt, choose, optional=optional), "", faults)
    if faults:
        raise ValueError(f"the prompt for {prompt.type} offers data of the wrong shape: {faults}")
    return act  # type: ignore[return-value]


def awaited(system: System[Table], table: Table) -> list[Prompt]:
    """Return the prompts that must be answered before play can go on, in order. Prompts marked as doubtful are left out if there are
    others."""
    expected = [prompt for prompt in system.prompts(table) if prompt.expected]
    return [prompt for prompt in expected if not prompt.doubtful] or expected


def answerable(prompt: Prompt) -> bool:
    """Whether each question of the prompt has a choice. A record with a mistake may ask for a card where none is left."""
    return all(ask.optional or ask.likely or ask.choices for ask in prompt.asks)


def move(system: System[Table], table: Table, choose: Choose) -> Act | None:
    """Return a random act that the table waits for; None if it waits for nothing, or if each awaited act asks for a choice and offers
    none."""
    expected = [prompt for prompt in awaited(system, table) if answerable(prompt)]
    if not expected:
        return None
    at = choose(range(len(expected)))
    assert isinstance(at, int)
    return act_for(expected[at], choose)
