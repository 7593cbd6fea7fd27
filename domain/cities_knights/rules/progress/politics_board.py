"""The politics cards about roads and knights: Deserter, Diplomat, Intrigue and Warlord (R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.cities_knights.board import numbers, touched
from domain.cities_knights.commands import (
    PlaceDeserter,
    PlayDeserter,
    PlayDiplomat,
    PlayIntrigue,
    PlayWarlord,
    SurrenderKnight,
)
from domain.cities_knights.events import DeserterPlaced, KnightsRoused, KnightSurrendered, RoadRemoved
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import DeserterKnightMayAct, DeserterReplacement, DiplomatOpenRoad
from domain.cities_knights.island.longest_road import settle_longest_road
from domain.cities_knights.island.standing import blocked, knight_corners, taken_edges
from domain.cities_knights.island.trails import extensions, open_roads, open_roads_2025
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, DeserterPrompt, SurrenderPrompt
from domain.cities_knights.rules.knights import BASIC, displace, knights_left, own_knight, recruit_corners
from domain.cities_knights.rules.progress.playing import Plays, offering, play
from domain.cities_knights.rules.turn import opponents
from domain.cities_knights.state import Knight, State
from domain.engine.area import Area, answer, default, option
from domain.engine.game import Rejected

# Deserter


def deserter(batch: Batch, prompt: ActionPrompt, command: PlayDeserter) -> None:
    """An opponent gives up one of its knights, and says which if it has several (R14.1)."""
    seat, victim = prompt.seat, command.seat
    play(batch, seat, command.card, "deserter")
    if victim not in betrayed(batch.state, seat):
        raise Rejected("card-seat")
    knights = batch.seat(victim).knights
    if len(knights) == 1:
        _desert(batch, victim, knights[0], seat)
    else:
        batch.ask((SurrenderPrompt(victim, seat),))


def betrayed(state: State, seat: int) -> tuple[int, ...]:
    """The opponents with a knight."""
    return tuple([other for other in opponents(state, seat) if state.seats[other].knights])


def deserters(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayDeserter]:
    """A Deserter against each of them."""
    for victim in betrayed(state, seat):
        yield PlayDeserter(card, victim)


def surrender(batch: Batch, prompt: SurrenderPrompt, command: SurrenderKnight) -> None:
    """The opponent has chosen the knight."""
    _desert(batch, prompt.seat, own_knight(batch, prompt.seat, command.corner), prompt.to)


def _desert(batch: Batch, victim: int, knight: Knight, seat: int) -> None:
    """The knight is gone; the player may place one for it, unless there is no way to (R14.1, C-61)."""
    batch.happen(KnightSurrendered(victim, knight.corner))
    if recruit_corners(batch.state, seat) and replacement_levels(batch.facts, batch.state, seat, knight.level):
        batch.ask((DeserterPrompt(seat, knight.level, knight.active),))
    else:
        batch.happen(DeserterPlaced(seat))
        settle_longest_road(batch)


def replacement_levels(facts: Facts, state: State, seat: int, level: int) -> tuple[int, ...]:
    """The levels on which a seat may place a deserter of some level, ascending (R14.1, C-22, C-72)."""
    left = [knights_left(facts, state, seat, 1 + above) for above in range(3)]
    match state.options.deserter_replacement:
        case DeserterReplacement.SAME_OR_LOWER:
            allowed: tuple[int, ...] = tuple(range(BASIC, level + 1))
        case DeserterReplacement.SAME_ELSE_BASIC:
            allowed = (level,) if left[level - 1] else (BASIC,)
        case DeserterReplacement.SAME_ONLY:
            allowed = (level,)
        case DeserterReplacement.ANY_LEVEL:
            allowed = (1, 2, 3)
    return tuple([one for one in allowed if left[one - 1]])


def place_deserter(batch: Batch, prompt: DeserterPrompt, command: PlaceDeserter) -> None:
    """The knight stands at an own road, as active as it was before, or nowhere (R14.1, C-23, C-61)."""
    facts, state, seat = batch.facts, batch.state, prompt.seat
    if command.corner is None and command.level is None:
        batch.happen(DeserterPlaced(seat))
    elif command.corner is None or not recruit_corners(state, seat) >> command.corner & 1:
        raise Rejected("corner")
    elif command.level is None or command.level not in replacement_levels(facts, state, seat, prompt.level):
        raise Rejected("deserter-level")
    else:
        ready = prompt.active and state.options.deserter_knight_may_act is DeserterKnightMayAct.YES_IF_ACTIVE
        batch.happen(DeserterPlaced(seat, command.corner, command.level, prompt.active, ready))
    settle_longest_road(batch)


def traitors(facts: Facts, state: State, prompt: SurrenderPrompt) -> Sequence[SurrenderKnight]:
    """Every knight that may be given up."""
    return [SurrenderKnight(knight.corner) for knight in state.seats[prompt.seat].knights]


def least_knight(facts: Facts, state: State, prompt: SurrenderPrompt) -> SurrenderKnight:
    """The knight given up by default: an inactive one first, the weakest of them (1.19)."""
    knights = state.seats[prompt.seat].knights
    return SurrenderKnight(min(knights, key=lambda one: (one.active, one.level, one.corner)).corner)


def deserter_places(facts: Facts, state: State, prompt: DeserterPrompt) -> Sequence[PlaceDeserter]:
    """Every corner and level for the deserter, and nowhere."""
    levels = replacement_levels(facts, state, prompt.seat, prompt.level)
    corners = numbers(recruit_corners(state, prompt.seat))
    return [*[PlaceDeserter(corner, level) for corner in corners for level in levels], PlaceDeserter()]


def no_deserter(facts: Facts, state: State, prompt: DeserterPrompt) -> PlaceDeserter:
    """The deserter by default: nowhere (1.19)."""
    return PlaceDeserter()


# Diplomat


def diplomat(batch: Batch, prompt: ActionPrompt, command: PlayDiplomat) -> None:
    """An open road is removed; an own one may lie elsewhere at once (R14.2, C-27, C-63)."""
    seat, edge, rebuilt = prompt.seat, command.edge, command.rebuild
    play(batch, seat, command.card, "diplomat")
    state = batch.state
    owner = next((number for number, one in enumerate(state.seats) if one.roads >> edge & 1), None)
    if owner is None or not open_to_diplomats(state, owner) >> edge & 1:
        raise Rejected("open-road")
    if rebuilt is not None and (owner != seat or not rebuilding_edges(state, seat, edge) >> rebuilt & 1):
        raise Rejected("edge")
    batch.happen(RoadRemoved(seat, owner, edge, rebuilt, _stranded(state, owner, edge, rebuilt)))
    settle_longest_road(batch)


def open_to_diplomats(state: State, owner: int) -> int:
    """The open roads of a seat (R14.2, C-28, C-74)."""
    seat = state.seats[owner]
    if not seat.roads:
        return 0
    if state.options.diplomat_open_road is DiplomatOpenRoad.FREE_END_2025:
        return open_roads_2025(seat.roads, seat.buildings, knight_corners(seat), blocked(state, owner))
    return open_roads(seat.roads, seat.buildings, knight_corners(seat))


def rebuilding_edges(state: State, seat: int, edge: int) -> int:
    """Where an own road may lie instead: R10.2 without it, and not in its old place (R14.2, C-63)."""
    own, road = state.seats[seat], 1 << edge
    return extensions(own.roads ^ road, own.buildings, blocked(state, seat), taken_edges(state))


def _stranded(state: State, owner: int, edge: int, rebuilt: int | None) -> tuple[int, ...]:
    """The corners of the knights that no road of their owner touches any more (C-74)."""
    seat = state.seats[owner]
    roads = (seat.roads ^ 1 << edge) | (0 if rebuilt is None else 1 << rebuilt)
    return numbers(knight_corners(seat) & ~touched(roads))


def diplomats(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayDiplomat]:
    """A Diplomat for each open road, and for each place an own one may have instead."""
    for owner in range(len(state.seats)):
        for edge in numbers(open_to_diplomats(state, owner)):
            yield PlayDiplomat(card, edge)
            if owner == seat:
                for rebuilt in numbers(rebuilding_edges(state, seat, edge)):
                    yield PlayDiplomat(card, edge, rebuilt)


# Intrigue


def intrigue(batch: Batch, prompt: ActionPrompt, command: PlayIntrigue) -> None:
    """An opponent's knight at an own road makes way, and nobody takes its place (C-46, C-59)."""
    play(batch, prompt.seat, command.card, "intrigue")
    if not intrigued(batch.state, prompt.seat) >> command.corner & 1:
        raise Rejected("corner")
    displace(batch, prompt.seat, command.corner)


def intrigued(state: State, seat: int) -> int:
    """The corners at own roads with a knight of somebody else, however strong."""
    corners = 0
    for other in opponents(state, seat):
        corners |= knight_corners(state.seats[other])
    return corners & touched(state.seats[seat].roads)


def intrigues(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayIntrigue]:
    """An Intrigue against each of those knights."""
    for corner in numbers(intrigued(state, seat)):
        yield PlayIntrigue(card, corner)


# Warlord


def warlord(batch: Batch, prompt: ActionPrompt, command: PlayWarlord) -> None:
    """All own knights become active, but no readier than they were (R1.7)."""
    play(batch, prompt.seat, command.card, "warlord")
    if not sleepers(batch.state, prompt.seat):
        raise Rejected("no-effect")
    batch.happen(KnightsRoused(prompt.seat))


def sleepers(state: State, seat: int) -> bool:
    """Whether a seat has an inactive knight."""
    return any(not knight.active for knight in state.seats[seat].knights)


def warlords(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayWarlord]:
    """The Warlord, if somebody sleeps."""
    if sleepers(state, seat):
        yield PlayWarlord(card)


PLAYS: Mapping[str, Plays] = {
    "deserter": deserters,
    "diplomat": diplomats,
    "intrigue": intrigues,
    "warlord": warlords,
}
"""By card every way to play it."""

AREA = Area(
    answers=(
        answer(PlayDeserter, ActionPrompt, deserter),
        answer(SurrenderKnight, SurrenderPrompt, surrender),
        answer(PlaceDeserter, DeserterPrompt, place_deserter),
        answer(PlayDiplomat, ActionPrompt, diplomat),
        answer(PlayIntrigue, ActionPrompt, intrigue),
        answer(PlayWarlord, ActionPrompt, warlord),
    ),
    options=(
        option(SurrenderPrompt, traitors),
        option(DeserterPrompt, deserter_places),
    ),
    actions=(offering(PLAYS),),
    defaults=(
        default(SurrenderPrompt, least_knight),
        default(DeserterPrompt, no_deserter),
    ),
)
