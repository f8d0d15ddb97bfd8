"""Random legal play: any system can be played by taking what its prompts offer. Used by tests, demonstrations and benches.

There are no dice here: the caller passes `choose`, which picks one of a sequence (`random.Random(seed).choice`).
"""

from collections.abc import Callable, Sequence

from domain.canonical import Json
from domain.events import EVENT_TYPES, Act
from domain.shapes import Fault
from domain.system import Prompt, System, Table

Choose = Callable[[Sequence[Json]], Json]


def data_for(prompt: Prompt, choose: Choose, *, optional: bool = True) -> dict[str, Json]:
    """Data that answers the prompt, as a client would send it. Asks of one `distinct` group never get the same value; optional asks are
    answered half of the time, or never."""
    data: dict[str, Json] = dict(prompt.given)
    taken: set[tuple[str, Json]] = set()
    for ask in prompt.asks:
        if ask.optional and not (optional and choose((True, False))):
            continue
        value = choose([choice for choice in ask.choices if not ask.distinct or (ask.distinct, choice) not in taken])
        taken.add((ask.distinct, value))
        name, _, key = ask.field.partition(".")
        if key:
            inner = data.setdefault(name, {})
            assert isinstance(inner, dict)
            inner[key] = value
        else:
            data[name] = value
    return data


def act_for(prompt: Prompt, choose: Choose, *, optional: bool = True) -> Act:
    """An act that answers the prompt. Raises ValueError if the prompt offers something that is not well formed."""
    faults: list[Fault] = []
    act = EVENT_TYPES[prompt.type].shape.read(data_for(prompt, choose, optional=optional), "", faults)
    if faults:
        raise ValueError(f"{prompt.type}: {faults}")
    return act  # type: ignore[return-value]


def move(system: System[Table], table: Table, choose: Choose) -> Act | None:
    """One expected act, chosen among what the table waits for; None when it waits for nothing."""
    expected = [prompt for prompt in system.prompts(table) if prompt.expected]
    if not expected:
        return None
    at = choose(range(len(expected)))
    assert isinstance(at, int)
    return act_for(expected[at], choose)
