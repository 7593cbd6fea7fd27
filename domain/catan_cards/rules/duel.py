"""Duels: Arsonist, Black Knight and Brigands (B35, B51 to B53)."""

from __future__ import annotations

from collections.abc import Sequence

from chronik.domain.catan_cards.batch import Batch
from chronik.domain.catan_cards.commands import ChooseTarget, Command, Decline, Protect
from chronik.domain.catan_cards.events import BuildingReturned, DuelRolled, Protected
from chronik.domain.catan_cards.facts.load import Card, Effect, Facts, UnitKind
from chronik.domain.catan_cards.principality.axis import card_of
from chronik.domain.catan_cards.principality.worth import most_valuable
from chronik.domain.catan_cards.prompts import ProtectPrompt, TargetPrompt, Why
from chronik.domain.catan_cards.rules.playing import Play, wait_for_answers
from chronik.domain.catan_cards.rules.shedding import shed_passive
from chronik.domain.catan_cards.rules.taking import take, takeable_lands
from chronik.domain.catan_cards.state import Continuation, Question, State
from chronik.domain.engine.area import Area, answer, default, follow, option
from chronik.domain.engine.game import Rejected

# Attack and protection


def announce_attack(batch: Batch, seat: int, card: Card) -> None:
    """Asks the defender for a protection card, whether or not the hand contains one (R21)."""
    wait_for_answers(batch)
    batch.ask((ProtectPrompt(1 - seat, batch.state.playing[0].card),), Continuation.PROTECT)


def protect(batch: Batch, prompt: ProtectPrompt, command: Protect) -> None:
    """Plays a protection card against the attack (B58); the 7-VP lock does not apply to it (B33)."""
    if command.card not in protection_cards(batch.facts, batch.state, prompt):
        raise Rejected("card")
    batch.add(Protected(prompt.seat, command.card))


def protection_cards(facts: Facts, state: State, prompt: ProtectPrompt) -> list[str]:
    """Returns the hand cards that answer the attack."""
    counter = card_of(facts, prompt.against).numbers.counter
    return [card for card in state.seats[prompt.seat].hand if card_of(facts, card).id == counter]


def ways_to_protect(facts: Facts, state: State, prompt: ProtectPrompt) -> Sequence[Command]:
    """Returns a command for each protection card, and `Decline`."""
    return [*map(Protect, protection_cards(facts, state, prompt)), Decline()]


def default_protection(facts: Facts, state: State, prompt: ProtectPrompt) -> Decline:
    """Returns the default: no protection (R90)."""
    return Decline()


# Roll and target


def roll_duel(batch: Batch, question: Question) -> None:
    """Rolls for the attacker; the winner carries out the card (B35, R81)."""
    attack, *protection = batch.state.playing
    card = card_of(batch.facts, attack.card)
    pips = 1 + batch.chance.stream("duel", batch.state.duels).below(6)
    most = card.numbers.countered_win_max if protection else card.numbers.win_max
    winner = attack.seat if pips <= most else 1 - attack.seat
    batch.add(DuelRolled(pips, winner))
    if card.effect is Effect.ATTACK_ROLL_RESOURCES:
        take(batch, winner, card.numbers.amount, Why.BRIGANDS)
    else:
        _ask_for_target(batch, winner, attack.card)


def _ask_for_target(batch: Batch, winner: int, card: str) -> None:
    """Asks the winner for a target if the loser has several; a loser without targets loses nothing (B51, B52, R23)."""
    match targets(batch.facts, batch.state, 1 - winner, card_of(batch.facts, card)):
        case []:
            return
        case [only]:
            _return_card(batch, 1 - winner, only)
        case _:
            batch.ask((TargetPrompt(winner, 1 - winner, card),))


def targets(facts: Facts, state: State, victim: int, card: Card) -> list[str]:
    """Returns a seat's buildings, road complements included (R24), or its knights, even near a Church (B52)."""
    built = [(one.card, card_of(facts, one.card)) for one in state.seats[victim].built]
    if card.effect is Effect.ATTACK_ROLL_KNIGHT:
        return [id for id, printed in built if printed.unit_kind is UnitKind.KNIGHT]
    return [id for id, printed in built if printed.is_building]


def choose_target(batch: Batch, prompt: TargetPrompt, command: ChooseTarget) -> None:
    """Returns the chosen building or knight to its owner (R23)."""
    if command.card not in targets(batch.facts, batch.state, prompt.victim, card_of(batch.facts, prompt.by)):
        raise Rejected("target")
    _return_card(batch, prompt.victim, command.card)


def _return_card(batch: Batch, loser: int, card: str) -> None:
    """Returns the card to the loser's hand or the display (X9); the passive player sheds at once (R25, B41)."""
    batch.add(BuildingReturned(loser, card, 1 - loser))
    shed_passive(batch)


def ways_to_target(facts: Facts, state: State, prompt: TargetPrompt) -> Sequence[ChooseTarget]:
    """Returns a command for each possible target."""
    return [ChooseTarget(card) for card in targets(facts, state, prompt.victim, card_of(facts, prompt.by))]


def default_target(facts: Facts, state: State, prompt: TargetPrompt) -> ChooseTarget:
    """Returns the default: the target that is worth most (R90)."""
    return ChooseTarget(most_valuable(facts, targets(facts, state, prompt.victim, card_of(facts, prompt.by))))


def has_target(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Returns whether the opponent has a target for Arsonist or Black Knight (R16)."""
    return bool(targets(facts, state, 1 - seat, card))


def has_loot(facts: Facts, state: State, seat: int, card: Card) -> bool:
    """Returns whether Brigands could take a resource (R16)."""
    return bool(takeable_lands(facts, state, seat))


PLAYS = (
    Play(Effect.ATTACK_ROLL_BUILDING, has_target, announce_attack),
    Play(Effect.ATTACK_ROLL_KNIGHT, has_target, announce_attack),
    Play(Effect.ATTACK_ROLL_RESOURCES, has_loot, announce_attack),
)

AREA = Area(
    answers=(answer(Protect, ProtectPrompt, protect), answer(ChooseTarget, TargetPrompt, choose_target)),
    follows=(follow(Continuation.PROTECT, roll_duel),),
    options=(option(ProtectPrompt, ways_to_protect), option(TargetPrompt, ways_to_target)),
    defaults=(default(ProtectPrompt, default_protection), default(TargetPrompt, default_target)),
)
