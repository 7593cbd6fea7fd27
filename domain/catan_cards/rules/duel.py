"""Duels: Arsonist, Black Knight and Brigands (B35, B51 to B53)."""

from __future__ import annotations

from collections.abc import Sequence

from domain.catan_cards.commands import ChooseTarget, Command, Decline, Protect
from domain.catan_cards.events import BuildingReturned, DuelRolled, Protected
from domain.catan_cards.facts.load import Card, Effect, Facts, UnitKind
from domain.catan_cards.making import Batch
from domain.catan_cards.principality.axis import card_of
from domain.catan_cards.principality.worth import dearest
from domain.catan_cards.prompts import ProtectPrompt, TargetPrompt, Why
from domain.catan_cards.rules.playing import Play, wait
from domain.catan_cards.rules.shedding import shed_passive
from domain.catan_cards.rules.taking import take, takeable
from domain.catan_cards.state import Continuation, Question, State
from domain.engine.area import Area, answer, default, follow, option
from domain.engine.game import Rejected

# The attack, and whether it is met


def announce(batch: Batch, seat: int, card: Card) -> None:
    """The defender is always asked for a protection card, held or not (R21)."""
    wait(batch)
    batch.ask((ProtectPrompt(1 - seat, batch.state.playing[0].card),), Continuation.PROTECT)


def protect(batch: Batch, prompt: ProtectPrompt, command: Protect) -> None:
    """A protection card that answers this attack (B58); the lock does not hold it back (B33)."""
    if command.card not in protecting(batch.facts, batch.state, prompt):
        raise Rejected("card")
    batch.happen(Protected(prompt.seat, command.card))


def protecting(facts: Facts, state: State, prompt: ProtectPrompt) -> list[str]:
    """The cards in hand that answer the attack."""
    counter = card_of(facts, prompt.against).numbers.counter
    return [card for card in state.seats[prompt.seat].hand if card_of(facts, card).id == counter]


def ways_to_protect(facts: Facts, state: State, prompt: ProtectPrompt) -> Sequence[Command]:
    """Each of them, or none."""
    return [*map(Protect, protecting(facts, state, prompt)), Decline()]


def unprotected(facts: Facts, state: State, prompt: ProtectPrompt) -> Decline:
    """By default none (R90)."""
    return Decline()


# The roll, and what the winner does to the loser


def roll(batch: Batch, question: Question) -> None:
    """The attacker rolls, and the winner carries out the card (B35, R81)."""
    attack, *protection = batch.state.playing
    card = card_of(batch.facts, attack.card)
    pips = 1 + batch.chance.stream("duel", batch.state.duels).below(6)
    most = card.numbers.countered_win_max if protection else card.numbers.win_max
    winner = attack.seat if pips <= most else 1 - attack.seat
    batch.happen(DuelRolled(pips, winner))
    if card.effect is Effect.ATTACK_ROLL_RESOURCES:
        take(batch, winner, card.numbers.amount, Why.BRIGANDS)
    else:
        _aim(batch, winner, attack.card)


def _aim(batch: Batch, winner: int, card: str) -> None:
    """The winner chooses among what the loser has; without any the loser loses nothing (B51, B52, R23)."""
    match targets(batch.facts, batch.state, 1 - winner, card_of(batch.facts, card)):
        case []:
            return
        case [only]:
            _return(batch, 1 - winner, only)
        case _:
            batch.ask((TargetPrompt(winner, 1 - winner, card),))


def targets(facts: Facts, state: State, victim: int, card: Card) -> list[str]:
    """The buildings of a seat, road complements among them (R24), or its knights; a Church saves none (B52)."""
    built = [(one.card, card_of(facts, one.card)) for one in state.seats[victim].built]
    if card.effect is Effect.ATTACK_ROLL_KNIGHT:
        return [id for id, printed in built if printed.unit_kind is UnitKind.KNIGHT]
    return [id for id, printed in built if printed.is_building]


def choose_target(batch: Batch, prompt: TargetPrompt, command: ChooseTarget) -> None:
    """One of the loser's (R23)."""
    if command.card not in targets(batch.facts, batch.state, prompt.victim, card_of(batch.facts, prompt.by)):
        raise Rejected("target")
    _return(batch, prompt.victim, command.card)


def _return(batch: Batch, loser: int, card: str) -> None:
    """The card goes to the loser's hand, or to the display (X9); the passive player sheds at once (R25, B41)."""
    batch.happen(BuildingReturned(loser, card, 1 - loser))
    shed_passive(batch)


def ways_to_target(facts: Facts, state: State, prompt: TargetPrompt) -> Sequence[ChooseTarget]:
    """Each of the loser's."""
    return [ChooseTarget(card) for card in targets(facts, state, prompt.victim, card_of(facts, prompt.by))]


def targeted_by_default(facts: Facts, state: State, prompt: TargetPrompt) -> ChooseTarget:
    """The dearest (R90)."""
    return ChooseTarget(dearest(facts, targets(facts, state, prompt.victim, card_of(facts, prompt.by))))


def has_target(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Arsonist and Black Knight need something of the opponent's to be won (R16)."""
    return bool(targets(facts, state, 1 - seat, card))


def has_loot(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Brigands need a resource that could be taken (R16)."""
    return bool(takeable(facts, state, seat))


PLAYS = (
    Play(Effect.ATTACK_ROLL_BUILDING, has_target, announce),
    Play(Effect.ATTACK_ROLL_KNIGHT, has_target, announce),
    Play(Effect.ATTACK_ROLL_RESOURCES, has_loot, announce),
)

AREA = Area(
    answers=(answer(Protect, ProtectPrompt, protect), answer(ChooseTarget, TargetPrompt, choose_target)),
    follows=(follow(Continuation.PROTECT, roll),),
    options=(option(ProtectPrompt, ways_to_protect), option(TargetPrompt, ways_to_target)),
    defaults=(default(ProtectPrompt, unprotected), default(TargetPrompt, targeted_by_default)),
)
