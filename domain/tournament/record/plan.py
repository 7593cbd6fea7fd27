"""The plan of a tournament: what its organiser decides before registration."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from chronik.domain.engine.match.clock import Clock
from chronik.domain.engine.match.events import Disclosure

NO_OPTIONS = Raw(b"{}")

RULES = 2
"""The rules version of new tournaments. A tournament that 0.2.0 rc 1 created continues under version 1."""


class Method(Enum):
    """A method of pairing the rounds of a stage. At tables of three and four, a Swiss stage is played in pods."""

    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    ELIMINATION = "elimination"


class Stage(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stage: rounds paired by one method, at tables of one size if the number of entrants allows it.

    `rounds` is 0 if the method determines the number of rounds. `cut` entrants advance from the previous stage, in the
    order of its standings and the same number from each group; 0 means all of them. `advance` is how many entrants of a
    table survive a knockout round. If `together` is true, all rounds of a Swiss stage at tables of three and four are
    drawn at once when the stage begins. Scores then do not count, and opponents and seats are distributed more evenly
    than they would be round by round. At tables of two, up to `best_of` games are played, until one entrant has won
    more than half of `best_of`.
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
    """The policy for sealed lists: closed permanently, open at their owner's table, or open to all at the end.

    Lists that are open at the table are also opened to all at the end.
    """

    NONE = "none"
    CLOSED = "closed"
    TABLE = "table"
    AFTER = "after"


class Pinned(Struct, frozen=True, forbid_unknown_fields=True):
    """The game's rules version and data set (hex) under which all lists are checked and all tables are played."""

    rules: int
    facts: str


class Plan(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game, the format and the scoring of a tournament. `options` and `clock` are copied unchanged into each match.

    `scoring` names a preset, whose tie-breaks apply unless `tie_breaks` names others. If `elsewhere` is true, the
    tables are not played on this service; their results are reported and confirmed. `capacity` 0 means no limit. The
    first `prizes` places of the final table win a prize; only among these does a lot separate entrants who are tied in
    everything. If `bots_welcome` is false, accounts that a program plays cannot be entered; the service checks this,
    not the rules.
    """

    game: str
    stages: tuple[Stage, ...]
    scoring: str
    options: Raw = NO_OPTIONS
    tie_breaks: tuple[str, ...] = ()
    clock: Clock | None = None
    disclosure: Disclosure = Disclosure.EVERYONE
    decks: Decks = Decks.NONE
    check_in: bool = False
    elsewhere: bool = False
    capacity: int = 0
    prizes: int = 1
    bots_welcome: bool = True
