"""The commands of Katharina. Each answers the prompt with the same tag."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from chronik.domain.engine import tagged_structs

CardId = Annotated[str, Meta(min_length=1, max_length=40, description="The permanent id of a project card.")]
CityId = Annotated[str, Meta(min_length=1, max_length=40, description="The permanent id of a city.")]


class ChooseDisplay(tagged_structs.Command, frozen=True, tag="choose-display"):
    """Choose three of the six dealt cards as the action row, from left to right (S6, Q28)."""

    cards: Annotated[tuple[CardId, ...], Meta(min_length=3, max_length=3)]


class PlayCards(tagged_structs.Command, frozen=True, tag="play-cards"):
    """Play one card to the right end of the action row, and one below the action-row card at a slot (R-B, E2)."""

    action: CardId
    activation: CardId
    slot: Annotated[int, Meta(ge=0, le=99)]


class Resolve(tagged_structs.Command, frozen=True, omit_defaults=True, tag="resolve"):
    """Perform the activated card's action, naming its costs and building site, or decline it (R-D)."""

    perform: bool
    discards: Annotated[tuple[CardId, ...], Meta(max_length=99)] = ()
    city: CityId | None = None
    bonus: bool = False
    bonus_discards: Annotated[tuple[CardId, ...], Meta(max_length=99)] = ()


class BuildOrPass(tagged_structs.Command, frozen=True, omit_defaults=True, tag="build-or-pass"):
    """As a seat with the most books, build a residence in a city of your choice, or pass (I2, Q15)."""

    city: CityId | None = None


Command = ChooseDisplay | PlayCards | Resolve | BuildOrPass

DECLINE = Resolve(perform=False)
PASS = BuildOrPass()
