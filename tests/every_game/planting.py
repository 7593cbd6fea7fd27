"""Ways to plant a leak: each takes the true ways out of a match and opens one more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.seats import Seat, Viewer
from chronik.domain.log.canonical import encode
from chronik.projections.match.frames import to_plain
from chronik.projections.match.lines import Line
from tests.every_game.exits import Exits, World

Mutant = Callable[[Exits], Exits]


def in_view(leak: Callable[[Any, Viewer], Any]) -> Mutant:
    """Adds a field to the view."""

    def planted(exits: Exits) -> Exits:
        true = exits.projection.view

        def view(state: Any, viewer: Viewer) -> Any:
            return {**to_plain(true(state, viewer)), "leak": leak(state, viewer)}

        return replace(exits, projection=replace(exits.projection, view=view))

    return planted


def in_line(leak: Callable[[Any], dict[str, Any]]) -> Mutant:
    """Adds a parameter to the public line of an event."""

    def planted(exits: Exits) -> Exits:
        true = exits.projection.line

        def line(event: Any) -> Line:
            said = true(event)
            return Line(said.key, said.seat, {**said.params, **leak(event)})

        return replace(exits, projection=replace(exits.projection, line=line))

    return planted


def in_options(leak: Callable[[Any, int, Sequence[Any]], Sequence[Any]]) -> Mutant:
    """Lets the options reveal something by their selection or order."""

    def planted(exits: Exits) -> Exits:
        true = exits.game.options
        game = replace(exits.game, options=lambda state, seat: leak(state, seat, true(state, seat)))
        return replace(exits, game=game)

    return planted


def in_refusals(leak: Callable[[World, int, Any], Any]) -> Mutant:
    """Adds a fact to refusals."""

    def planted(exits: Exits) -> Exits:
        true = exits.refused

        def refused(exits: Exits, world: World, seat: int, command: Any, refusal: Rejected) -> Any:
            return (true(exits, world, seat, command, refusal), leak(world, seat, command))

        return replace(exits, refused=refused)

    return planted


def in_frames(leak: Callable[[World, int, Viewer], Any]) -> Mutant:
    """Adds something to frames."""

    def planted(exits: Exits) -> Exits:
        true = exits.frames
        return replace(
            exits,
            frames=lambda exits, world, base, viewer: (true(exits, world, base, viewer), leak(world, base, viewer)),
        )

    return planted


def in_audit(leak: Callable[[World], Any]) -> Mutant:
    """Adds a column to the audit."""

    def planted(exits: Exits) -> Exits:
        true = exits.audit
        return replace(exits, audit=lambda exits, world: (true(exits, world), leak(world)))

    return planted


def in_card(leak: Callable[[World], Any]) -> Mutant:
    """Adds something to the summary of the match."""

    def planted(exits: Exits) -> Exits:
        true = exits.card
        return replace(exits, card=lambda exits, world: (true(exits, world), leak(world)))

    return planted


def in_prompts(leak: Callable[[World, int], Any]) -> Mutant:
    """Lets prompts reveal something about other seats."""

    def planted(exits: Exits) -> Exits:
        true = exits.prompts
        return replace(exits, prompts=lambda exits, world, seat: (true(exits, world, seat), leak(world, seat)))

    return planted


def in_scores(leak: Callable[[World], Any]) -> Mutant:
    """Adds something hidden to the scores."""

    def planted(exits: Exits) -> Exits:
        true = exits.scores
        return replace(exits, scores=lambda exits, world: (true(exits, world), leak(world)))

    return planted


def in_reports(leak: Callable[[World], Any]) -> Mutant:
    """Adds something hidden to the reports."""

    def planted(exits: Exits) -> Exits:
        true = exits.reports
        return replace(exits, reports=lambda exits, world: (true(exits, world), leak(world)))

    return planted


def in_preview(leak: Callable[[World], Any]) -> Mutant:
    """Lets a preview reveal more than its seat may know."""

    def planted(exits: Exits) -> Exits:
        true = exits.preview
        return replace(
            exits,
            preview=lambda exits, world, seen, command: (true(exits, world, seen, command), leak(world)),
        )

    return planted


def others(state: Any, viewer: Viewer) -> list[int]:
    """Returns the seats that are not the viewer's."""
    return [number for number in range(len(state.seats)) if viewer != Seat(number)]


def digest(*cards: str) -> str:
    """Returns a hash of some cards in their order."""
    return sha256(",".join(cards).encode()).hexdigest()


def inversions(cards: Sequence[str]) -> int:
    """Returns the number of pairs of cards that are out of order."""
    return sum(a > b for i, a in enumerate(cards) for b in cards[i + 1 :])


RAW_EVENTS = in_frames(lambda world, base, viewer: [entry for entry, _ in world.history[base:]])
"""Frames that contain the stored entries of an open match."""

UNSALTED_HASH = in_frames(lambda world, base, viewer: sha256(encode(world.log[-1])).hexdigest())
"""A hash of each entry without a salt: trying all possible entries reveals the right one."""

COMMANDS_IN_THE_AUDIT = in_audit(lambda world: [entry.cmd for entry in world.log])
SIZES_IN_THE_AUDIT = in_audit(lambda world: [len(encode(one)) for one in world.log])
SECRET_OF_A_HELD_MATCH = in_frames(
    lambda world, base, viewer: (
        world.log[-1].e.secret if world.match.opened and world.match.opened.held and world.match.closed else ""
    )
)
"""Frames of a closed, withheld match that contain its secret, from which everything could be computed."""

SECRET_ON_THE_CARD = in_card(lambda world: world.keys.secret.hex())
STATE_IN_REFUSALS = in_refusals(lambda world, seat, command: repr(world.match.state))
