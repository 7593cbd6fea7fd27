"""The public line of each event of Cities & Knights: what everybody may be told, whoever looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, assert_never

from domain.cities_knights.events import (
    ActionBegan,
    AqueductUsed,
    BankTraded,
    BarbariansLanded,
    BarbariansLeft,
    CardPlayed,
    CardsDiscarded,
    CardsGained,
    CardsGiven,
    CardsTaken,
    CardStolen,
    CityBuilt,
    CityPillaged,
    CraneReady,
    DeckShuffled,
    DefenderNamed,
    DeserterPlaced,
    DiceRolled,
    Event,
    Finished,
    FirstDrawn,
    FleetNamed,
    FreeRoadDeclined,
    HarborAnswered,
    HarborOffered,
    HarborOpened,
    IslandDealt,
    KnightActivated,
    KnightDisplaced,
    KnightMoved,
    KnightPromoted,
    KnightRecruited,
    KnightRetreated,
    KnightsRoused,
    KnightSurrendered,
    LevelBought,
    LongestRoadPassed,
    MerchantPlaced,
    MetropolisPlaced,
    OfferAnswered,
    OfferMade,
    OfferWithdrawn,
    Produced,
    ProgressDiscarded,
    ProgressDrawn,
    ProgressTaken,
    QuestionsAsked,
    Resumed,
    RoadBuilt,
    RoadRemoved,
    RobberMoved,
    SettlementBuilt,
    ShipMoved,
    StartPlaced,
    TokensSwapped,
    Traded,
    TurnBegan,
    WallBuilt,
)
from domain.cities_knights.facts.load import Facts
from domain.cities_knights.facts.printed import Card
from domain.cities_knights.rules.decks import by_deck
from projections.cities_knights.view import some
from projections.match.lines import Line


def line(facts: Facts, event: Event) -> Line:
    """The public line of an event."""
    cards = facts.cards
    match event:
        case FirstDrawn() | TurnBegan() | DefenderNamed() | KnightsRoused() | HarborOpened() | CraneReady():
            return _line(event, event.seat)
        case FreeRoadDeclined():
            return _line(event, event.seat)
        case Resumed() | BarbariansLeft() | ActionBegan():
            return _line(event)
        case IslandDealt():
            return _line(event, terrain=event.terrain, tokens=event.tokens, harbors=event.harbors)
        case DeckShuffled():
            return _line(event, deck=event.deck)
        case StartPlaced():
            gained = some(event.gained)
            return _line(event, event.seat, corner=event.corner, edge=event.edge, city=event.city, gained=gained)
        case QuestionsAsked():
            seats = tuple(prompt.seat for prompt in event.prompts)
            return _line(event, seats=seats, prompt=type(event.prompts[0]).__struct_config__.tag)
        case DiceRolled():
            return _line(event, red=event.red, yellow=event.yellow, face=event.event, chosen=event.chosen)
        case ShipMoved():
            return _line(event, step=event.step)
        case BarbariansLanded():
            return _line(event, strength=event.strength, defence=event.defence, held=event.held)
        case CityPillaged():
            lost = {"roads": event.roads, "knights": event.knights}
            return _line(event, event.seat, corner=event.corner, remains=event.remains, **lost)
        case ProgressDrawn():
            return _line(event, event.seat, deck=event.deck, **_open(cards[event.card]))
        case ProgressDiscarded():
            return _line(event, event.seat, decks=by_deck(facts, event.cards))
        case Produced():
            each = {str(seat): some(counts) for seat, counts in enumerate(event.gained) if counts}
            return _line(event, gained=each, short=event.short)
        case AqueductUsed():
            return _line(event, event.seat, kind=event.kind)
        case CardsDiscarded():
            return _line(event, event.seat, cards=some(event.cards), why=event.why)
        case RobberMoved():
            return _line(event, event.seat, hex=event.hex, knight=event.knight)
        case CardStolen():
            return _line(event, event.seat, victim=event.victim)
        case RoadBuilt():
            return _line(event, event.seat, edge=event.edge, free=not event.paid)
        case SettlementBuilt() | CityBuilt() | KnightRecruited() | KnightActivated():
            return _line(event, event.seat, corner=event.corner)
        case WallBuilt() | KnightPromoted():
            return _line(event, event.seat, corner=event.corner, free=not event.paid)
        case LevelBought():
            return _line(event, event.seat, track=event.track, level=event.level, paid=some(event.paid))
        case MetropolisPlaced():
            return _line(event, event.seat, track=event.track, corner=event.corner)
        case KnightMoved():
            return _line(event, event.seat, start=event.start, corner=event.corner)
        case KnightDisplaced():
            return _line(event, event.seat, corner=event.corner, by=event.by, lost=event.lost)
        case KnightRetreated():
            return _line(event, event.seat, corner=event.corner, level=event.level)
        case KnightSurrendered():
            return _line(event, event.seat, corner=event.corner)
        case DeserterPlaced():
            return _line(
                event, event.seat, corner=event.corner, level=event.level if event.corner is not None else None
            )
        case LongestRoadPassed():
            return _line(event, event.seat, length=event.length)
        case BankTraded():
            return _line(event, event.seat, given=some(event.given), taken=some(event.taken))
        case OfferMade():
            both = {"give": some(event.give), "want": some(event.want)}
            return _line(event, event.seat, number=event.number, to=event.to, counter=event.counter, **both)
        case OfferAnswered():
            return Line("offer-answered", event.seat, {"number": event.number, "accepted": event.accepted})
        case OfferWithdrawn():
            return _line(event, event.seat, number=event.number)
        case Traded():
            what = {"given": some(event.given), "taken": some(event.taken)}
            return Line("traded", event.seat, {"partner": event.partner, "number": event.number, **what})
        case CardPlayed():
            return _line(event, event.seat, card=event.card, name=cards[event.card].name)
        case CardsGained():
            return _line(event, event.seat, cards=some(event.cards))
        case CardsTaken():
            openly = {"cards": some(event.cards)} if event.openly else {}
            return Line("cards-taken", event.seat, {"victim": event.victim, "count": sum(event.cards), **openly})
        case CardsGiven():
            return Line("cards-given", event.seat, {"to": event.to, "count": sum(event.cards)})
        case HarborOffered():
            return Line("harbor-offered", event.seat, {"to": event.to})
        case HarborAnswered():
            return Line("harbor-answered", event.seat, {"by": event.by, "swapped": event.given is not None})
        case MerchantPlaced():
            return _line(event, event.seat, hex=event.hex)
        case FleetNamed():
            return _line(event, event.seat, kind=event.kind)
        case TokensSwapped():
            return _line(event, event.seat, hexes=event.hexes)
        case RoadRemoved():
            changed = {"edge": event.edge, "rebuilt": event.rebuilt, "knights": event.knights}
            return Line("road-removed", event.seat, {"owner": event.owner, **_said(changed)})
        case ProgressTaken():
            deck = facts.tracks[cards[event.card].deck].id if event.card is not None else None
            return Line("progress-taken", event.seat, {"victim": event.victim, **_said({"deck": deck})})
        case Finished():
            return _line(event, points=event.points, places=event.places)
        case _:
            assert_never(event)


def _line(event: Event, seat: int | None = None, **params: Any) -> Line:
    """A line with the tag of its event for a key; it says nothing about what did not happen."""
    return Line(str(type(event).__struct_config__.tag), seat, _said(params))


def _said(params: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: value
        for key, value in params.items()
        if value is not None and value is not False and value not in ((), {})
    }


def _open(card: Card) -> dict[str, Any]:
    """Only a card that lies open at once is named (R13.1)."""
    return {"card": card.id, "name": card.name} if card.vp else {}
