"""The politics cards about roads and knights: Deserter, Diplomat, Intrigue and Warlord (R14)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import corners_at, numbers
from chronik.domain.cities_knights.commands import (
    PlaceDeserter,
    PlayDeserter,
    PlayDiplomat,
    PlayIntrigue,
    PlayWarlord,
    SurrenderKnight,
)
from chronik.domain.cities_knights.events import DeserterPlaced, KnightsRoused, KnightSurrendered, RoadRemoved
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import DeserterKnightMayAct, DeserterReplacement, DiplomatOpenRoad
from chronik.domain.cities_knights.island.longest_road import settle_longest_road
from chronik.domain.cities_knights.island.occupancy import all_road_edges, knight_corners, opponent_corners
from chronik.domain.cities_knights.island.trails import buildable_edges, open_roads, open_roads_2025
from chronik.domain.cities_knights.prompts import ActionPrompt, DeserterPrompt, SurrenderPrompt
from chronik.domain.cities_knights.rules.knights import (
    BASIC,
    displace_knight,
    find_own_knight,
    has_knight_left,
    recruit_corners,
)
from chronik.domain.cities_knights.rules.progress.playing import Plays, build_action, play_card
from chronik.domain.cities_knights.rules.turn import opponents
from chronik.domain.cities_knights.state import Knight, State
from chronik.domain.engine.area import Area, answer, default, option
from chronik.domain.engine.game import Rejected

# Deserter


def play_deserter(batch: Batch, prompt: ActionPrompt, command: PlayDeserter) -> None:
    """Takes the only knight of an opponent, or asks the opponent to choose one (R14.1)."""
    seat, victim = prompt.seat, command.seat
    play_card(batch, seat, command.card, "deserter")
    if victim not in deserter_victims(batch.state, seat):
        raise Rejected("card-seat")
    knights = batch.seat(victim).knights
    if len(knights) == 1:
        _remove_deserter(batch, victim, knights[0], seat)
    else:
        batch.ask((SurrenderPrompt(victim, seat),))


def deserter_victims(state: State, seat: int) -> tuple[int, ...]:
    """Returns the opponents with a knight."""
    return tuple([other for other in opponents(state, seat) if state.seats[other].knights])


def deserter_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayDeserter]:
    """Yields a Deserter command against each opponent with a knight."""
    for victim in deserter_victims(state, seat):
        yield PlayDeserter(card, victim)


def surrender_knight(batch: Batch, prompt: SurrenderPrompt, command: SurrenderKnight) -> None:
    """Removes the knight that the opponent chose."""
    _remove_deserter(batch, prompt.seat, find_own_knight(batch, prompt.seat, command.corner), prompt.to)


def _remove_deserter(batch: Batch, victim: int, knight: Knight, seat: int) -> None:
    """Removes the knight, and asks the player to place one instead if that is possible (R14.1, C-61)."""
    batch.add(KnightSurrendered(victim, knight.corner))
    if recruit_corners(batch.state, seat) and replacement_levels(batch.facts, batch.state, seat, knight.level):
        batch.ask((DeserterPrompt(seat, knight.level, knight.active),))
    else:
        batch.add(DeserterPlaced(seat))
        settle_longest_road(batch)


def replacement_levels(facts: Facts, state: State, seat: int, level: int) -> tuple[int, ...]:
    """Returns the levels at which a seat may place a deserter of this level, ascending (R14.1, C-22, C-72)."""
    left = [has_knight_left(facts, state, seat, 1 + above) for above in range(3)]
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
    """Places the deserter next to a road, with its active state unchanged, or not at all (R14.1, C-23, C-61)."""
    facts, state, seat = batch.facts, batch.state, prompt.seat
    if command.corner is None and command.level is None:
        batch.add(DeserterPlaced(seat))
    elif command.corner is None or not recruit_corners(state, seat) >> command.corner & 1:
        raise Rejected("corner")
    elif command.level is None or command.level not in replacement_levels(facts, state, seat, prompt.level):
        raise Rejected("deserter-level")
    else:
        ready = prompt.active and state.options.deserter_knight_may_act is DeserterKnightMayAct.YES_IF_ACTIVE
        batch.add(DeserterPlaced(seat, command.corner, command.level, prompt.active, ready))
    settle_longest_road(batch)


def surrender_options(facts: Facts, state: State, prompt: SurrenderPrompt) -> Sequence[SurrenderKnight]:
    """Returns a command for every knight that the seat may give up."""
    return [SurrenderKnight(knight.corner) for knight in state.seats[prompt.seat].knights]


def default_surrender(facts: Facts, state: State, prompt: SurrenderPrompt) -> SurrenderKnight:
    """Returns the default answer: the weakest inactive knight, or else the weakest knight (1.19)."""
    knights = state.seats[prompt.seat].knights
    return SurrenderKnight(min(knights, key=lambda one: (one.active, one.level, one.corner)).corner)


def place_deserter_options(facts: Facts, state: State, prompt: DeserterPrompt) -> Sequence[PlaceDeserter]:
    """Returns a command for every corner and level at which the deserter can be placed, and one to place none."""
    levels = replacement_levels(facts, state, prompt.seat, prompt.level)
    corners = numbers(recruit_corners(state, prompt.seat))
    return [*[PlaceDeserter(corner, level) for corner in corners for level in levels], PlaceDeserter()]


def default_place_deserter(facts: Facts, state: State, prompt: DeserterPrompt) -> PlaceDeserter:
    """Returns the default answer: place no deserter (1.19)."""
    return PlaceDeserter()


# Diplomat


def play_diplomat(batch: Batch, prompt: ActionPrompt, command: PlayDiplomat) -> None:
    """Removes an open road. If it is the seat's road, the seat may rebuild it elsewhere at once (R14.2, C-27, C-63)."""
    seat, edge, rebuilt = prompt.seat, command.edge, command.rebuild
    play_card(batch, seat, command.card, "diplomat")
    state = batch.state
    owner = next((number for number, one in enumerate(state.seats) if one.roads >> edge & 1), None)
    if owner is None or not open_road_edges(state, owner) >> edge & 1:
        raise Rejected("open-road")
    if rebuilt is not None and (owner != seat or not rebuild_edges(state, seat, edge) >> rebuilt & 1):
        raise Rejected("edge")
    batch.add(RoadRemoved(seat, owner, edge, rebuilt, _corners_of_stranded_knights(state, owner, edge, rebuilt)))
    settle_longest_road(batch)


def open_road_edges(state: State, owner: int) -> int:
    """Returns the open roads of a seat (R14.2, C-28, C-74)."""
    seat = state.seats[owner]
    if not seat.roads:
        return 0
    if state.options.diplomat_open_road is DiplomatOpenRoad.FREE_END_2025:
        return open_roads_2025(seat.roads, seat.buildings, knight_corners(seat), opponent_corners(state, owner))
    return open_roads(seat.roads, seat.buildings, knight_corners(seat))


def rebuild_edges(state: State, seat: int, edge: int) -> int:
    """Returns the edges where a seat may rebuild a removed road, other than its old edge (R10.2, R14.2, C-63)."""
    own, road = state.seats[seat], 1 << edge
    return buildable_edges(own.roads ^ road, own.buildings, opponent_corners(state, seat), all_road_edges(state))


def _corners_of_stranded_knights(state: State, owner: int, edge: int, rebuilt: int | None) -> tuple[int, ...]:
    """Returns the corners of knights that no longer touch a road of their owner (C-74)."""
    seat = state.seats[owner]
    roads = (seat.roads ^ 1 << edge) | (0 if rebuilt is None else 1 << rebuilt)
    return numbers(knight_corners(seat) & ~corners_at(roads))


def diplomat_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayDiplomat]:
    """Yields a Diplomat command for each open road, and for each edge where the seat may rebuild its road."""
    for owner in range(len(state.seats)):
        for edge in numbers(open_road_edges(state, owner)):
            yield PlayDiplomat(card, edge)
            if owner == seat:
                for rebuilt in numbers(rebuild_edges(state, seat, edge)):
                    yield PlayDiplomat(card, edge, rebuilt)


# Intrigue


def play_intrigue(batch: Batch, prompt: ActionPrompt, command: PlayIntrigue) -> None:
    """Displaces an opponent's knight at the end of one of the seat's roads. The corner becomes empty (C-46, C-59)."""
    play_card(batch, prompt.seat, command.card, "intrigue")
    if not intrigue_corners(batch.state, prompt.seat) >> command.corner & 1:
        raise Rejected("corner")
    displace_knight(batch, prompt.seat, command.corner)


def intrigue_corners(state: State, seat: int) -> int:
    """Returns the corners next to a seat's roads at which an opponent has a knight of any level."""
    corners = 0
    for other in opponents(state, seat):
        corners |= knight_corners(state.seats[other])
    return corners & corners_at(state.seats[seat].roads)


def intrigue_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayIntrigue]:
    """Yields an Intrigue command against each opponent's knight next to a road of the seat."""
    for corner in numbers(intrigue_corners(state, seat)):
        yield PlayIntrigue(card, corner)


# Warlord


def play_warlord(batch: Batch, prompt: ActionPrompt, command: PlayWarlord) -> None:
    """Activates all knights of the seat, without making them ready (R1.7)."""
    play_card(batch, prompt.seat, command.card, "warlord")
    if not has_inactive_knight(batch.state, prompt.seat):
        raise Rejected("no-effect")
    batch.add(KnightsRoused(prompt.seat))


def has_inactive_knight(state: State, seat: int) -> bool:
    """Returns whether a seat has an inactive knight."""
    return any(not knight.active for knight in state.seats[seat].knights)


def warlord_options(facts: Facts, state: State, seat: int, card: str) -> Iterator[PlayWarlord]:
    """Yields the Warlord command, if the seat has an inactive knight."""
    if has_inactive_knight(state, seat):
        yield PlayWarlord(card)


PLAYS: Mapping[str, Plays] = {
    "deserter": deserter_options,
    "diplomat": diplomat_options,
    "intrigue": intrigue_options,
    "warlord": warlord_options,
}
"""The function that lists the ways to play each card."""

AREA = Area(
    answers=(
        answer(PlayDeserter, ActionPrompt, play_deserter),
        answer(SurrenderKnight, SurrenderPrompt, surrender_knight),
        answer(PlaceDeserter, DeserterPrompt, place_deserter),
        answer(PlayDiplomat, ActionPrompt, play_diplomat),
        answer(PlayIntrigue, ActionPrompt, play_intrigue),
        answer(PlayWarlord, ActionPrompt, play_warlord),
    ),
    options=(
        option(SurrenderPrompt, surrender_options),
        option(DeserterPrompt, place_deserter_options),
    ),
    actions=(build_action(PLAYS),),
    defaults=(
        default(SurrenderPrompt, default_surrender),
        default(DeserterPrompt, default_place_deserter),
    ),
)
