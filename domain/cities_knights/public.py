"""What everybody may be told of each event of Cities & Knights, and which events are barriers.

An event is a barrier if somebody learns from it what was hidden (1.19): the island as it is dealt, who begins, dice, a
shuffled deck, a card drawn, stolen, played, given or given up, an answer at a harbor, and a look at a hand.
"""

from __future__ import annotations

from typing import Any, get_args

from domain.cities_knights.cards.kinds import Kind, some
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
    Positioned,
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
from domain.cities_knights.prompts import SpyPrompt, TakePrompt
from domain.cities_knights.rules.decks import by_deck
from domain.engine.public import public, publicity


def _is_look(event: QuestionsAsked) -> bool:
    return any(isinstance(prompt, SpyPrompt | TakePrompt) for prompt in event.prompts)


def _asked(facts: Any, event: QuestionsAsked) -> Any:
    return type(event.prompts[0]).__struct_config__.tag


def _produced(facts: Any, event: Produced) -> dict[str, dict[Kind, int]] | None:
    return {str(seat): some(counts) for seat, counts in enumerate(event.gained) if counts} or None


def _open_card(facts: Facts, event: ProgressDrawn) -> str | None:
    """Only a card that lies open at once is named (R13.1)."""
    return event.card if facts.cards[event.card].vp else None


def _open_name(facts: Facts, event: ProgressDrawn) -> str | None:
    card = facts.cards[event.card]
    return card.name if card.vp else None


def _decks(facts: Facts, event: ProgressDiscarded) -> tuple[int, ...]:
    return by_deck(facts, event.cards)


def _name(facts: Facts, event: CardPlayed) -> str:
    return facts.cards[event.card].name


def _deck_taken_from(facts: Facts, event: ProgressTaken) -> str | None:
    return None if event.card is None else facts.tracks[facts.cards[event.card].deck].id


PUBLIC = publicity(
    get_args(Event),
    public(FirstDrawn, barrier=True),
    public(Positioned, dealt=lambda _, event: sum(map(len, event.anew)), barrier=True),
    public(IslandDealt, "terrain", "tokens", "harbors", barrier=True),
    public(DeckShuffled, "deck", barrier=True),
    public(StartPlaced, "corner", "edge", "city", gained=lambda _, event: some(event.gained) or None, barrier=False),
    public(
        QuestionsAsked,
        seats=lambda _, event: tuple(prompt.seat for prompt in event.prompts),
        prompt=_asked,
        barrier=_is_look,
    ),
    public(Resumed, barrier=False),
    public(TurnBegan, barrier=False),
    public(DiceRolled, "red", "yellow", "chosen", face=lambda _, event: event.event, barrier=True),
    public(ShipMoved, "step", barrier=False),
    public(BarbariansLanded, "strength", "defence", held=lambda _, event: event.held or None, barrier=False),
    public(DefenderNamed, barrier=False),
    public(CityPillaged, "corner", "roads", "knights", remains=lambda _, event: event.remains, barrier=False),
    public(BarbariansLeft, barrier=False),
    public(ProgressDrawn, "deck", card=_open_card, name=_open_name, barrier=True),
    public(ProgressDiscarded, decks=_decks, barrier=True),
    public(Produced, "short", gained=_produced, barrier=False),
    public(AqueductUsed, "kind", barrier=False),
    public(CardsDiscarded, "why", cards=lambda _, event: some(event.cards) or None, barrier=True),
    public(RobberMoved, "hex", "knight", barrier=False),
    public(CardStolen, "victim", barrier=True),
    public(ActionBegan, barrier=False),
    public(RoadBuilt, "edge", free=lambda _, event: not event.paid or None, barrier=False),
    public(SettlementBuilt, "corner", barrier=False),
    public(CityBuilt, "corner", barrier=False),
    public(WallBuilt, "corner", free=lambda _, event: not event.paid or None, barrier=False),
    public(LevelBought, "track", "level", paid=lambda _, event: some(event.paid) or None, barrier=False),
    public(MetropolisPlaced, "track", "corner", barrier=False),
    public(KnightRecruited, "corner", barrier=False),
    public(KnightActivated, "corner", barrier=False),
    public(KnightsRoused, barrier=False),
    public(KnightPromoted, "corner", free=lambda _, event: not event.paid or None, barrier=False),
    public(KnightMoved, "start", "corner", barrier=False),
    public(KnightDisplaced, "corner", "by", "lost", barrier=False),
    public(KnightRetreated, "corner", "level", barrier=False),
    public(KnightSurrendered, "corner", barrier=False),
    public(
        DeserterPlaced, "corner", level=lambda _, event: None if event.corner is None else event.level, barrier=False
    ),
    public(LongestRoadPassed, "length", barrier=False),
    public(
        BankTraded, given=lambda _, event: some(event.given), taken=lambda _, event: some(event.taken), barrier=False
    ),
    public(
        OfferMade,
        "number",
        "to",
        "counter",
        give=lambda _, event: some(event.give),
        want=lambda _, event: some(event.want),
        barrier=False,
    ),
    public(OfferAnswered, "number", "accepted", barrier=False),
    public(OfferWithdrawn, "number", barrier=False),
    public(
        Traded,
        "partner",
        "number",
        given=lambda _, event: some(event.given),
        taken=lambda _, event: some(event.taken),
        barrier=False,
    ),
    public(CardPlayed, "card", name=_name, barrier=True),
    public(CardsGained, cards=lambda _, event: some(event.cards) or None, barrier=False),
    public(
        CardsTaken,
        "victim",
        count=lambda _, event: sum(event.cards),
        cards=lambda _, event: some(event.cards) if event.openly else None,
        barrier=True,
    ),
    public(CardsGiven, "to", count=lambda _, event: sum(event.cards), barrier=True),
    public(HarborOffered, "to", barrier=True),
    public(HarborAnswered, "by", swapped=lambda _, event: event.given is not None, barrier=True),
    public(MerchantPlaced, "hex", barrier=False),
    public(FleetNamed, "kind", barrier=False),
    public(HarborOpened, barrier=False),
    public(CraneReady, barrier=False),
    public(TokensSwapped, "hexes", barrier=False),
    public(RoadRemoved, "owner", "edge", "rebuilt", "knights", barrier=False),
    public(FreeRoadDeclined, barrier=False),
    public(ProgressTaken, "victim", deck=_deck_taken_from, barrier=True),
    public(Finished, "points", "places", barrier=False),
)
"""What is public of each event, and which of them are barriers."""
