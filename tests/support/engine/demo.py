"""A tiny game for the tests of the engine: turns, open pawns, a hidden pile, dice, and a question to several seats.

A seat steps its pawn as often as it likes (openly, so that it can be taken back freely), draws cards, rolls once, or
ends its turn. Even dice interrupt the turn: every other seat with a card seals one to toss, and the last one reveals
them all. The first seat whose pawn reaches the goal wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import GameOf, Outcome, Refusal, Rejected
from chronik.domain.engine.sealing import Sealing, awaits_choice, choices, seal


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    goal: int = 20
    cards: int = 12


class Turn(Struct, frozen=True, tag="turn", tag_field="t"):
    seat: int


class TossOne(Struct, frozen=True, tag="toss", tag_field="t"):
    seat: int


class Step(Struct, frozen=True, forbid_unknown_fields=True, tag="step", tag_field="t"):
    by: int


class Draw(Struct, frozen=True, forbid_unknown_fields=True, tag="draw", tag_field="t"):
    pass


class Roll(Struct, frozen=True, forbid_unknown_fields=True, tag="roll", tag_field="t"):
    pass


class Toss(Struct, frozen=True, forbid_unknown_fields=True, tag="toss", tag_field="t"):
    card: int


class End(Struct, frozen=True, forbid_unknown_fields=True, tag="end", tag_field="t"):
    pass


Command = Step | Draw | Roll | Toss | End


class PileShuffled(Struct, frozen=True, forbid_unknown_fields=True, tag="pile-shuffled", tag_field="t"):
    order: tuple[int, ...]


class TurnBegan(Struct, frozen=True, forbid_unknown_fields=True, tag="turn-began", tag_field="t"):
    seat: int


class Stepped(Struct, frozen=True, forbid_unknown_fields=True, tag="stepped", tag_field="t"):
    seat: int
    by: int


class Drawn(Struct, frozen=True, forbid_unknown_fields=True, tag="drawn", tag_field="t"):
    seat: int
    card: int


class Rolled(Struct, frozen=True, forbid_unknown_fields=True, tag="rolled", tag_field="t"):
    pips: tuple[int, int]


class Interrupted(Struct, frozen=True, forbid_unknown_fields=True, tag="interrupted", tag_field="t"):
    seats: tuple[int, ...]


class Chosen(Struct, frozen=True, forbid_unknown_fields=True, tag="chosen", tag_field="t"):
    seat: int
    choice: Toss


class Tossed(Struct, frozen=True, forbid_unknown_fields=True, tag="tossed", tag_field="t"):
    cards: tuple[int | None, ...]


class Won(Struct, frozen=True, forbid_unknown_fields=True, tag="won", tag_field="t"):
    seat: int


Event = PileShuffled | TurnBegan | Stepped | Drawn | Rolled | Interrupted | Chosen | Tossed | Won


class State(Sealing, frozen=True):
    """The state; `stack` has the questions, each to a group of seats at once, and only the top one can be answered."""

    goal: int
    pawns: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    pile: tuple[int, ...] = ()
    stack: tuple[tuple[Turn | TossOne, ...], ...] = ()
    rolls: int = 0
    shuffles: int = 0
    winner: int | None = None


def opening(options: Options, seats: int) -> State:
    return State(options.goal, (0,) * seats, ((),) * seats, tuple(range(options.cards)), sealed=(None,) * seats)


def deal(state: State, chance: Chance) -> tuple[Event, ...]:
    return PileShuffled(chance.stream("pile", 0).shuffle(state.pile)), TurnBegan(0)


def decide(state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    prompt = next((prompt for prompt in state.prompts if prompt.seat == seat), None)
    match prompt, command:
        case Turn(), Step(by) if by in (1, 2):
            stepped = Stepped(seat, by)
            return (stepped, Won(seat)) if state.pawns[seat] + by >= state.goal else (stepped,)
        case Turn(), Draw() if state.pile:
            return (Drawn(seat, state.pile[0]),)
        case Turn(), Roll():
            dice = chance.stream("dice", state.rolls)
            rolled = Rolled((1 + dice.below(6), 1 + dice.below(6)))
            others = tuple(other for other, hand in enumerate(state.hands) if hand and other != seat)
            return (rolled, Interrupted(others)) if others and sum(rolled.pips) % 2 == 0 else (rolled,)
        case Turn(), End():
            return (TurnBegan((seat + 1) % len(state.pawns)),)
        case TossOne(), Toss(card) if card in state.hands[seat]:
            chosen = Chosen(seat, command)
            after = evolve(state, chosen)
            if awaits_choice(after):
                return (chosen,)
            return (chosen, Tossed(tuple([toss and toss.card for toss in choices(after)])))
        case None, _:
            raise Rejected("not-asked")
        case _:
            raise Rejected("impossible")


def evolve(state: State, event: Event) -> State:
    match event:
        case PileShuffled(order):
            return replace(state, pile=order, shuffles=state.shuffles + 1)
        case TurnBegan(seat):
            return _asking(state, ((Turn(seat),),))
        case Stepped(seat, by):
            return replace(state, pawns=replace_at(state.pawns, seat, state.pawns[seat] + by))
        case Drawn(seat, card):
            return replace(state, pile=state.pile[1:], hands=replace_at(state.hands, seat, (*state.hands[seat], card)))
        case Rolled():
            return replace(state, rolls=state.rolls + 1)
        case Interrupted(seats):
            return _asking(state, (*state.stack, tuple(map(TossOne, seats))))
        case Chosen(seat, choice):
            return replace(state, sealed=seal(state, seat, choice))
        case Tossed(cards):
            hands = tuple(
                tuple(card for card in hand if card != gone) for hand, gone in zip(state.hands, cards, strict=True)
            )
            return _asking(replace(state, hands=hands, sealed=(None,) * len(cards)), state.stack[:-1])
        case Won(seat):
            return _asking(replace(state, winner=seat), ())
        case _:
            assert_never(event)


def _asking(state: State, stack: tuple[tuple[Turn | TossOne, ...], ...]) -> State:
    return replace(state, stack=stack, prompts=stack[-1] if stack else ())


def options(state: State, seat: int) -> tuple[Command, ...]:
    match next((prompt for prompt in state.prompts if prompt.seat == seat), None):
        case Turn():
            return (Step(1), Step(2), *((Draw(),) if state.pile else ()), Roll(), End())
        case TossOne():
            return tuple(map(Toss, state.hands[seat]))
        case _:
            return ()


def reshuffled(now: State, then: State, undone: Sequence[Event], chance: Chance) -> tuple[Event, ...]:
    """Puts drawn cards back in their places and shuffles the rest."""
    hidden = len(now.pile) if now.shuffles == then.shuffles else len(then.pile)
    known, unknown = then.pile[: len(then.pile) - hidden], then.pile[len(then.pile) - hidden :]
    return (PileShuffled(known + chance.stream("pile", then.shuffles).shuffle(sorted(unknown))),) if unknown else ()


def outcome(state: State) -> Outcome | None:
    if state.winner is None:
        return None
    return Outcome(state.pawns, tuple(1 if seat == state.winner else 2 for seat in range(len(state.pawns))))


DEMO: GameOf[Command, Event, State] = GameOf(
    name="demo",
    version=1,
    facts="",
    seats=(2, 3, 4),
    options_type=Options,
    command_type=Command,
    event_type=Event,
    refusals={"not-asked": Refusal("1", "Not you."), "impossible": Refusal("2", "Not that.")},
    opening=opening,
    deal=deal,
    decide=decide,
    evolve=evolve,
    options=options,
    default=lambda state, seat: options(state, seat)[-1],
    barrier=lambda event: isinstance(event, Drawn | Rolled | Tossed),
    reshuffle=reshuffled,
    outcome=outcome,
    one_winner=True,
)
