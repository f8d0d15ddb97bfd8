"""The words of a picture, as the pages have them (static/js/position.js, felt.js): the sentence above the table, what stands on a plate,
the title of a preview. They are made from the answer to GET /games/{id}."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from typing import Final, NamedTuple

from domain.kernel.cards import SUIT_NAMES
from domain.kernel.findings import signed
from domain.kernel.view import Saying
from domain.views.answers import GameState, Said, SeatSeen, TableSeen
from domain.words.phrases import counted, isolated, listed
from service.pictures.texts import clean

FEW: Final = 4
"""At most so many players whose turn it is are named."""
SURENESS: Final = {"stated": "reported", "confirmed": "confirmed", "inferred": "worked out", "director": "ruled", "unknown": "not known"}
"""The words for how sure the record is of a card that nobody saw."""
_ENDED: Final = {"unfinished": "Time was called.", "annulled": "This game was annulled."}
NameOf = Callable[[int], str]


class Side(NamedTuple):
    """Partners, or a single player. `points`: None if they are not in the record."""

    seats: tuple[int, ...]
    points: int | None


def names_of(state: GameState, most: int = 1000) -> NameOf:
    """Return a function that names the player of a seat, by `Seat 4` if no name is known. `most`: longer names are cut."""
    names = {each["seat"]: clean(each["name"] or "") or f"Seat {each['seat'] + 1}" for each in state["seats"]}

    def name(seat: int) -> str:
        called = names.get(seat, f"Seat {seat + 1}")
        return called if len(called) <= most else called[: most - 1].rstrip() + "…"

    return name


def in_play(state: GameState) -> bool:
    return state["state"] == "open" and state["outcome"]["state"] == "open"


def points_of(seat: int, state: GameState) -> int | None:
    points = state["outcome"]["scores"].get(str(seat))
    return _seat(seat, state["view"])["score"] if points is None else points


def sides_of(state: GameState) -> list[Side]:
    """Return the sides in order of their first seats: each player alone, unless players are partners and share their points."""
    order, view = state["view"]["order"], state["view"]
    by_side: dict[int | None, list[int]] = {}
    for seat in order:
        by_side.setdefault(_seat(seat, view)["side"], []).append(seat)
    shared = all(len({points_of(seat, state) for seat in seats}) == 1 for seats in by_side.values())
    if None in by_side or not 1 < len(by_side) < len(order) or not shared:
        return [Side((seat,), points_of(seat, state)) for seat in order]
    return [Side(tuple(seats), points_of(seats[0], state)) for seats in by_side.values()]


def partnered(state: GameState) -> bool:
    return any(len(side.seats) > 1 for side in sides_of(state))


def _seat(seat: int, view: TableSeen) -> SeatSeen:
    return view["seats"][str(seat)]


def task_of(view: TableSeen) -> str:
    return "deal" if view["counts"] == "trick" and view["phase"] == "deal" else view["awaited"]


def _asked(view: TableSeen) -> str:
    """Return what these players must do, in words."""
    task = task_of(view)
    return "bid" if task == "call" else task


# --- above the table --------------------------------------------------------------------------------------------------------------------


def sentence(state: GameState, name: NameOf) -> str:
    """Return whose turn it is, or how the game ended and with which points."""
    outcome, view = state["outcome"], state["view"]
    if state["state"] in _ENDED:
        return _ENDED[state["state"]]
    if outcome["state"] == "abandoned":
        return f"The game was abandoned: {clean(outcome['reason'])}." if outcome["reason"] else "The game was abandoned."
    if outcome["state"] == "finished":
        return _won(state, name)
    if state["state"] == "final":
        return _ENDED["unfinished"]
    return _waiting(view, name)


def _won(state: GameState, name: NameOf) -> str:
    winners = state["outcome"]["winners"]
    if not winners:
        return "The game is over without a winner."
    sides = {_seat(seat, state["view"])["side"] for seat in winners}
    together = len(winners) == 1 or (len(sides) == 1 and None not in sides)
    said = f"{listed([name(seat) for seat in winners])} {'wins' if len(winners) == 1 else 'win' if together else 'share the win'}"
    points, others = points_of(winners[0], state), [side.points for side in sides_of(state) if not {*side.seats} & {*winners}]
    if not together or points is None:
        return f"{said}."
    if len(others) == 1 and others[0] is not None:
        return f"{said} {signed(points)} to {signed(others[0])}."
    return f"{said} with {signed(counted(points, 'point'))}."


def _waiting(view: TableSeen, name: NameOf) -> str:
    turn, task = view["turn"], _asked(view)
    if not turn:
        return clean(view["phase_label"])
    if view["counts"] == "trick" and len(turn) > 1:
        return f"{' or '.join(map(name, turn))} leads: nobody remembers who won." if len(turn) <= FEW else f"{len(turn)} players to {task}."
    if len(turn) <= FEW:
        return f"{listed([name(seat) for seat in turn])} to {task}."
    return f"Everyone to {task}." if len(turn) == len(view["order"]) else f"{len(turn)} players to {task}."


def whereabouts(state: GameState, game: str) -> str:
    """Return the name of the game, its title, and how far it is: `Spades · Friday · Round 2, trick 3`. `game`: the name of the system."""
    view = state["view"]
    further = f", {view['counts']} {view['hand']}" if view["hand"] > 1 else ""
    place = f"Round {view['round']}{further}" if in_play(state) and view["round"] else ""
    return " · ".join(filter(None, [game, clean(state["title"] or ""), place]))


def preview(state: GameState, game: str) -> tuple[str, str]:
    """Return the title and the description of a link preview: `Anna & Cleo 143, Ben & Dan 52 · Spades`, and the sentence."""
    names, sides = names_of(state, 40), sides_of(state)

    def name(seat: int) -> str:
        return isolated(names(seat))

    said = [
        " ".join(filter(None, [" & ".join(map(name, side.seats)), "" if side.points is None else signed(side.points)])) for side in sides
    ]
    if len(said) > FEW:
        said[FEW - 1 :] = [f"{len(said) - FEW + 1} more"]
    return f"{', '.join(said)} · {game}", f"{sentence(state, name)} {whereabouts(state, game)}"


# --- on a plate -------------------------------------------------------------------------------------------------------------------------


class Told(NamedTuple):
    """What a plate says of a player. `bid`, `took`: of a player who bids tricks, else None. `pip`: the suit of the bid."""

    words: str
    bid: int | None = None
    took: int | None = None
    pip: str | None = None


def told(seat: int, state: GameState) -> Told:
    """Return what the player called or holds, or must do, as felt.js does."""
    view, outcome = together(state["view"]), state["outcome"]
    mine = _seat(seat, view)
    if seat in outcome["winners"]:
        return Told("winner")
    if outcome["state"] == "finished":
        return Told("")
    turn = in_play(state) and seat in view["turn"]
    said = mine["said"]
    if said is not None and (not turn or view["counts"] == "trick" or view["awaited"] == "show"):
        bid = bid_of(said)
        if own_bids(view) and bid is not None and "tricks" in mine["piles"]:
            took = mine["piles"]["tricks"]
            if bid == 0 and said["word"] != "bid":
                return Told(f"{_call(said['word'])}, took {took}" if took else _call(said["word"]), bid, took)
            return Told(f"{took} of {bid}", bid, took)
        return Told(_called(said), pip=view["trump"] if view["maker"] == seat and view["trump"] in SUIT_NAMES else None)
    if turn:
        return Told("" if mine["piles"] else f"to {_asked(view)}")
    if not mine["active"] and outcome["state"] == "open":
        return Told("out")
    if view["leader"] == seat and in_play(state) and not mine["piles"]:
        return Told("led" if mine["placed"] else "to lead")
    return Told("")


def together(view: TableSeen) -> TableSeen:
    """Return the view with all tricks of partners who bid one number together beside it, with the player who said it."""
    if not view["shared_bid"]:
        return view
    seats = deepcopy(view["seats"])
    bidder_of = {each["side"]: seat for seat, each in seats.items() if bid_of(each["said"]) is not None and "tricks" in each["piles"]}
    for seat, each in seats.items():
        bidder = bidder_of.get(each["side"], seat)
        if bidder != seat:
            seats[bidder]["piles"]["tricks"] += each["piles"].pop("tricks", 0)
    return {**view, "seats": seats}


def sureness(seat: SeatSeen, view: TableSeen) -> str:
    """Return how sure the record is of the card in front of a seat, if it lies face up and nobody saw it; else an empty text."""
    evidence = seat["evidence"] if seat["card"] or (seat["placed"] and all_open(view)) else None
    return "" if evidence is None else SURENESS.get(evidence["level"], "")


def all_open(view: TableSeen) -> bool:
    """Whether all cards on the table lie face up."""
    return view["counts"] == "trick" or view["direction"] != ""


def bid_of(said: Said | None) -> int | None:
    if said is None:
        return None
    return 0 if said["word"] in ("nil", "blind_nil") else said["amount"]


def own_bids(view: TableSeen) -> bool:
    """Whether each player bids tricks of their own: nobody holds the bid for all."""
    return view["counts"] == "trick" and view["maker"] is None


def _called(said: Said) -> str:
    word, amount, kind = _call(said["word"]), said["amount"], said["kind"]
    parts = [word if amount is None else f"{word} {amount}", _call(kind) if kind else ""]
    return " ".join(filter(None, parts)) + (", doubled" if said["doubled"] else "")


def _call(word: "Saying | str") -> str:
    return word.replace("_", " ")


def piles_of(seat: int, state: GameState) -> str:
    """Return the piles of a player, and overtricks: `Box 3, Extras 1`. Tricks are left out where the contract counts them."""
    view = together(state["view"])
    mine = _seat(seat, view)
    counts = own_bids(view) and bid_of(mine["said"]) is not None
    piles: Mapping[str, int] = {pile: cards for pile, cards in mine["piles"].items() if not (pile == "tricks" and counts)}
    bags = [f"bags {mine['bags']}"] if mine["bags"] and not partnered(state) else []
    over = not mine["active"] or state["outcome"]["state"] == "finished"
    return "" if over else ", ".join([*(f"{heap(pile)} {cards}" for pile, cards in piles.items()), *bags])


def heap(pile: str) -> str:
    return pile.replace("_", " ").capitalize()


def bags_of(seats: Sequence[int], state: GameState) -> str:
    bags = _seat(seats[0], state["view"])["bags"]
    return counted(bags, "bag") if bags else ""


def took_of(seats: Sequence[int], state: GameState) -> str:
    """Return `3 of 7 tricks`: what partners took of what they bid together; empty if nobody of them bid tricks."""
    view = state["view"]
    mine = [_seat(seat, view) for seat in seats]
    bids = [bid for bid in (bid_of(each["said"]) for each in mine) if bid is not None]
    if not own_bids(view) or not bids or any("tricks" not in each["piles"] for each in mine):
        return ""
    return f"{sum(each['piles']['tricks'] for each in mine)} of {counted(sum(bids), 'trick')}"
