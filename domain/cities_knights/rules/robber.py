"""The seven: half of a full hand goes, the robber comes and steals (R8)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.cities_knights.board import AROUND_HEX
from domain.cities_knights.cards.kinds import KINDS, counted
from domain.cities_knights.cards.multisets import Choices, chosen_from, most_plentiful
from domain.cities_knights.commands import ChooseVictim, Discard, MoveRobber
from domain.cities_knights.events import CardsDiscarded, CardStolen, RobberMoved
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.rulesets import SevensBeforeFirstAttack
from domain.cities_knights.making import Batch
from domain.cities_knights.prompts import Cause, DiscardPrompt, RobberPrompt, VictimPrompt
from domain.cities_knights.rules.points import points_of
from domain.cities_knights.rules.turn import begin_action, clockwise, opponents
from domain.cities_knights.state import Continuation, Question, SeatState, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

FRIENDLY_UP_TO = 3
"""C-68: whoever has no more points than this is spared by a friendly robber."""


def seven(batch: Batch) -> None:
    """Everybody over the limit is asked for half the hand, all at once; then comes the robber (R8.1, R8.2)."""
    state = batch.state
    if state.options.sevens_before_first_attack is SevensBeforeFirstAttack.NO_DISCARD and not state.attacks:
        begin_action(batch)
        return
    seats = state.seats
    full = [seat for seat in clockwise(state) if sum(seats[seat].hand) > hand_limit(batch.facts, seats[seat])]
    if full:
        batch.ask((DiscardPrompt(seat, sum(seats[seat].hand) // 2, Cause.SEVEN) for seat in full), Continuation.SEVEN)
    else:
        call_robber(batch)


def hand_limit(facts: Facts, seat: SeatState) -> int:
    """How many cards a seat may hold on a seven (R8.1)."""
    return facts.limits.hand_limit + facts.limits.per_wall * seat.walls.bit_count()


def discard(batch: Batch, prompt: DiscardPrompt, command: Discard) -> None:
    """So many cards of the own hand go to the bank (R8.1, Saboteur)."""
    if not chosen_from(batch.seat(prompt.seat).hand, prompt.count, command.cards):
        raise Rejected("cards")
    batch.happen(CardsDiscarded(prompt.seat, counted(command.cards), prompt.why))


def call_robber(batch: Batch) -> None:
    """The active seat moves the robber, unless it is asleep (R8.2, R8.5)."""
    if batch.state.awake:
        batch.ask((RobberPrompt(batch.state.active),), Continuation.ROBBERY)
    else:
        begin_action(batch)


def after_discards(batch: Batch, question: Question) -> None:
    """All discards finish before the robber moves (R8.1)."""
    call_robber(batch)


def destinations(facts: Facts, state: State, seat: int, numbered: bool = False) -> tuple[int, ...]:
    """The hexes to which a seat may move the robber: any other one (R8.2, C-73).

    With `numbered` only those with a token (R11.8). A friendly robber spares the poor, if that leaves a hex (C-68).
    """
    hexes = tuple([h for h in range(len(AROUND_HEX)) if h != state.robber and (state.tokens[h] or not numbered)])
    if not state.options.friendly_robber:
        return hexes
    spared = 0
    for other, theirs in enumerate(state.seats):
        if other != seat and points_of(facts, state, other) <= FRIENDLY_UP_TO:
            spared |= theirs.buildings
    return tuple([h for h in hexes if not AROUND_HEX[h] & spared]) or hexes


def move(batch: Batch, prompt: RobberPrompt, command: MoveRobber) -> None:
    """The robber goes to another hex (R8.2)."""
    if command.hex not in destinations(batch.facts, batch.state, prompt.seat):
        raise Rejected("hex")
    batch.happen(RobberMoved(prompt.seat, command.hex))


def victims(state: State, seat: int) -> tuple[int, ...]:
    """The opponents with a building at the robber's hex and a card in hand (R8.3), clockwise from the thief."""
    around = AROUND_HEX[state.robber]
    return tuple(
        [
            other
            for other in opponents(state, seat)
            if state.seats[other].buildings & around and any(state.seats[other].hand)
        ]
    )


def rob(batch: Batch, seat: int, then: Continuation | None = None) -> bool:
    """A seat steals where the robber stands now: of nobody, of the only victim, or it chooses (R8.3).

    Tells whether it is asked; `then` follows the answer.
    """
    among = victims(batch.state, seat)
    if len(among) > 1:
        batch.ask((VictimPrompt(seat, tuple(sorted(among))),), then)
        return True
    for victim in among:
        steal(batch, seat, victim)
    return False


def steal(batch: Batch, thief: int, victim: int) -> None:
    """A card of the victim's hand, each equally likely, goes to the thief (R8.3, C-57)."""
    hand = batch.seat(victim).hand
    among = sum(hand)
    index = batch.chance.stream("steal", batch.state.steals).below(among)
    passed = 0
    for kind, count in zip(KINDS, hand, strict=True):
        passed += count
        if index < passed:
            batch.happen(CardStolen(thief, victim, index, among, kind))
            return


def robbery(batch: Batch, question: Question) -> None:
    """After the robber was moved on a seven (R8.3)."""
    if not rob(batch, batch.state.active, Continuation.ACTION):
        begin_action(batch)


def choose(batch: Batch, prompt: VictimPrompt, command: ChooseVictim) -> None:
    """One of several victims is robbed (R8.3)."""
    if command.seat not in prompt.among:
        raise Rejected("victim")
    steal(batch, prompt.seat, command.seat)


def end_roll(batch: Batch, question: Question) -> None:
    """The last question of the roll is answered."""
    begin_action(batch)


def discards(facts: Facts, state: State, prompt: DiscardPrompt) -> Sequence[Discard]:
    """Every choice of so many cards."""
    return Choices(state.seats[prompt.seat].hand, prompt.count, Discard)


def moves(facts: Facts, state: State, prompt: RobberPrompt) -> Sequence[MoveRobber]:
    """Every hex the robber may go to."""
    return [MoveRobber(hex_) for hex_ in destinations(facts, state, prompt.seat)]


def choices(facts: Facts, state: State, prompt: VictimPrompt) -> Sequence[ChooseVictim]:
    """Everybody who may be robbed."""
    return [ChooseVictim(seat) for seat in prompt.among]


def plentiful(facts: Facts, state: State, prompt: DiscardPrompt) -> Discard:
    """By default the most plentiful kinds go (1.19)."""
    return Discard(most_plentiful(state.seats[prompt.seat].hand, prompt.count))


def first_foreign_hex(facts: Facts, state: State, prompt: RobberPrompt) -> MoveRobber:
    """By default the robber goes to the first hex without an own building (1.19)."""
    hexes = destinations(facts, state, prompt.seat)
    own = state.seats[prompt.seat].buildings
    return MoveRobber(next((h for h in hexes if not AROUND_HEX[h] & own), hexes[0]))


def first_victim(facts: Facts, state: State, prompt: VictimPrompt) -> ChooseVictim:
    """By default the lowest seat is robbed."""
    return ChooseVictim(prompt.among[0])


AREA = Area(
    answers=(
        answer(Discard, DiscardPrompt, discard),
        answer(MoveRobber, RobberPrompt, move),
        answer(ChooseVictim, VictimPrompt, choose),
    ),
    follows=(
        follow(Continuation.SEVEN, after_discards),
        follow(Continuation.ROBBERY, robbery),
        follow(Continuation.ACTION, end_roll),
    ),
    options=(
        option(DiscardPrompt, discards),
        option(RobberPrompt, moves),
        option(VictimPrompt, choices),
    ),
    defaults=(
        default(DiscardPrompt, plentiful),
        default(RobberPrompt, first_foreign_hex),
        default(VictimPrompt, first_victim),
    ),
)
