"""A game: a frozen value of functions, and the one way its rules say no."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from domain.engine.chance import Chance
from domain.engine.prompts import Asking
from domain.engine.samples import Samples

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S", bound=Asking)


class Rejected(Exception):
    """The rules say no: a code, and facts the asking seat may know. Nothing has changed."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Refusal(Struct, frozen=True):
    """What a code of `Rejected` means: the rule it cites, and a sentence for a person."""

    rule: str
    sentence: str


class Decision(tuple[E, ...]):
    """The events of a command and the state after each, so that the engine need not fold them again."""

    states: Sequence[Any]


class Outcome(Struct, frozen=True):
    """How a match ended: points and places by seat; equal points share the better place."""

    points: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class DeckProblem(Struct, frozen=True, omit_defaults=True):
    """What is wrong with a list, by a code that the pages put into words: the rule it cites, the card, what was found,
    and what is allowed.

    Advice is about a list that may be played as it is.
    """

    code: str
    rule: str
    card: str = ""
    found: str = ""
    allowed: str = ""
    advice: bool = False


class Spelled(Struct, frozen=True, kw_only=True):
    """A list as it was read: how many cards it counts, by what they are, and the list in each of its spellings.

    `json` is canonical: equal lists are equal texts. Every spelling is empty where a list cannot be read as a whole,
    and `code` also where it names more than there is.
    """

    counts: Mapping[str, int]
    json: str = ""
    toml: str = ""
    lines: str = ""
    code: str = ""


def unspelled(text: str, language: str) -> Spelled:
    """What is known of the lists of a game that does not read them."""
    return Spelled(counts={})


def nothing_named(text: str) -> Mapping[str, int]:
    """The cards of a list of a game that does not read them."""
    return {}


class Lists(Struct, Generic[C], frozen=True, kw_only=True):
    """How a game takes the lists of cards that its seats bring along; options are those of its rules.

    By some options seats bring lists (`wanted`), by others none. `problems` says everything that is wrong with a list,
    advice too. `bring` is the command by which a seat brings a list in which nothing is wrong. `house` are lists that
    anybody may bring, each of them legal. `spell` reads a list, and writes it in every spelling, with the names of a
    language. `named` says how often a list names each card, by the card's id.
    """

    wanted: Callable[[Any], bool]
    problems: Callable[[Any, str], tuple[DeckProblem, ...]]
    bring: Callable[[str], C]
    house: Callable[[Any], tuple[str, ...]]
    spell: Callable[[str, str], Spelled] = unspelled
    named: Callable[[str], Mapping[str, int]] = nothing_named


Pools = tuple[tuple[str, ...], ...]
"""What is hidden, in pools of things that may lie in one another's place."""


class Forks(Struct, Generic[E, S], frozen=True, kw_only=True):
    """How a match begins with a position of another one, as the eyes of a seat, or those of nobody, know it.

    `hidden` are the pools of what these eyes do not see, each sorted: it says nothing of what lies where. It raises
    `Rejected` where a state cannot be gone on from. `laid` is the state with what the pools hold in the places of what
    is hidden. `told` is the event of the game that holds a state and its pools, and `event` its type.
    """

    hidden: Callable[[S, int | None], Pools]
    laid: Callable[[S, int | None, Pools], S]
    told: Callable[[S, Pools], E]
    event: type


def places_of(points: tuple[int, ...]) -> tuple[int, ...]:
    """The place of each seat as in a race: equal points share the better place, and the next one is skipped."""
    return tuple([1 + sum([other > own for other in points]) for own in points])


def never_many(state: Any, seat: int) -> tuple[Any, ...]:
    """The forms of a game whose options can all be listed."""
    return ()


def uncounted(state: Any) -> int:
    """The rounds of a game that has a last one anyway."""
    return 0


class GameOf(Struct, Generic[C, E, S], frozen=True, kw_only=True):
    """A rule system over one set of facts.

    `opening` lays the empty table and `deal` says what the start of the match brings. `decide` judges a command and
    returns its events with every automatic consequence (as `Decision` where it knows the states after them), or raises
    `Rejected`; `evolve` copies events into the state.
    `options` lists every legal command of a seat lazily, `forms` are the shapes of those of which there are too many;
    `default` is the answer for a seat that does not give one. `round` counts the rounds begun so far, where a match may
    go on for ever. `presets` name sets of rule options by what differs from the defaults.
    `lists` says how seats bring lists of cards along; None where they never do. `forks` says how a match begins with a
    position of another one; None where it cannot. `samples` stand for the kinds of commands when a seat asks why it may
    not do something.
    `outcome` is None while the match runs; with `one_winner` nobody ever shares its first place.
    From a `barrier` somebody learned something hidden; after an undo across one, `reshuffle` (state now, state gone
    back to, the events in between) shuffles anew what nobody knows.
    """

    name: str
    version: int
    facts: str
    seats: tuple[int, ...]
    options_type: type
    command_type: Any
    event_type: Any
    refusals: Mapping[str, Refusal]
    opening: Callable[[Any, int], S]
    deal: Callable[[S, Chance], tuple[E, ...]]
    decide: Callable[[S, int, C, Chance], tuple[E, ...]]
    evolve: Callable[[S, E], S]
    options: Callable[[S, int], Sequence[C]]
    default: Callable[[S, int], C]
    barrier: Callable[[E], bool]
    reshuffle: Callable[[S, S, Sequence[E], Chance], tuple[E, ...]]
    outcome: Callable[[S], Outcome | None]
    one_winner: bool
    round: Callable[[S], int] = uncounted
    form_type: Any = None
    forms: Callable[[S, int], tuple[Any, ...]] = never_many
    presets: Mapping[str, Mapping[str, Any]] = {}
    lists: Lists[C] | None = None
    forks: Forks[E, S] | None = None
    samples: Samples = Samples()


Game: TypeAlias = GameOf[Any, Any, Any]
"""A game, whatever its commands, events and state."""
