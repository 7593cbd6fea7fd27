"""Knights: recruiting, activating, promoting, moving, displacing, and chasing the robber (R11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX, corners_at, numbers
from chronik.domain.cities_knights.cards.kinds import Counts
from chronik.domain.cities_knights.commands import (
    ActivateKnight,
    ChaseRobber,
    Command,
    MoveKnight,
    PromoteKnight,
    RecruitKnight,
    Retreat,
)
from chronik.domain.cities_knights.events import (
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightPromoted,
    KnightRecruited,
    KnightRetreated,
    RobberMoved,
)
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import ChaseDestination
from chronik.domain.cities_knights.island.longest_road import settle_longest_road
from chronik.domain.cities_knights.island.occupancy import all_piece_corners, knight_at, opponent_corners, piece_corners
from chronik.domain.cities_knights.island.trails import reachable_corners
from chronik.domain.cities_knights.prompts import ActionPrompt, RetreatPrompt
from chronik.domain.cities_knights.rules.building import check_affordable
from chronik.domain.cities_knights.rules.needs import ACTIVATE, PROMOTE, RECRUIT
from chronik.domain.cities_knights.rules.robber import robber_destinations, steal_or_ask
from chronik.domain.cities_knights.state import OFF_BOARD, Continuation, Knight, Question, State
from chronik.domain.engine.area import Area, action, answer, default, follow, option
from chronik.domain.engine.game import Rejected

BASIC, MIGHTY = 1, 3
POLITICS = 1


def recruit_knight(batch: Batch, prompt: ActionPrompt, command: RecruitKnight) -> None:
    """Places an inactive basic knight next to a road of the seat (R11.1)."""
    seat, cost = prompt.seat, batch.facts.costs.recruit
    if not has_knight_left(batch.facts, batch.state, seat, BASIC):
        raise Rejected("piece-supply")
    if not recruit_corners(batch.state, seat) >> command.corner & 1:
        raise Rejected("corner")
    check_affordable(batch, seat, cost)
    batch.add(KnightRecruited(seat, command.corner, cost))
    settle_longest_road(batch)


def activate_knight(batch: Batch, prompt: ActionPrompt, command: ActivateKnight) -> None:
    """Activates a knight, which becomes ready only in a later turn (R11.2, C-11)."""
    seat, cost = prompt.seat, batch.facts.costs.activate
    if find_own_knight(batch, seat, command.corner).active:
        raise Rejected("knight")
    check_affordable(batch, seat, cost)
    batch.add(KnightActivated(seat, command.corner, cost))


def promote_knight(batch: Batch, prompt: ActionPrompt, command: PromoteKnight) -> None:
    """Promotes a knight by one level at the normal cost (R11.3)."""
    raise_knight_level(batch, prompt.seat, command.corner, batch.facts.costs.promote)


def raise_knight_level(batch: Batch, seat: int, corner: int, cost: Counts = ()) -> None:
    """Promotes a knight by one level, at this cost or for free (R11.3, C-12, C-24)."""
    facts, state = batch.facts, batch.state
    knight = find_own_knight(batch, seat, corner)
    if knight.promoted or knight.level == MIGHTY:
        raise Rejected("knight")
    if knight.level + 1 == MIGHTY and not has_fortress(facts, state, seat):
        raise Rejected("fortress")
    if not has_knight_left(facts, state, seat, knight.level + 1):
        raise Rejected("piece-supply")
    if cost:
        check_affordable(batch, seat, cost)
    batch.add(KnightPromoted(seat, corner, cost))


def move_knight(batch: Batch, prompt: ActionPrompt, command: MoveKnight) -> None:
    """Moves a ready knight along the seat's roads.

    The knight displaces an opponent's weaker knight at its destination (R11.4 to R11.6).
    """
    seat, start, corner = prompt.seat, command.start, command.corner
    knight = find_ready_knight(batch, seat, start)
    if not knight_destinations(batch.facts, batch.state, seat, knight) >> corner & 1:
        raise Rejected("corner")
    if all_piece_corners(batch.state) >> corner & 1:
        displace_knight(batch, seat, corner, start)
    else:
        batch.add(KnightMoved(seat, start, corner))
        settle_longest_road(batch)


def displace_knight(batch: Batch, by: int, corner: int, start: int | None = None) -> None:
    """Displaces an opponent's knight.

    The owner chooses if several retreats are possible, and loses the knight if none is (R11.6, R11.7).

    The knight at `start` moves to the corner. If `start` is None, the corner becomes empty (Intrigue, C-59).
    """
    seat, knight = next(
        (number, knight)
        for number, own in enumerate(batch.state.seats)
        if (knight := knight_at(own, corner)) is not None
    )
    left = 0 if start is None else 1 << start
    ways = numbers(retreat_corners(batch.state, seat, corner, left))
    batch.add(KnightDisplaced(seat, corner, by, lost=not ways))
    if start is not None:
        batch.add(KnightMoved(by, start, corner))
    if len(ways) > 1:
        batch.ask((RetreatPrompt(seat, corner, knight.level, knight.active),), Continuation.ROADS)
        return
    if ways:
        batch.add(KnightRetreated(seat, ways[0], knight.level, knight.active))
    settle_longest_road(batch)


def retreat_knight(batch: Batch, prompt: RetreatPrompt, command: Retreat) -> None:
    """Moves a displaced knight to another corner, with its level and active state unchanged (R11.7, C-16)."""
    if not retreat_corners(batch.state, prompt.seat, prompt.start) >> command.corner & 1:
        raise Rejected("corner")
    batch.add(KnightRetreated(prompt.seat, command.corner, prompt.level, prompt.active))


def continue_retreat(batch: Batch, question: Question) -> None:
    """Updates the longest road, which had to wait for the retreat (R16.3)."""
    settle_longest_road(batch)


def chase_robber(batch: Batch, prompt: ActionPrompt, command: ChaseRobber) -> None:
    """Chases the robber to another hex with a ready knight next to it. The seat then steals there (R11.8, C-17)."""
    seat = prompt.seat
    find_ready_knight(batch, seat, command.corner)
    if not batch.state.awake:
        raise Rejected("robber-asleep")
    if not robber_corners(batch.state) >> command.corner & 1:
        raise Rejected("knight")
    if command.hex not in chase_destinations(batch.facts, batch.state, seat):
        raise Rejected("hex")
    batch.add(RobberMoved(seat, command.hex, command.corner))
    steal_or_ask(batch, seat)


def find_own_knight(batch: Batch, seat: int, corner: int) -> Knight:
    """Returns a seat's knight at a corner, or raises `Rejected`."""
    knight = knight_at(batch.seat(seat), corner)
    if knight is None:
        raise Rejected("knight")
    return knight


def find_ready_knight(batch: Batch, seat: int, corner: int) -> Knight:
    """Returns a seat's ready knight at a corner, or raises `Rejected` (R11.4)."""
    knight = find_own_knight(batch, seat, corner)
    if not knight.ready:
        raise Rejected("not-ready")
    return knight


# Knights left in the supply, and places where they may go


def has_knight_left(facts: Facts, state: State, seat: int, level: int) -> bool:
    """Returns whether the seat has a knight of this level left in its supply (R2.5)."""
    standing = 0
    for knight in state.seats[seat].knights:
        if knight.level == level:
            standing += 1
    return standing < facts.supply.knights[level - 1]


def has_fortress(facts: Facts, state: State, seat: int) -> bool:
    """Returns whether a seat may promote knights to mighty ones (R11.3, R12.3)."""
    return state.seats[seat].levels[POLITICS] >= facts.limits.ability_level


def recruit_corners(state: State, seat: int) -> int:
    """Returns the empty corners next to roads of a seat, where it may place knights (R11.1)."""
    return corners_at(state.seats[seat].roads) & ~all_piece_corners(state)


def promotable_knights(facts: Facts, state: State, seat: int) -> tuple[Knight, ...]:
    """Returns the knights that a seat may promote now, regardless of the cost (R11.3)."""
    rises = [
        has_knight_left(facts, state, seat, 2),
        has_knight_left(facts, state, seat, 3) and has_fortress(facts, state, seat),
    ]
    return tuple(
        [
            knight
            for knight in state.seats[seat].knights
            if knight.level < MIGHTY and not knight.promoted and rises[knight.level - 1]
        ]
    )


def knight_destinations(facts: Facts, state: State, seat: int, knight: Knight) -> int:
    """Returns the corners a knight can move to: empty ones, and those with a weaker opposing knight (R11.5, R11.6)."""
    own, theirs = state.seats[seat], opponent_corners(state, seat)
    reached = reachable_corners(own.roads, theirs, knight.corner)
    empty = reached & ~theirs & ~piece_corners(own)
    return empty | reached & weaker_knight_corners(facts, state, seat, knight.level) if reached & theirs else empty


def weaker_knight_corners(facts: Facts, state: State, seat: int, level: int) -> int:
    """Returns the corners with an opponent's knight that is weaker than knights of this level (R11.6)."""
    strength, corners = facts.knight_strength, 0
    for number, other in enumerate(state.seats):
        if number != seat:
            for knight in other.knights:
                if strength[knight.level - 1] < strength[level - 1]:
                    corners |= 1 << knight.corner
    return corners


def retreat_corners(state: State, seat: int, start: int, left: int = 0) -> int:
    """Returns the corners to which a displaced knight may retreat. Corners in `left` count as empty (R11.7, C-52)."""
    reached = reachable_corners(state.seats[seat].roads, opponent_corners(state, seat) & ~left, start)
    return reached & ~(all_piece_corners(state) & ~left)


def robber_corners(state: State) -> int:
    """Returns the corners of the robber's hex, from which a knight can chase it (R11.8)."""
    return 0 if state.robber == OFF_BOARD else AROUND_HEX[state.robber]


def chase_destinations(facts: Facts, state: State, seat: int) -> tuple[int, ...]:
    """Returns the hexes to which a seat may chase the robber (R11.8, C-18)."""
    numbered = state.options.chase_destination is ChaseDestination.NUMBERED_HEX_ONLY
    return robber_destinations(facts, state, seat, numbered)


# Options, for a seat that can pay the cost


def recruit_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every corner where the seat can recruit a knight."""
    if not has_knight_left(facts, state, seat, BASIC):
        return ()
    return map(RecruitKnight, numbers(recruit_corners(state, seat)))


def activation_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every knight that the seat can activate."""
    return [ActivateKnight(knight.corner) for knight in state.seats[seat].knights if not knight.active]


def promotion_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns a command for every knight that the seat may promote."""
    return [PromoteKnight(knight.corner) for knight in promotable_knights(facts, state, seat)]


def knight_action_options(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Returns every move of a ready knight, and every way to chase the robber."""
    ready = [knight for knight in state.seats[seat].knights if knight.ready]
    return [*_move_options(facts, state, seat, ready), *_chase_options(facts, state, seat, ready)] if ready else ()


def _move_options(facts: Facts, state: State, seat: int, ready: list[Knight]) -> Iterator[Command]:
    for knight in ready:
        for corner in numbers(knight_destinations(facts, state, seat, knight)):
            yield MoveKnight(knight.corner, corner)


def _chase_options(facts: Facts, state: State, seat: int, ready: list[Knight]) -> Iterator[Command]:
    if state.awake:
        beside = robber_corners(state)
        for knight in ready:
            if beside >> knight.corner & 1:
                for hex_ in chase_destinations(facts, state, seat):
                    yield ChaseRobber(knight.corner, hex_)


def retreat_options(facts: Facts, state: State, prompt: RetreatPrompt) -> Sequence[Command]:
    """Returns every retreat of a displaced knight."""
    return [Retreat(corner) for corner in numbers(retreat_corners(state, prompt.seat, prompt.start))]


def default_retreat(facts: Facts, state: State, prompt: RetreatPrompt) -> Command:
    """Returns the default answer: the lowest corner (1.19)."""
    return retreat_options(facts, state, prompt)[0]


AREA = Area(
    answers=(
        answer(RecruitKnight, ActionPrompt, recruit_knight),
        answer(ActivateKnight, ActionPrompt, activate_knight),
        answer(PromoteKnight, ActionPrompt, promote_knight),
        answer(MoveKnight, ActionPrompt, move_knight),
        answer(ChaseRobber, ActionPrompt, chase_robber),
        answer(Retreat, RetreatPrompt, retreat_knight),
    ),
    follows=(follow(Continuation.ROADS, continue_retreat),),
    options=(option(RetreatPrompt, retreat_options),),
    actions=(
        action(recruit_options, RECRUIT),
        action(activation_options, ACTIVATE),
        action(promotion_options, PROMOTE),
        action(knight_action_options),
    ),
    defaults=(default(RetreatPrompt, default_retreat),),
)
