"""A tiny game for two seats, each with a hidden list of three numbers from 1 to 9.

They take turns playing two of their three numbers, and the higher sum wins. The third one is never shown, so a list
stays secret even when the match is over.
"""

from __future__ import annotations

from collections import Counter
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import DeckProblem, GameOf, Lists, Outcome, Refusal, Rejected, places_of
from chronik.domain.engine.sealing import Sealing, awaits_choice, choices, seal

SIZE, PLAYED = 3, 2


class Options(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The options: whether the seats bring lists to the opening, or are asked for them."""

    along: bool = True


class AskList(Struct, frozen=True, tag="bring", tag_field="t"):
    seat: int


class AskNumber(Struct, frozen=True, tag="play", tag_field="t"):
    seat: int


class Bring(Struct, frozen=True, forbid_unknown_fields=True, tag="bring", tag_field="t"):
    numbers: tuple[int, ...]


class Play(Struct, frozen=True, forbid_unknown_fields=True, tag="play", tag_field="t"):
    number: int


Command = Bring | Play
Prompt = AskList | AskNumber


class ListsAsked(Struct, frozen=True, forbid_unknown_fields=True, tag="lists-asked", tag_field="t"):
    """Both seats are asked for a list."""


class ListSealed(Struct, frozen=True, forbid_unknown_fields=True, tag="list-sealed", tag_field="t"):
    seat: int
    choice: Bring


class ListsBrought(Struct, frozen=True, forbid_unknown_fields=True, tag="lists-brought", tag_field="t"):
    lists: tuple[tuple[int, ...], ...]


class Played(Struct, frozen=True, forbid_unknown_fields=True, tag="played", tag_field="t"):
    seat: int
    number: int


Event = ListsAsked | ListSealed | ListsBrought | Played


class State(Sealing, frozen=True):
    lists: tuple[tuple[int, ...], ...] = ((), ())
    played: tuple[tuple[int, ...], ...] = ((), ())


def opening(options: Options, seats: int) -> State:
    return State(sealed=(None, None))


def deal(state: State, chance: Chance) -> tuple[Event, ...]:
    return (ListsAsked(),)


def decide(state: State, seat: int, command: Command, chance: Chance) -> tuple[Event, ...]:
    prompt = next((prompt for prompt in state.prompts if prompt.seat == seat), None)
    match prompt, command:
        case AskList(), Bring(numbers):
            if len(numbers) != SIZE:
                raise Rejected("list-size", found=len(numbers), allowed=SIZE)
            if list(numbers) != sorted({*numbers} & {*range(1, 10)}):
                raise Rejected("list-numbers")
            sealed = ListSealed(seat, command)
            after = evolve(state, sealed)
            if awaits_choice(after):
                return (sealed,)
            return (sealed, ListsBrought(tuple(bring.numbers for bring in choices(after))))
        case AskNumber(), Play(number) if number in state.lists[seat] and number not in state.played[seat]:
            return (Played(seat, number),)
        case None, _:
            raise Rejected("not-asked")
        case _:
            raise Rejected("impossible")


def evolve(state: State, event: Event) -> State:
    match event:
        case ListsAsked():
            return replace(state, prompts=(AskList(0), AskList(1)))
        case ListSealed(seat, choice):
            return replace(state, sealed=seal(state, seat, choice))
        case ListsBrought(lists):
            return replace(state, lists=lists, sealed=(None, None), prompts=(AskNumber(0),))
        case Played(seat, number):
            played = replace_at(state.played, seat, (*state.played[seat], number))
            over = all(len(numbers) == PLAYED for numbers in played)
            return replace(state, played=played, prompts=() if over else (AskNumber(1 - seat),))
        case _:
            assert_never(event)


def options(state: State, seat: int) -> tuple[Command, ...]:
    match next((prompt for prompt in state.prompts if prompt.seat == seat), None):
        case AskList():
            return (Bring((1, 2, 3)), Bring((4, 5, 6)))
        case AskNumber():
            return tuple(Play(number) for number in state.lists[seat] if number not in state.played[seat])
        case _:
            return ()


def outcome(state: State) -> Outcome | None:
    if any(len(numbers) < PLAYED for numbers in state.played):
        return None
    points = (sum(state.played[0]), sum(state.played[1]))
    return Outcome(points, places_of(points))


def problems(options: Options, text: str) -> tuple[DeckProblem, ...]:
    """Returns the faults of a list such as `1 5 9`, with advice if the numbers are small."""
    if not all(one.isdecimal() for one in text.split()):
        return (DeckProblem("not-numbers", "4"),)
    numbers = [int(one) for one in text.split()]
    found: list[DeckProblem] = []
    if len(numbers) != SIZE:
        found.append(DeckProblem("size", "3", found=str(len(numbers)), allowed=str(SIZE)))
    if numbers != sorted({*numbers} & {*range(1, 10)}):
        found.append(DeckProblem("numbers", "4"))
    if sum(numbers) < 10:
        found.append(DeckProblem("small", "5", advice=True))
    return tuple(found)


def bring(text: str) -> Bring:
    return Bring(tuple(map(int, text.split())))


LISTS: GameOf[Command, Event, State] = GameOf(
    name="lists",
    version=1,
    facts="ab" * 32,
    seats=(2,),
    options_type=Options,
    command_type=Command,
    event_type=Event,
    refusals={
        "not-asked": Refusal("1", "Not you."),
        "impossible": Refusal("2", "Not that."),
        "list-size": Refusal("3", "Three numbers."),
        "list-numbers": Refusal("4", "Different numbers from 1 to 9, ascending."),
    },
    opening=opening,
    deal=deal,
    decide=decide,
    evolve=evolve,
    options=options,
    default=lambda state, seat: options(state, seat)[0],
    barrier=lambda event: isinstance(event, ListsBrought | Played),
    reshuffle=lambda now, then, undone, chance: (),
    outcome=outcome,
    one_winner=False,
    lists=Lists(
        expects=lambda options: options.along,
        problems=problems,
        command=bring,
        built_in=lambda options: ("1 2 3", "4 5 6"),
        count_cards=lambda text: Counter(text.split()),
    ),
)
