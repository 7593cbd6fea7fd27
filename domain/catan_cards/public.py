"""The public part of each event of the card game, and the events that are barriers.

An event is a barrier if a player learns something hidden from it (E11). Barriers are shuffles, dice, looks, draws,
revealed regions, event cards and sealed choices, protection cards, and cards that a Spy takes. For cards that move face
down, only the stack and the number of cards are public.
"""

from __future__ import annotations

from typing import Any, get_args

from chronik.domain.catan_cards.events import (
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
from chronik.domain.catan_cards.prompts import (
    PickPrompt,
    RemovePrompt,
    ScoutPrompt,
    SpyPrompt,
    SwapPrompt,
    TakeCardsPrompt,
)
from chronik.domain.engine.public_rows import collect_rows, public_row

LOOKS = (TakeCardsPrompt, SwapPrompt, RemovePrompt, SpyPrompt, ScoutPrompt, PickPrompt)
"""Prompts that show the asked seat cards that are hidden from the other seat (E12)."""


def _is_look(event: QuestionsAsked) -> bool:
    return any(isinstance(prompt, LOOKS) for prompt in event.prompts)


def _seats_of(facts: Any, event: QuestionsAsked) -> tuple[int, ...] | None:
    return tuple([prompt.seat for prompt in event.prompts]) or None


def _prompt_tag(facts: Any, event: QuestionsAsked) -> str | None:
    """Returns the tag of the first prompt; None if the question only waits for those above it."""
    return str(type(event.prompts[0]).__struct_config__.tag) if event.prompts else None


def _count_cards(facts: Any, event: CardsTaken | CardsRemoved | CardsShed) -> int:
    return len(event.cards)


PUBLIC = collect_rows(
    get_args(Event),
    # The set-up
    public_row(Committed, barrier=False),
    public_row(DecksBrought, barrier=True),
    public_row(Positioned, dealt=lambda _, event: sum(map(len, event.anew)), barrier=True),
    public_row(StackShuffled, "stack", "of", "why", barrier=True),
    public_row(EventsShuffled, "why", "told", barrier=True),
    public_row(RegionsShuffled, "why", barrier=True),
    public_row(LayoutsShown, "layouts", "feelings", barrier=True),
    public_row(FirstRolled, "rolls", barrier=True),
    public_row(CardsTaken, "stack", count=_count_cards, barrier=False),
    # Questions
    public_row(QuestionsAsked, seats=_seats_of, prompt=_prompt_tag, barrier=_is_look),
    public_row(Resumed, barrier=False),
    public_row(Declined, barrier=False),
    # The turn
    public_row(TurnBegan, barrier=False),
    public_row(DiceRolled, "event", "number", "named", barrier=True),
    public_row(ActionsBegan, barrier=False),
    public_row(ActionsEnded, barrier=False),
    public_row(Finished, "points", "places", barrier=False),
    # Events of the die and of cards
    public_row(BrigandsCame, "lost", barrier=False),
    public_row(EventRevealed, "card", barrier=True),
    public_row(EventReturned, "card", barrier=False),
    public_row(StarPaid, "stars", "why", barrier=False),
    public_row(StarsGained, "stars", "why", barrier=False),
    public_row(StarsLost, "stars", barrier=False),
    public_row(Gained, "into", "why", barrier=False),
    public_row(Taken, "into", "victim", "source", "why", barrier=False),
    public_row(Given, "source", "to", "into", "why", barrier=False),
    public_row(Choosing, "region", "why", barrier=False),
    public_row(Lost, "regions", "why", barrier=False),
    public_row(ResourcesPaid, "paid", "why", barrier=False),
    public_row(Produced, "gained", "full", barrier=False),
    public_row(UnitReturned, "card", "by", barrier=False),
    # If a seat looks at cards or moves hidden ones, only the seat, the stack and the number of cards are public.
    # A swap does not show whether the card taken was put back.
    public_row(StackSearched, "stack", "why", "of", "paid", barrier=True),
    public_row(CardDrawn, "stack", "of", barrier=True),
    public_row(CardPicked, "stack", "of", barrier=False),
    public_row(CardSwapped, "stack", "under", "of", barrier=False),
    public_row(CardsShed, "stacks", "why", "of", count=_count_cards, barrier=False),
    public_row(HandShown, "to", "why", barrier=True),
    public_row(CardsRemoved, "by", "stack", "of", count=_count_cards, barrier=False),
    public_row(CardStolen, "victim", stolen=lambda _, event: event.card is not None, barrier=True),
    public_row(Fetched, "card", "why", "of", "stars", "paid", barrier=False),
    public_row(SightKept, "stack", "of", barrier=True),
    public_row(HandRemembered, barrier=True),
    # Building
    public_row(RoadBuilt, "slot", "paid", "stars", barrier=False),
    public_row(SettlementBuilt, "slot", "paid", "stars", barrier=False),
    public_row(CityBuilt, "slot", "paid", barrier=False),
    public_row(RegionDrawn, "region", "slot", barrier=True),
    public_row(RegionsPlaced, "slot", "above", "below", barrier=True),
    public_row(RegionsSeen, barrier=True),
    public_row(CardBuilt, "card", "slot", "side", "paid", "stars", barrier=False),
    public_row(TheaterMoved, "card", "slot", barrier=False),
    public_row(Demolished, "card", barrier=False),
    public_row(FeelingPlaced, "card", "region", barrier=False),
    public_row(FeelingMoved, "card", "region", barrier=False),
    public_row(UnitsNamed, "cards", barrier=False),
    public_row(UnitTaken, "victim", "card", barrier=False),
    # Bank, cards in use, offers
    public_row(BankTraded, "paid", "into", barrier=False),
    public_row(LandUsed, "card", "give", "into", barrier=False),
    public_row(HospitalUsed, "card", "into", barrier=False),
    public_row(OfferMade, "give", "into", barrier=False),
    public_row(Traded, "give", "into", "partner", "given", "received", barrier=False),
    # Action cards
    public_row(CardPlayed, "card", "paid", "demand", "knight", "against", barrier=False),
    public_row(Protected, "card", barrier=True),
    public_row(CardDone, "card", barrier=False),
    public_row(DuelRolled, "pips", "winner", barrier=True),
    public_row(BuildingReturned, "card", "by", barrier=False),
    public_row(JoustRolled, "winner", "rolls", barrier=True),
    public_row(CaravanCame, "give", "into", barrier=False),
)
"""The public fields of each event, and whether it is a barrier."""
