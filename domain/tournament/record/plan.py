"""The plan of a tournament: what its organiser decides before anybody registers."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from domain.engine.match.clock import Clock
from domain.engine.match.events import Disclosure

NOTHING = Raw(b"{}")


class Method(Enum):
    """How the rounds of a stage are paired; at tables of three and four a Swiss stage plays in pods."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ELIMINATION = "elimination"


class Stage(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stage: rounds that are paired by one method, at tables of one size, or the next one where numbers want it.

    `rounds` is 0 where the method says how many it needs. `cut` entrants go on from the stage before, in the order of
    its standings and the same number from each of its groups; 0 is everybody. `advance` is how many of a table stay in
    an elimination. With `together` all rounds of a Swiss stage at tables of three and four are drawn as one when it
    begins: nobody's score counts, and companions and places are shared out better than round by round.
    At tables of two, `best_of` games are played, one after another until somebody has won more than half of them.
    """

    method: Method
    table: Annotated[int, Meta(ge=2, le=4)]
    rounds: Annotated[int, Meta(ge=0, le=30)] = 0
    groups: Annotated[int, Meta(ge=1, le=64)] = 1
    cut: Annotated[int, Meta(ge=0, le=1024)] = 0
    advance: Annotated[int, Meta(ge=1, le=3)] = 1
    together: bool = False
    best_of: Literal[1, 3, 5] = 1


class Decks(Enum):
    """Who sees the sealed lists: nobody until the end, those at a table with their owner, or all at the end."""

    NONE = "none"
    CLOSED = "closed"
    TABLE = "table"
    AFTER = "after"


class Pinned(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules version and the data set (hex) of the game by which all lists are judged and all tables are played."""

    rules: int
    facts: str


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is played, how, and what it counts. `options` and `clock` go into each match as they stand here.

    `scoring` names a preset, whose tie-breaks hold unless others are named here. With `elsewhere` the tables are not
    played here: their results are reported and confirmed. `capacity` 0 is no limit. So many places of the final table
    as `prizes` says bring something: who is equal in everything there is told apart by lot; elsewhere equals share.
    Where bots are not welcome, no account that a program plays is entered: whoever enters people sees to that.
    """

    game: str
    stages: tuple[Stage, ...]
    scoring: str
    options: Raw = NOTHING
    tie_breaks: tuple[str, ...] = ()
    clock: Clock | None = None
    disclosure: Disclosure = Disclosure.EVERYONE
    decks: Decks = Decks.NONE
    check_in: bool = False
    elsewhere: bool = False
    capacity: int = 0
    prizes: int = 1
    bots_welcome: bool = True
