"""Knights: recruiting, activating, promoting, moving, displacing, and chasing the robber (R11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.cities_knights.board import AROUND_HEX, numbers, touched
from domain.cities_knights.cards.kinds import Counts, holds
from domain.cities_knights.commands import (
    ActivateKnight,
    ChaseRobber,
    Command,
    MoveKnight,
    PromoteKnight,
    RecruitKnight,
    Retreat,
)
from domain.cities_knights.events import (
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightPromoted,
    KnightRecruited,
    KnightRetreated,
    RobberMoved,
)
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import ChaseDestination
from domain.cities_knights.island.longest_road import settle_longest_road
from domain.cities_knights.island.standing import blocked, knight_at, occupied
from domain.cities_knights.island.trails import reachable
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import ActionPrompt, RetreatPrompt
from domain.cities_knights.rules.building import afford
from domain.cities_knights.rules.robber import destinations, rob
from domain.cities_knights.state import OFF_BOARD, Continuation, Knight, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

BASIC, MIGHTY = 1, 3
POLITICS = 1


def recruit(batch: Batch, prompt: ActionPrompt, command: RecruitKnight) -> None:
    """A basic knight at an own road, inactive (R11.1)."""
    seat, cost = prompt.seat, batch.facts.costs.recruit
    if not knights_left(batch.facts, batch.state, seat, BASIC):
        raise Rejected("piece-supply")
    if not recruit_corners(batch.state, seat) >> command.corner & 1:
        raise Rejected("corner")
    afford(batch, seat, cost)
    batch.happen(KnightRecruited(seat, command.corner, cost))
    settle_longest_road(batch)


def activate(batch: Batch, prompt: ActionPrompt, command: ActivateKnight) -> None:
    """A knight is active from now on, and ready in a later turn (R11.2, C-11)."""
    seat, cost = prompt.seat, batch.facts.costs.activate
    if own_knight(batch, seat, command.corner).active:
        raise Rejected("knight")
    afford(batch, seat, cost)
    batch.happen(KnightActivated(seat, command.corner, cost))


def promote(batch: Batch, prompt: ActionPrompt, command: PromoteKnight) -> None:
    """A knight rises by one level (R11.3)."""
    raise_knight(batch, prompt.seat, command.corner, batch.facts.costs.promote)


def raise_knight(batch: Batch, seat: int, corner: int, cost: Counts = ()) -> None:
    """A knight rises by one level, for so much or for nothing (R11.3, C-12, C-24)."""
    facts, state = batch.facts, batch.state
    knight = own_knight(batch, seat, corner)
    if knight.promoted or knight.level == MIGHTY:
        raise Rejected("knight")
    if knight.level + 1 == MIGHTY and not fortress(facts, state, seat):
        raise Rejected("fortress")
    if not knights_left(facts, state, seat, knight.level + 1):
        raise Rejected("piece-supply")
    if cost:
        afford(batch, seat, cost)
    batch.happen(KnightPromoted(seat, corner, cost))


def move(batch: Batch, prompt: ActionPrompt, command: MoveKnight) -> None:
    """A ready knight moves along own roads; a weaker one of somebody else makes way (R11.4 to R11.6)."""
    seat, start, corner = prompt.seat, command.start, command.corner
    knight = ready_knight(batch, seat, start)
    if not moves(batch.facts, batch.state, seat, knight) >> corner & 1:
        raise Rejected("corner")
    if occupied(batch.state) >> corner & 1:
        displace(batch, seat, corner, start)
    else:
        batch.happen(KnightMoved(seat, start, corner))
        settle_longest_road(batch)


def displace(batch: Batch, by: int, corner: int, start: int | None = None) -> None:
    """An opponent's knight is driven away: its owner says where to, if there is a choice, or loses it (R11.6, R11.7).

    The knight that drives it away comes from `start`; without one nobody takes its place (C-59).
    """
    seat, knight = next(
        (number, knight)
        for number, own in enumerate(batch.state.seats)
        if (knight := knight_at(own, corner)) is not None
    )
    left = 0 if start is None else 1 << start
    ways = numbers(retreats(batch.state, seat, corner, left))
    batch.happen(KnightDisplaced(seat, corner, by, lost=not ways))
    if start is not None:
        batch.happen(KnightMoved(by, start, corner))
    if len(ways) > 1:
        batch.ask((RetreatPrompt(seat, corner, knight.level, knight.active),), Continuation.ROADS)
        return
    if ways:
        batch.happen(KnightRetreated(seat, ways[0], knight.level, knight.active))
    settle_longest_road(batch)


def retreat(batch: Batch, prompt: RetreatPrompt, command: Retreat) -> None:
    """A displaced knight finds another corner, as strong and as active as it was (R11.7, C-16)."""
    if not retreats(batch.state, prompt.seat, prompt.start) >> command.corner & 1:
        raise Rejected("corner")
    batch.happen(KnightRetreated(prompt.seat, command.corner, prompt.level, prompt.active))


def go_on(batch: Batch, question: Question) -> None:
    """The longest road is settled after the retreat, not before (R16.3)."""
    settle_longest_road(batch)


def chase(batch: Batch, prompt: ActionPrompt, command: ChaseRobber) -> None:
    """A ready knight beside the robber sends it to another hex, and its seat steals there (R11.8, C-17)."""
    seat = prompt.seat
    ready_knight(batch, seat, command.corner)
    if not batch.state.awake:
        raise Rejected("robber-asleep")
    if not beside_robber(batch.state) >> command.corner & 1:
        raise Rejected("knight")
    if command.hex not in chase_destinations(batch.facts, batch.state, seat):
        raise Rejected("hex")
    batch.happen(RobberMoved(seat, command.hex, command.corner))
    rob(batch, seat)


def own_knight(batch: Batch, seat: int, corner: int) -> Knight:
    """The knight of a seat at a corner, or a refusal."""
    knight = knight_at(batch.seat(seat), corner)
    if knight is None:
        raise Rejected("knight")
    return knight


def ready_knight(batch: Batch, seat: int, corner: int) -> Knight:
    """The ready knight of a seat at a corner, or a refusal (R11.4)."""
    knight = own_knight(batch, seat, corner)
    if not knight.ready:
        raise Rejected("not-ready")
    return knight


# What knights there are, and where they may go


def knights_left(facts: Facts, state: State, seat: int, level: int) -> bool:
    """Whether a knight of a level is in supply (R2.5)."""
    standing = 0
    for knight in state.seats[seat].knights:
        if knight.level == level:
            standing += 1
    return standing < facts.supply.knights[level - 1]


def fortress(facts: Facts, state: State, seat: int) -> bool:
    """Whether a seat may promote knights to mighty ones (R11.3, R12.3)."""
    return state.seats[seat].levels[POLITICS] >= facts.limits.ability_level


def recruit_corners(state: State, seat: int) -> int:
    """The empty corners at an own road, where knights are placed (R11.1)."""
    return touched(state.seats[seat].roads) & ~occupied(state)


def promotable(facts: Facts, state: State, seat: int) -> tuple[Knight, ...]:
    """The knights of a seat that may be promoted now, whatever it costs (R11.3)."""
    rises = [knights_left(facts, state, seat, 2), knights_left(facts, state, seat, 3) and fortress(facts, state, seat)]
    return tuple(
        [
            knight
            for knight in state.seats[seat].knights
            if knight.level < MIGHTY and not knight.promoted and rises[knight.level - 1]
        ]
    )


def moves(facts: Facts, state: State, seat: int, knight: Knight) -> int:
    """The corners a knight of a seat comes to: empty ones, and those of weaker knights of others (R11.5, R11.6)."""
    reached = reachable(state.seats[seat].roads, blocked(state, seat), knight.corner)
    return reached & (~occupied(state) | weaker(facts, state, seat, knight.level))


def weaker(facts: Facts, state: State, seat: int, level: int) -> int:
    """The corners with a knight of another seat that is weaker than those of a level (R11.6)."""
    strength, corners = facts.knight_strength, 0
    for number, other in enumerate(state.seats):
        if number != seat:
            for knight in other.knights:
                if strength[knight.level - 1] < strength[level - 1]:
                    corners |= 1 << knight.corner
    return corners


def retreats(state: State, seat: int, start: int, left: int = 0) -> int:
    """The empty corners to which a knight of a seat may retreat; those in `left` are about to be left (R11.7, C-52)."""
    reached = reachable(state.seats[seat].roads, blocked(state, seat) & ~left, start)
    return reached & ~(occupied(state) & ~left)


def beside_robber(state: State) -> int:
    """The corners of the robber's hex, from which it can be chased (R11.8)."""
    return 0 if state.robber == OFF_BOARD else AROUND_HEX[state.robber]


def chase_destinations(facts: Facts, state: State, seat: int) -> tuple[int, ...]:
    """The hexes to which a seat may chase the robber (R11.8, C-18)."""
    numbered = state.options.chase_destination is ChaseDestination.NUMBERED_HEX_ONLY
    return destinations(facts, state, seat, numbered)


# What is offered


def recruits(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every basic knight one can pay."""
    if not holds(state.seats[seat].hand, facts.costs.recruit) or not knights_left(facts, state, seat, BASIC):
        return ()
    return map(RecruitKnight, numbers(recruit_corners(state, seat)))


def activations(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every activation one can pay."""
    if not holds(state.seats[seat].hand, facts.costs.activate):
        return ()
    return [ActivateKnight(knight.corner) for knight in state.seats[seat].knights if not knight.active]


def promotions(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every promotion one can pay."""
    if not state.seats[seat].knights or not holds(state.seats[seat].hand, facts.costs.promote):
        return ()
    return [PromoteKnight(knight.corner) for knight in promotable(facts, state, seat)]


def sorties(facts: Facts, state: State, seat: int) -> Iterable[Command]:
    """Every move of a ready knight, and every way to chase the robber."""
    ready = [knight for knight in state.seats[seat].knights if knight.ready]
    return [*_marches(facts, state, seat, ready), *_chases(facts, state, seat, ready)] if ready else ()


def _marches(facts: Facts, state: State, seat: int, ready: list[Knight]) -> Iterator[Command]:
    for knight in ready:
        for corner in numbers(moves(facts, state, seat, knight)):
            yield MoveKnight(knight.corner, corner)


def _chases(facts: Facts, state: State, seat: int, ready: list[Knight]) -> Iterator[Command]:
    if state.awake:
        beside = beside_robber(state)
        for knight in ready:
            if beside >> knight.corner & 1:
                for hex_ in chase_destinations(facts, state, seat):
                    yield ChaseRobber(knight.corner, hex_)


def refuges(facts: Facts, state: State, prompt: RetreatPrompt) -> Sequence[Command]:
    """Every corner to which a displaced knight may retreat."""
    return [Retreat(corner) for corner in numbers(retreats(state, prompt.seat, prompt.start))]


def lowest_refuge(facts: Facts, state: State, prompt: RetreatPrompt) -> Command:
    """Retreat by default: the lowest corner (1.19)."""
    return refuges(facts, state, prompt)[0]


AREA = Area(
    answers=(
        answer(RecruitKnight, ActionPrompt, recruit),
        answer(ActivateKnight, ActionPrompt, activate),
        answer(PromoteKnight, ActionPrompt, promote),
        answer(MoveKnight, ActionPrompt, move),
        answer(ChaseRobber, ActionPrompt, chase),
        answer(Retreat, RetreatPrompt, retreat),
    ),
    follows=(follow(Continuation.ROADS, go_on),),
    options=(option(RetreatPrompt, refuges),),
    actions=(
        recruits,
        activations,
        promotions,
        sorties,
    ),
    defaults=(default(RetreatPrompt, lowest_refuge),),
)
