"""The Joust: two knights, or a knight and a die (K16, R42)."""

from __future__ import annotations

from collections.abc import Iterator

from domain.catan_cards.commands import PlayJoust
from domain.catan_cards.events import CardPlayed, JoustRolled
from domain.catan_cards.facts.load import Effect, Facts
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of, knights
from domain.catan_cards.principality.totals import tournament_of
from domain.catan_cards.prompts import ActionPrompt, Why
from domain.catan_cards.rules.gaining import gain
from domain.catan_cards.rules.playing import judged, playable, wait
from domain.catan_cards.rules.taking import take
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, follow
from domain.engine.game import Rejected


def joust(batch: Batch, prompt: ActionPrompt, command: PlayJoust) -> None:
    """An own knight is named, and one of the opponent's if he has any (K16)."""
    seat, knight, against = prompt.seat, command.knight, command.against
    numbers = judged(batch, seat, command.card, Effect.JOUST).numbers
    own, others = _champions(batch.facts, batch.state, seat)
    if not own:
        raise Rejected("no-effect")
    if knight not in own or against not in others:
        raise Rejected("target")
    batch.happen(CardPlayed(seat, command.card, knight=knight, against=against))
    winner = _roll(batch, seat, knight, against)
    wait(batch)
    batch.ask((), Continuation.JOUST_BANK)
    take(batch, winner, numbers.from_loser, Why.JOUST)


def _roll(batch: Batch, seat: int, knight: str, against: str | None) -> int:
    """Both roll, the active seat first, until one total is higher (R42); tells who won."""
    stream = batch.chance.stream("joust", batch.state.jousts)
    ahead = _tournament(batch, seat, knight) - _tournament(batch, 1 - seat, against)
    rolls: list[tuple[int, int]] = []
    while not rolls or rolls[-1][0] + ahead == rolls[-1][1]:
        rolls.append((1 + stream.below(6), 1 + stream.below(6)))
    winner = seat if rolls[-1][0] + ahead > rolls[-1][1] else 1 - seat
    batch.happen(JoustRolled(winner, tuple(rolls)))
    return winner


def _tournament(batch: Batch, seat: int, knight: str | None) -> int:
    """The tournament points of a knight at this moment (R41); who has none counts the die only."""
    return 0 if knight is None else tournament_of(batch.facts, batch.seat(seat), knight)


def take_from_bank(batch: Batch, question: Question) -> None:
    """After the loser's resource, if he had one, the winner gains one from the bank."""
    winner = batch.state.winner
    assert winner is not None
    gain(batch, winner, card_of(batch.facts, batch.state.playing[0].card).numbers.from_bank, Why.JOUST)


def _champions(facts: Facts, state: State, seat: int) -> tuple[list[str], list[str | None]]:
    """The knights of a seat, and those of the other, where there is none nobody."""
    own = [one.card for one in knights(facts, state.seats[seat])]
    others: list[str | None] = [one.card for one in knights(facts, state.seats[1 - seat])]
    return own, others or [None]


def jousts(facts: Facts, state: State, seat: int) -> Iterator[PlayJoust]:
    """Each own knight against each of the opponent's."""
    own, others = _champions(facts, state, seat)
    for card, _ in playable(facts, state, seat, Effect.JOUST):
        yield from [PlayJoust(card, knight, against) for knight in own for against in others]


AREA = Area(
    answers=(answer(PlayJoust, ActionPrompt, joust),),
    follows=(follow(Continuation.JOUST_BANK, take_from_bank),),
    actions=(jousts,),
)
