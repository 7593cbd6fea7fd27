"""A game: a frozen value made of functions, and the exception with which its rules refuse a command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from msgspec import Struct

from chronik.domain.engine.chance import Chance
from chronik.domain.engine.prompts import HasPrompts
from chronik.domain.engine.samples import Samples
from chronik.domain.engine.valuing import Valuing

C = TypeVar("C")
E = TypeVar("E")
S = TypeVar("S", bound=HasPrompts)


class Rejected(Exception):
    """Raised when the rules refuse a command, which leaves the match unchanged.

    It has a code, and facts that the asking seat may know.
    """

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


class Refusal(Struct, frozen=True):
    """The explanation of a code of `Rejected`: the rule that it cites, and a sentence for people."""

    rule: str
    sentence: str


class Decision(tuple[E, ...]):
    """The events of a command with the state after each event, so that the engine does not have to fold them again."""

    states: Sequence[Any]


class Outcome(Struct, frozen=True):
    """The result of a match: the points and the place of each seat. Seats with equal points share the better place."""

    points: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


class DeckProblem(Struct, frozen=True, omit_defaults=True):
    """A problem with a deck list: its code, the rule that it cites, the card, the number found and the number allowed.

    `beside` counts the copies that every player gets in addition to those that the list names. The pages turn the code
    into words. If `advice` is set, the list may be played as it is.
    """

    code: str
    rule: str
    card: str = ""
    found: str = ""
    allowed: str = ""
    beside: str = ""
    advice: bool = False


class ParsedList(Struct, frozen=True, kw_only=True):
    """A deck list after parsing: its number of cards by kind, and the list in each text format.

    `json` is canonical: equal lists give equal texts. All formats are empty if any part of the list cannot be read.
    `code` is also empty if the list names more copies than exist.
    """

    counts: Mapping[str, int]
    json: str = ""
    toml: str = ""
    lines: str = ""
    code: str = ""


def parse_nothing(text: str, language: str) -> ParsedList:
    """Returns no counts and no formats, for games that cannot parse lists."""
    return ParsedList(counts={})


def count_no_cards(text: str) -> Mapping[str, int]:
    """Returns no cards, for games that cannot parse lists."""
    return {}


class Lists(Struct, Generic[C], frozen=True, kw_only=True):
    """The functions of a game for the deck lists of its seats. Options are the rule options of the match.

    `expects` returns whether seats bring lists under these options. `problems` returns every problem with a list,
    including advice. `command` returns the command that hands in a valid list. `built_in` returns legal lists that any
    seat may use. `parse` reads a list and writes it in every format, with card names in the given language.
    `count_cards` returns the number of copies of each card, by card id.
    """

    expects: Callable[[Any], bool]
    problems: Callable[[Any, str], tuple[DeckProblem, ...]]
    command: Callable[[str], C]
    built_in: Callable[[Any], tuple[str, ...]]
    parse: Callable[[str, str], ParsedList] = parse_nothing
    count_cards: Callable[[str], Mapping[str, int]] = count_no_cards


Pools = tuple[tuple[str, ...], ...]
"""Hidden things, grouped into pools. A viewer does not know where each thing of a pool is."""


class Step(Struct, Generic[E, S], frozen=True):
    """An event that no undo has struck out, with the states of the game before and after it."""

    event: E
    before: S
    after: S


class Forks(Struct, Generic[E, S], frozen=True, kw_only=True):
    """The functions of a game for forks: matches that begin with a position from another match, as one viewer knows it.

    The viewer is a seat, or None for a spectator. `hidden` returns the pools whose things the viewer cannot locate
    after these steps, in their present order. It raises `Rejected` if the state cannot be played on. `place` returns
    the state with the same things in another order: sorted in a position, shuffled when a match begins. It raises
    `ValueError` or `LookupError` if the things are not in the state. `position` returns the event that records a state
    and its pools. It has the type `event`, and its field `anew` contains the pools.
    """

    hidden: Callable[[S, int | None, Sequence[Step[E, S]]], Pools]
    place: Callable[[S, int | None, Pools, Pools], S]
    position: Callable[[S, Pools], E]
    event: type


def places_of(points: tuple[int, ...]) -> tuple[int, ...]:
    """Returns each seat's place, as in a race: equal points share the better place, and the next place is skipped."""
    return tuple([1 + sum([other > own for other in points]) for own in points])


def list_no_forms(state: Any, seat: int) -> tuple[Any, ...]:
    """Returns no forms, for games whose options can all be listed."""
    return ()


def count_no_rounds(state: Any) -> int:
    """Returns 0, for games with a fixed number of rounds."""
    return 0


def keep_state(state: Any, seat: int) -> Any:
    """Returns the state unchanged, for games whose rules treat a seat that is out like any other seat."""
    return state


class GameOf(Struct, Generic[C, E, S], frozen=True, kw_only=True):
    """A rule system with one set of facts.

    `opening` returns the state before the deal, and `deal` the events at the start of the match. `decide` judges a
    command. It returns the events, including every automatic consequence (as a `Decision` if it has the states), or
    raises `Rejected`. `evolve` copies the outcome of an event into the state.

    `options` lazily lists every legal command of a seat. `forms` describe commands that are too numerous to list.
    `default` is the answer for a seat that does not give one. `round` counts the rounds begun so far, if a match may
    last forever. `presets` are named sets of rule options, given as differences from the defaults.

    `lists` is None if seats never bring deck lists, and `forks` is None if a match cannot begin with a position.
    `valuing` is None if no models fit this rules version and these facts.
    `samples` are commands to try when a seat asks why a kind of command is refused. `outcome` returns None while the
    match runs. If `one_winner` is true, no two seats share first place. `retire` returns the state after a seat is out,
    in which that seat can neither win nor end the match.

    A `barrier` is an event from which a player learned something hidden. After an undo across a barrier, `reshuffle`
    shuffles everything that no player knows. Its arguments are the present state, the state to go back to, the events
    in between, and the chance.
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
    retire: Callable[[S, int], S] = keep_state
    round: Callable[[S], int] = count_no_rounds
    form_type: Any = None
    forms: Callable[[S, int], tuple[Any, ...]] = list_no_forms
    presets: Mapping[str, Mapping[str, Any]] = {}
    lists: Lists[C] | None = None
    forks: Forks[E, S] | None = None
    valuing: Valuing[S] | None = None
    samples: Samples = Samples()


Game: TypeAlias = GameOf[Any, Any, Any]
"""A game with any types of commands, events and state."""


def fold_events(game: Game, state: Any, events: Sequence[Any]) -> Any:
    """Returns the state after the events of a command."""
    if isinstance(events, Decision):
        return events.states[-1]
    for event in events:
        state = game.evolve(state, event)
    return state
