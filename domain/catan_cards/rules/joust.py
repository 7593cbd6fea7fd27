"""The Joust: a knight against a knight, or against a die alone (K16, R42)."""

from __future__ import annotations

from collections.abc import Iterator

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import PlayJoust
from chronik.domain.catan_cards.events import CardPlayed, JoustRolled
from chronik.domain.catan_cards.facts.load import Effect, Facts
from chronik.domain.catan_cards.principality.axis import card_of, knights
from chronik.domain.catan_cards.principality.totals import tournament_of
from chronik.domain.catan_cards.prompts import ActionPrompt, Why
from chronik.domain.catan_cards.rules.gaining import gain
from chronik.domain.catan_cards.rules.playing import playable_cards, require_playable, wait_for_answers
from chronik.domain.catan_cards.rules.taking import take
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, action, answer, follow
from chronik.domain.engine.game import Rejected


def joust(batch: Batch, prompt: ActionPrompt, command: PlayJoust) -> None:
    """Plays Joust with one knight of the seat, against one of the opponent's if there is any (K16)."""
    seat, knight, against = prompt.seat, command.knight, command.against
    numbers = require_playable(batch, seat, command.card, Effect.JOUST).numbers
    own, others = _knights_of_both(batch.facts, batch.state, seat)
    if not own:
        raise Rejected("no-effect")
    if knight not in own or against not in others:
        raise Rejected("target")
    batch.add(CardPlayed(seat, command.card, knight=knight, against=against))
    winner = _roll(batch, seat, knight, against)
    wait_for_answers(batch)
    batch.ask((), Continuation.JOUST_BANK)
    take(batch, winner, numbers.from_loser, Why.JOUST)


def _roll(batch: Batch, seat: int, knight: str, against: str | None) -> int:
    """Rolls for both, the active seat first, until one total is higher (R42); returns the winner."""
    stream = batch.chance.stream("joust", batch.state.jousts)
    ahead = _tournament_points(batch, seat, knight) - _tournament_points(batch, 1 - seat, against)
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] + ahead == rolls[-1][1]:
        rolls.append((1 + stream.below(6), 1 + stream.below(6)))
    winner = seat if rolls[-1][0] + ahead > rolls[-1][1] else 1 - seat
    batch.add(JoustRolled(winner, tuple(rolls)))
    return winner


def _tournament_points(batch: Batch, seat: int, knight: str | None) -> int:
    """Returns the tournament points of a knight now (R41); 0 without a knight, so that only the die counts."""
    return 0 if knight is None else tournament_of(batch.facts, batch.seat(seat), knight)


def take_from_bank(batch: Batch, question: Question) -> None:
    """Gives the winner a resource from the bank, after the loser's resource if there was one."""
    winner = batch.state.winner
    assert winner is not None
    gain(batch, winner, card_of(batch.facts, batch.state.playing[0].card).numbers.from_bank, Why.JOUST)


def _knights_of_both(facts: Facts, state: State, seat: int) -> tuple[list[str], list[str | None]]:
    """Returns the knights of a seat and of its opponent; [None] for an opponent without knights."""
    own = [one.card for one in knights(facts, state.seats[seat])]
    others: list[str | None] = [one.card for one in knights(facts, state.seats[1 - seat])]
    return own, others or [None]


def ways_to_joust(facts: Facts, state: State, seat: int) -> Iterator[PlayJoust]:
    """Yields a command for each knight of the seat against each knight of the opponent."""
    for card, _ in playable_cards(facts, state, seat, (Effect.JOUST,)):
        own, others = _knights_of_both(facts, state, seat)
        yield from [PlayJoust(card, knight, against) for knight in own for against in others]


AREA = Area(
    answers=(answer(PlayJoust, ActionPrompt, joust),),
    follows=(follow(Continuation.JOUST_BANK, take_from_bank),),
    actions=(action(ways_to_joust, Effect.JOUST),),
)
