"""The public part of each event of Cities & Knights, and which events are barriers.

An event is a barrier if a player learns something hidden from it (1.19). Barriers are the deal of the island, the draw
of the starting seat, dice rolls, shuffles of a deck, cards that are drawn, stolen, played, given or given up, answers
at a harbor, and looks at a hand.
"""

from __future__ import annotations

from typing import Any, get_args

from chronik.domain.cities_knights.cards.kinds import Kind, count_by_kind
from chronik.domain.cities_knights.events import (
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
from chronik.domain.cities_knights.facts.load import Facts
from chronik.domain.cities_knights.facts.printed import KIND_IDS
from chronik.domain.cities_knights.prompts import SpyPrompt, TakePrompt
from chronik.domain.cities_knights.rules.decks import count_by_deck
from chronik.domain.engine.public_rows import collect_rows, public_row


def _shows_cards(event: QuestionsAsked) -> bool:
    return any(isinstance(prompt, SpyPrompt | TakePrompt) for prompt in event.prompts)


def _prompt_tag(facts: Any, event: QuestionsAsked) -> Any:
    return type(event.prompts[0]).__struct_config__.tag


def _count_dealt(facts: Facts, event: Positioned) -> int:
    """Returns how many cards were dealt. Seat numbers and placeholders in the pools do not count."""
    return sum([one in facts.cards or one in KIND_IDS for pool in event.anew for one in pool])


def _gains_by_seat(facts: Any, event: Produced) -> dict[str, dict[Kind, int]] | None:
    return {str(seat): count_by_kind(counts) for seat, counts in enumerate(event.gained) if counts} or None


def _face_up_card(facts: Facts, event: ProgressDrawn) -> str | None:
    """Returns the card if it is placed face up at once (R13.1)."""
    return event.card if facts.cards[event.card].vp else None


def _face_up_name(facts: Facts, event: ProgressDrawn) -> str | None:
    card = facts.cards[event.card]
    return card.name if card.vp else None


def _count_by_deck(facts: Facts, event: ProgressDiscarded) -> tuple[int, ...]:
    return count_by_deck(facts, event.cards)


def _card_name(facts: Facts, event: CardPlayed) -> str:
    return facts.cards[event.card].name


def _deck_taken_from(facts: Facts, event: ProgressTaken) -> str | None:
    return None if event.card is None else facts.tracks[facts.cards[event.card].deck].id


PUBLIC = collect_rows(
    get_args(Event),
    public_row(FirstDrawn, barrier=True),
    public_row(Positioned, dealt=_count_dealt, barrier=True),
    public_row(IslandDealt, "terrain", "tokens", "harbors", barrier=True),
    public_row(DeckShuffled, "deck", barrier=True),
    public_row(
        StartPlaced,
        "corner",
        "edge",
        "city",
        gained=lambda _, event: count_by_kind(event.gained) or None,
        barrier=False,
    ),
    public_row(
        QuestionsAsked,
        seats=lambda _, event: tuple(prompt.seat for prompt in event.prompts),
        prompt=_prompt_tag,
        barrier=_shows_cards,
    ),
    public_row(Resumed, barrier=False),
    public_row(TurnBegan, barrier=False),
    public_row(DiceRolled, "red", "yellow", "chosen", face=lambda _, event: event.event, barrier=True),
    public_row(ShipMoved, "step", barrier=False),
    public_row(BarbariansLanded, "strength", "defence", held=lambda _, event: event.held or None, barrier=False),
    public_row(DefenderNamed, barrier=False),
    public_row(CityPillaged, "corner", "roads", "knights", remains=lambda _, event: event.remains, barrier=False),
    public_row(BarbariansLeft, barrier=False),
    public_row(ProgressDrawn, "deck", card=_face_up_card, name=_face_up_name, barrier=True),
    public_row(ProgressDiscarded, decks=_count_by_deck, barrier=True),
    public_row(Produced, "short", gained=_gains_by_seat, barrier=False),
    public_row(AqueductUsed, "kind", barrier=False),
    public_row(CardsDiscarded, "why", cards=lambda _, event: count_by_kind(event.cards) or None, barrier=True),
    public_row(RobberMoved, "hex", "knight", barrier=False),
    public_row(CardStolen, "victim", barrier=True),
    public_row(ActionBegan, barrier=False),
    public_row(RoadBuilt, "edge", free=lambda _, event: not event.paid or None, barrier=False),
    public_row(SettlementBuilt, "corner", barrier=False),
    public_row(CityBuilt, "corner", barrier=False),
    public_row(WallBuilt, "corner", free=lambda _, event: not event.paid or None, barrier=False),
    public_row(LevelBought, "track", "level", paid=lambda _, event: count_by_kind(event.paid) or None, barrier=False),
    public_row(MetropolisPlaced, "track", "corner", barrier=False),
    public_row(KnightRecruited, "corner", barrier=False),
    public_row(KnightActivated, "corner", barrier=False),
    public_row(KnightsRoused, barrier=False),
    public_row(KnightPromoted, "corner", free=lambda _, event: not event.paid or None, barrier=False),
    public_row(KnightMoved, "start", "corner", barrier=False),
    public_row(KnightDisplaced, "corner", "by", "lost", barrier=False),
    public_row(KnightRetreated, "corner", "level", barrier=False),
    public_row(KnightSurrendered, "corner", barrier=False),
    public_row(
        DeserterPlaced, "corner", level=lambda _, event: None if event.corner is None else event.level, barrier=False
    ),
    public_row(LongestRoadPassed, "length", barrier=False),
    public_row(
        BankTraded,
        given=lambda _, event: count_by_kind(event.given),
        taken=lambda _, event: count_by_kind(event.taken),
        barrier=False,
    ),
    public_row(
        OfferMade,
        "number",
        "to",
        "counter",
        give=lambda _, event: count_by_kind(event.give),
        want=lambda _, event: count_by_kind(event.want),
        barrier=False,
    ),
    public_row(OfferAnswered, "number", "accepted", barrier=False),
    public_row(OfferWithdrawn, "number", barrier=False),
    public_row(
        Traded,
        "partner",
        "number",
        given=lambda _, event: count_by_kind(event.given),
        taken=lambda _, event: count_by_kind(event.taken),
        barrier=False,
    ),
    public_row(CardPlayed, "card", name=_card_name, barrier=True),
    public_row(CardsGained, cards=lambda _, event: count_by_kind(event.cards) or None, barrier=False),
    public_row(
        CardsTaken,
        "victim",
        count=lambda _, event: sum(event.cards),
        cards=lambda _, event: count_by_kind(event.cards) if event.openly else None,
        barrier=True,
    ),
    public_row(CardsGiven, "to", count=lambda _, event: sum(event.cards), barrier=True),
    public_row(HarborOffered, "to", barrier=True),
    public_row(HarborAnswered, "by", swapped=lambda _, event: event.given is not None, barrier=True),
    public_row(MerchantPlaced, "hex", barrier=False),
    public_row(FleetNamed, "kind", barrier=False),
    public_row(HarborOpened, barrier=False),
    public_row(CraneReady, barrier=False),
    public_row(TokensSwapped, "hexes", barrier=False),
    public_row(RoadRemoved, "owner", "edge", "rebuilt", "knights", barrier=False),
    public_row(FreeRoadDeclined, barrier=False),
    public_row(ProgressTaken, "victim", deck=_deck_taken_from, barrier=True),
    public_row(Finished, "points", "places", barrier=False),
)
"""The public part of each event, and which events are barriers."""
