"""The roll of seven: seats over the hand limit discard cards, the robber moves, and a card is stolen (R8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from chronik.domain.cities_knights.batch import Batch
from chronik.domain.cities_knights.board import AROUND_HEX
from chronik.domain.cities_knights.cards.kinds import KINDS, count_cards
from chronik.domain.cities_knights.cards.multisets import Choices, is_choice, pick_most_plentiful
from chronik.domain.cities_knights.commands import ChooseVictim, Discard, MoveRobber
from chronik.domain.cities_knights.events import CardsDiscarded, CardStolen, RobberMoved
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.rulesets import SevensBeforeFirstAttack
from chronik.domain.cities_knights.prompts import Cause, DiscardPrompt, RobberPrompt, VictimPrompt
from chronik.domain.cities_knights.rules.points import points_of
from chronik.domain.cities_knights.rules.turn import begin_action, clockwise, opponents
from chronik.domain.cities_knights.state import Continuation, Question, SeatState, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

FRIENDLY_UP_TO = 3
"""The highest number of points at which a friendly robber spares a seat (C-68)."""


def resolve_seven(batch: Batch) -> None:
    """Asks all seats over the hand limit at once to discard half their hand. Then the robber moves (R8.1, R8.2)."""
    state = batch.state
    if state.options.sevens_before_first_attack is SevensBeforeFirstAttack.NO_DISCARD and not state.attacks:
        begin_action(batch)
        return
    seats = state.seats
    full = [seat for seat in clockwise(state) if sum(seats[seat].hand) > hand_limit(batch.facts, seats[seat])]
    if full:
        batch.ask((DiscardPrompt(seat, sum(seats[seat].hand) // 2, Cause.SEVEN) for seat in full), Continuation.SEVEN)
    else:
        ask_for_robber_move(batch)


def hand_limit(facts: Facts, seat: SeatState) -> int:
    """Returns how many cards a seat may hold on a seven without discarding (R8.1)."""
    return facts.limits.hand_limit + facts.limits.per_wall * seat.walls.bit_count()


def discard_cards(batch: Batch, prompt: DiscardPrompt, command: Discard) -> None:
    """Discards the chosen cards to the bank (R8.1, Saboteur)."""
    if not is_choice(batch.seat(prompt.seat).hand, prompt.count, command.cards):
        raise Rejected("cards")
    batch.add(CardsDiscarded(prompt.seat, count_cards(command.cards), prompt.why))


def ask_for_robber_move(batch: Batch) -> None:
    """Asks the active seat to move the robber, unless the robber is asleep (R8.2, R8.5)."""
    if batch.state.awake:
        batch.ask((RobberPrompt(batch.state.active),), Continuation.ROBBERY)
    else:
        begin_action(batch)


def continue_seven(batch: Batch, question: Question) -> None:
    """Continues with the robber after all discards are finished (R8.1)."""
    ask_for_robber_move(batch)


def robber_destinations(facts: Facts, state: State, seat: int, numbered: bool = False) -> tuple[int, ...]:
    """Returns the hexes to which a seat may move the robber: any other hex (R8.2, C-73).

    If `numbered` is true, only hexes with a token are included (R11.8). A friendly robber avoids the buildings of
    opponents with few points, unless no hex would be left (C-68).
    """
    hexes = _other_hexes(state.robber, state.tokens if numbered else None)
    if not state.options.friendly_robber:
        return hexes
    spared = 0
    for other, theirs in enumerate(state.seats):
        if other != seat and points_of(facts, state, other) <= FRIENDLY_UP_TO:
            spared |= theirs.buildings
    return tuple([h for h in hexes if not AROUND_HEX[h] & spared]) or hexes


@lru_cache(maxsize=4096)
def _other_hexes(robber: int, tokens: tuple[int, ...] | None) -> tuple[int, ...]:
    """Returns all hexes without the robber, or only those with a token if the tokens are given."""
    return tuple([h for h in range(len(AROUND_HEX)) if h != robber and (tokens is None or tokens[h])])


def move_robber(batch: Batch, prompt: RobberPrompt, command: MoveRobber) -> None:
    """Moves the robber to another hex (R8.2)."""
    if command.hex not in robber_destinations(batch.facts, batch.state, prompt.seat):
        raise Rejected("hex")
    batch.add(RobberMoved(prompt.seat, command.hex))


def robber_victims(state: State, seat: int) -> tuple[int, ...]:
    """Returns the opponents with a building at the robber's hex and a card in hand (R8.3), clockwise from the thief."""
    around = AROUND_HEX[state.robber]
    return tuple(
        [
            other
            for other in opponents(state, seat)
            if state.seats[other].buildings & around and any(state.seats[other].hand)
        ]
    )


def steal_or_ask(batch: Batch, seat: int, then: Continuation | None = None) -> bool:
    """Steals a card at the robber's hex. If there are several victims, asks the seat to choose one (R8.3).

    Returns whether the seat was asked. `then` continues after its answer.
    """
    among = robber_victims(batch.state, seat)
    if len(among) > 1:
        batch.ask((VictimPrompt(seat, tuple(sorted(among))),), then)
        return True
    for victim in among:
        steal_card(batch, seat, victim)
    return False


def steal_card(batch: Batch, thief: int, victim: int) -> None:
    """Moves a random card from the victim's hand to the thief's. All cards are equally likely (R8.3, C-57)."""
    hand = batch.seat(victim).hand
    among = sum(hand)
    index = batch.chance.stream("steal", batch.state.steals).below(among)
    passed = 0
    for kind, count in zip(KINDS, hand, strict=True):
        passed += count
        if index < passed:
            batch.add(CardStolen(thief, victim, index, among, kind))
            return


def continue_robbery(batch: Batch, question: Question) -> None:
    """Steals a card after the robber was moved on a seven (R8.3)."""
    if not steal_or_ask(batch, batch.state.active, Continuation.ACTION):
        begin_action(batch)


def choose_victim(batch: Batch, prompt: VictimPrompt, command: ChooseVictim) -> None:
    """Steals a card from the chosen victim (R8.3)."""
    if command.seat not in prompt.among:
        raise Rejected("victim")
    steal_card(batch, prompt.seat, command.seat)


def end_roll(batch: Batch, question: Question) -> None:
    """Begins the action phase after the last question of the roll."""
    begin_action(batch)


def discard_options(facts: Facts, state: State, prompt: DiscardPrompt) -> Sequence[Discard]:
    """Returns every choice of `count` cards from the hand."""
    return Choices(state.seats[prompt.seat].hand, prompt.count, Discard)


def robber_options(facts: Facts, state: State, prompt: RobberPrompt) -> Sequence[MoveRobber]:
    """Returns a command for every hex that the robber may move to."""
    return [MoveRobber(hex_) for hex_ in robber_destinations(facts, state, prompt.seat)]


def victim_options(facts: Facts, state: State, prompt: VictimPrompt) -> Sequence[ChooseVictim]:
    """Returns a command for every seat that may be robbed."""
    return [ChooseVictim(seat) for seat in prompt.among]


def default_discard(facts: Facts, state: State, prompt: DiscardPrompt) -> Discard:
    """Returns the default answer: discard the most plentiful kinds (1.19)."""
    return Discard(pick_most_plentiful(state.seats[prompt.seat].hand, prompt.count))


def default_robber_move(facts: Facts, state: State, prompt: RobberPrompt) -> MoveRobber:
    """Returns the default answer: the first hex without a building of the seat, or else the first hex (1.19)."""
    hexes = robber_destinations(facts, state, prompt.seat)
    own = state.seats[prompt.seat].buildings
    return MoveRobber(next((h for h in hexes if not AROUND_HEX[h] & own), hexes[0]))


def default_victim(facts: Facts, state: State, prompt: VictimPrompt) -> ChooseVictim:
    """Returns the default answer: rob the lowest seat."""
    return ChooseVictim(prompt.among[0])


AREA = Area(
    answers=(
        answer(Discard, DiscardPrompt, discard_cards),
        answer(MoveRobber, RobberPrompt, move_robber),
        answer(ChooseVictim, VictimPrompt, choose_victim),
    ),
    follows=(
        follow(Continuation.SEVEN, continue_seven),
        follow(Continuation.ROBBERY, continue_robbery),
        follow(Continuation.ACTION, end_roll),
    ),
    options=(
        option(DiscardPrompt, discard_options),
        option(RobberPrompt, robber_options),
        option(VictimPrompt, victim_options),
    ),
    defaults=(
        default(DiscardPrompt, default_discard),
        default(RobberPrompt, default_robber_move),
        default(VictimPrompt, default_victim),
    ),
)
