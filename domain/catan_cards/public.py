"""What everybody may be told of each event of the card game, and which events are barriers.

An event is a barrier if somebody learns from it what was hidden (E11): a shuffle, dice, a look, a draw, regions and
event cards that are turned up, sealed choices that are shown, a protection card, a card a Spy takes. Of cards that
move face down only the stack and their number are told.
"""

from __future__ import annotations

from typing import Any, get_args

from domain.catan_cards.events import (
    ActionsBegan,
    ActionsEnded,
    BankTraded,
    BrigandsCame,
    BuildingReturned,
    CaravanCame,
    CardBuilt,
    CardDone,
    CardDrawn,
    CardPicked,
    CardPlayed,
    CardsRemoved,
    CardsShed,
    CardsTaken,
    CardStolen,
    CardSwapped,
    Choosing,
    CityBuilt,
    Committed,
    DecksBrought,
    Declined,
    Demolished,
    DiceRolled,
    DuelRolled,
    Event,
    EventReturned,
    EventRevealed,
    EventsShuffled,
    FeelingMoved,
    FeelingPlaced,
    Fetched,
    Finished,
    FirstRolled,
    Gained,
    Given,
    HandRemembered,
    HandShown,
    HospitalUsed,
    JoustRolled,
    LandUsed,
    LayoutsShown,
    Lost,
    OfferMade,
    Positioned,
    Produced,
    Protected,
    QuestionsAsked,
    RegionDrawn,
    RegionsPlaced,
    RegionsSeen,
    RegionsShuffled,
    ResourcesPaid,
    Resumed,
    RoadBuilt,
    SettlementBuilt,
    SightKept,
    StackSearched,
    StackShuffled,
    StarPaid,
    StarsGained,
    StarsLost,
    Taken,
    TheaterMoved,
    Traded,
    TurnBegan,
    UnitReturned,
    UnitsNamed,
    UnitTaken,
)
from domain.catan_cards.prompts import (
    PickPrompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from domain.engine.public import public, publicity

LOOKS = (TakeCardsPrompt, SwapPrompt, RemovePrompt, SpyPrompt, ScoutPrompt, PickPrompt)
"""Questions of which the asked seat sees what is hidden from the other (E12)."""


def _is_look(event: QuestionsAsked) -> bool:
    return any(isinstance(prompt, LOOKS) for prompt in event.prompts)


def _seats(facts: Any, event: QuestionsAsked) -> tuple[int, ...] | None:
    return tuple([prompt.seat for prompt in event.prompts]) or None


def _asked(facts: Any, event: QuestionsAsked) -> str | None:
    """A question that asks nobody only waits for those above it."""
    return str(type(event.prompts[0]).__struct_config__.tag) if event.prompts else None


def _how_many(facts: Any, event: CardsTaken | CardsRemoved | CardsShed) -> int:
    return len(event.cards)


PUBLIC = publicity(
    get_args(Event),
    # The set-up
    public(Committed, barrier=False),
    public(DecksBrought, barrier=True),
    public(Positioned, dealt=lambda _, event: sum(map(len, event.anew)), barrier=True),
    public(StackShuffled, "stack", "of", "why", barrier=True),
    public(EventsShuffled, "why", "told", barrier=True),
    public(RegionsShuffled, "why", barrier=True),
    public(LayoutsShown, "layouts", "feelings", barrier=True),
    public(FirstRolled, "rolls", barrier=True),
    public(CardsTaken, "stack", count=_how_many, barrier=False),
    # Questions
    public(QuestionsAsked, seats=_seats, prompt=_asked, barrier=_is_look),
    public(Resumed, barrier=False),
    public(Declined, barrier=False),
    # The turn
    public(TurnBegan, barrier=False),
    public(DiceRolled, "event", "number", "named", barrier=True),
    public(ActionsBegan, barrier=False),
    public(ActionsEnded, barrier=False),
    public(Finished, "points", "places", barrier=False),
    # Events of the die and of cards
    public(BrigandsCame, "lost", barrier=False),
    public(EventRevealed, "card", barrier=True),
    public(EventReturned, "card", barrier=False),
    public(StarPaid, "stars", "why", barrier=False),
    public(StarsGained, "stars", "why", barrier=False),
    public(StarsLost, "stars", barrier=False),
    public(Gained, "into", "why", barrier=False),
    public(Taken, "into", "victim", "source", "why", barrier=False),
    public(Given, "source", "to", "into", "why", barrier=False),
    public(Choosing, "region", "why", barrier=False),
    public(Lost, "regions", "why", barrier=False),
    public(ResourcesPaid, "paid", "why", barrier=False),
    public(Produced, "gained", "full", barrier=False),
    public(UnitReturned, "card", "by", barrier=False),
    # Looks and hidden cards: who looked, where, and how many cards moved; of a swap not whether the same card went back
    public(StackSearched, "stack", "why", "of", "paid", barrier=True),
    public(CardDrawn, "stack", "of", barrier=True),
    public(CardPicked, "stack", "of", barrier=False),
    public(CardSwapped, "stack", "under", "of", barrier=False),
    public(CardsShed, "stacks", "why", "of", count=_how_many, barrier=False),
    public(HandShown, "to", "why", barrier=True),
    public(CardsRemoved, "by", "stack", "of", count=_how_many, barrier=False),
    public(CardStolen, "victim", stolen=lambda _, event: event.card is not None, barrier=True),
    public(Fetched, "card", "why", "of", "stars", "paid", barrier=False),
    public(SightKept, "stack", "of", barrier=True),
    public(HandRemembered, barrier=True),
    # Building
    public(RoadBuilt, "slot", "paid", "stars", barrier=False),
    public(SettlementBuilt, "slot", "paid", "stars", barrier=False),
    public(CityBuilt, "slot", "paid", barrier=False),
    public(RegionDrawn, "region", "slot", barrier=True),
    public(RegionsPlaced, "slot", "above", "below", barrier=True),
    public(RegionsSeen, barrier=True),
    public(CardBuilt, "card", "slot", "side", "paid", "stars", barrier=False),
    public(TheaterMoved, "card", "slot", barrier=False),
    public(Demolished, "card", barrier=False),
    public(FeelingPlaced, "card", "region", barrier=False),
    public(FeelingMoved, "card", "region", barrier=False),
    public(UnitsNamed, "cards", barrier=False),
    public(UnitTaken, "victim", "card", barrier=False),
    # Bank, cards in use, offers
    public(BankTraded, "paid", "into", barrier=False),
    public(LandUsed, "card", "give", "into", barrier=False),
    public(HospitalUsed, "card", "into", barrier=False),
    public(OfferMade, "give", "into", barrier=False),
    public(Traded, "give", "into", "partner", "given", "received", barrier=False),
    # Action cards
    public(CardPlayed, "card", "paid", "demand", "knight", "against", barrier=False),
    public(Protected, "card", barrier=True),
    public(CardDone, "card", barrier=False),
    public(DuelRolled, "pips", "winner", barrier=True),
    public(BuildingReturned, "card", "by", barrier=False),
    public(JoustRolled, "winner", "rolls", barrier=True),
    public(CaravanCame, "give", "into", barrier=False),
)
"""What is public of each event, and which of them are barriers."""
