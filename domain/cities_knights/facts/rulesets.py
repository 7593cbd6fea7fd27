"""The rule options of a match: where sources differ, one value for each way to read the rules (rule book section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from msgspec import Meta, Struct


class TwoPlayerMode(Enum):
    """The mode for two players: plain rules, or neutral pieces, which are not available yet (R18, C-76)."""

    PLAIN = "plain"
    NEUTRAL_COLORS = "neutral_colors"


class BoardLayout(Enum):
    """The layout of terrain and tokens: tokens in a spiral, all at random, or one of the beginner boards (R3.3)."""

    OFFICIAL_SPIRAL = "official_spiral"
    RANDOM_TOKENS = "random_tokens"
    BEGINNER_BASE = "beginner_base"
    BEGINNER_CK = "beginner_ck"


class HarborLayout(Enum):
    """The layout of the harbors: shuffled, or as printed on the frame (R3.4)."""

    SHUFFLED = "shuffled"
    FRAME = "frame"


class CommodityBank(Enum):
    """The number of cards of each commodity: twelve or unlimited (R2.2)."""

    TWELVE = "12"
    UNLIMITED = "unlimited"


class PublicCounts(Enum):
    """The public size of a hand: one number, or resources and commodities separately (section 4)."""

    TOTAL = "total"
    SPLIT = "split"


class RobberStart(Enum):
    """The robber's start: on the desert, or off the board (R3.5, C-73)."""

    DESERT = "desert"
    OFF_BOARD = "off_board"


class RobberBeforeFirstAttack(Enum):
    """The robber before the first barbarian attack: asleep (`locked`) or active (R8.5)."""

    LOCKED = "locked"
    ACTIVE = "active"


class ChaseDestination(Enum):
    """The hexes to which a knight may chase the robber: any other hex, or only those with a number (R11.8)."""

    ANY_OTHER_LAND_HEX = "any_other_land_hex"
    NUMBERED_HEX_ONLY = "numbered_hex_only"


class PillageWithoutSettlement(Enum):
    """The result of a pillage if all settlements of the owner are on the board (R10.6, C-67)."""

    SIDEWAYS = "sideways"
    REMOVE_CITY_AND_ROADS = "remove_city_and_roads"
    EXCEED_SUPPLY = "exceed_supply"


class DefenderZeroTie(Enum):
    """The reward if no seat had an active knight but the island held: none, or a card for each seat (R9.3)."""

    NO_AWARD = "no_award"
    ALL_DRAW = "all_draw"


class DefenderCards(Enum):
    """The number of Defender of Catan cards: six or unlimited (R2.4, C-69)."""

    UNLIMITED = "unlimited"
    SIX = "6"


class ProgressOverflow(Enum):
    """The moment at which the active seat gives up progress cards beyond four (R13.2, C-70)."""

    UNTIL_END_OF_OWN_TURN = "until_end_of_own_turn"
    DISCARD_AT_ONCE = "discard_at_once"
    DISCARD_OR_PLAY_AT_ONCE = "discard_or_play_at_once"


class DeadProgressCard(Enum):
    """The handling of a progress card that clearly has no effect: refused, or may be discarded unplayed (R13.6)."""

    REFUSE = "refuse"
    ALLOW = "allow"


class CraneForm(Enum):
    """The form of a Crane: it buys at once, or makes the next improvement of the turn cheaper (C-71)."""

    ATOMIC_PURCHASE = "atomic_purchase"
    DISCOUNT_NEXT_PURCHASE_THIS_TURN = "discount_next_purchase_this_turn"


class CommercialHarborLimit(Enum):
    """The limit on harbor offers to one opponent: one per turn, or one per Commercial Harbor played (R14.3)."""

    ONCE_PER_OPPONENT_AND_TURN = "once_per_opponent_and_turn"
    ONCE_PER_OPPONENT_AND_CARD = "once_per_opponent_and_card"


class MerchantHex(Enum):
    """The hexes for the merchant: any land hex, or only producing ones (C-31)."""

    ANY_LAND_HEX = "any_land_hex"
    PRODUCING_HEX_ONLY = "producing_hex_only"


class DeserterReplacement(Enum):
    """The levels at which a deserted knight may be placed (R14.1, C-72)."""

    SAME_OR_LOWER = "same_or_lower"
    SAME_ELSE_BASIC = "same_else_basic"
    SAME_ONLY = "same_only"
    ANY_LEVEL = "any_level"


class DeserterKnightMayAct(Enum):
    """The readiness of an active deserted knight in the turn in which it is placed (R14.1)."""

    YES_IF_ACTIVE = "yes_if_active"
    NO = "no"


class DiplomatOpenRoad(Enum):
    """The definition of an open road, which a Diplomat may remove (R14.2, C-74)."""

    FREE_END = "free_end"
    FREE_END_2025 = "free_end_2025"


class SaboteurScope(Enum):
    """The opponents that a Saboteur hits: those with at least as many points, or only those with more (C-26)."""

    AT_LEAST_AS_MANY_VP = "at_least_as_many_vp"
    MORE_VP = "more_vp"


class WeddingChooser(Enum):
    """The seat that chooses the cards of a Wedding: the giver, or the player of the card (C-75)."""

    GIVER = "giver"
    PLAYER = "player"


class ImprovementNeedsFreeCity(Enum):
    """The purchases of levels 4 and 5 that need a city without a metropolis (R12.6)."""

    ALWAYS_EXCEPT_OWN_METROPOLIS = "always_except_own_metropolis"
    ONLY_WHEN_WINNING_METROPOLIS = "only_when_winning_metropolis"


class SevensBeforeFirstAttack(Enum):
    """The effect of a seven before the first barbarian attack (R8.5, C-77)."""

    DISCARD = "discard"
    NO_DISCARD = "no_discard"
    REROLL = "reroll"


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rule options of Cities & Knights. Their defaults form the preset `standard`."""

    victory_points: Annotated[int, Meta(ge=5, le=30)] = 13
    two_player_mode: Annotated[
        TwoPlayerMode, Meta(extra_json_schema={"x-refused": [TwoPlayerMode.NEUTRAL_COLORS.value]})
    ] = TwoPlayerMode.PLAIN
    board_layout: BoardLayout = BoardLayout.OFFICIAL_SPIRAL
    harbor_layout: HarborLayout = HarborLayout.SHUFFLED
    commodity_bank: CommodityBank = CommodityBank.TWELVE
    public_counts: PublicCounts = PublicCounts.TOTAL
    robber_start: RobberStart = RobberStart.DESERT
    robber_before_first_attack: RobberBeforeFirstAttack = RobberBeforeFirstAttack.LOCKED
    chase_destination: ChaseDestination = ChaseDestination.ANY_OTHER_LAND_HEX
    friendly_robber: bool = False
    pillage_without_settlement: PillageWithoutSettlement = PillageWithoutSettlement.SIDEWAYS
    defender_zero_tie: DefenderZeroTie = DefenderZeroTie.NO_AWARD
    defender_cards: DefenderCards = DefenderCards.UNLIMITED
    progress_overflow: ProgressOverflow = ProgressOverflow.UNTIL_END_OF_OWN_TURN
    dead_progress_card: DeadProgressCard = DeadProgressCard.REFUSE
    crane_form: CraneForm = CraneForm.ATOMIC_PURCHASE
    commercial_harbor_limit: CommercialHarborLimit = CommercialHarborLimit.ONCE_PER_OPPONENT_AND_TURN
    merchant_hex: MerchantHex = MerchantHex.ANY_LAND_HEX
    deserter_replacement: DeserterReplacement = DeserterReplacement.SAME_OR_LOWER
    deserter_knight_may_act: DeserterKnightMayAct = DeserterKnightMayAct.YES_IF_ACTIVE
    diplomat_open_road: DiplomatOpenRoad = DiplomatOpenRoad.FREE_END
    saboteur_scope: SaboteurScope = SaboteurScope.AT_LEAST_AS_MANY_VP
    wedding_chooser: WeddingChooser = WeddingChooser.GIVER
    improvement_4_5_needs_free_city: ImprovementNeedsFreeCity = ImprovementNeedsFreeCity.ALWAYS_EXCEPT_OWN_METROPOLIS
    aqueduct_decline: bool = True
    sevens_before_first_attack: SevensBeforeFirstAttack = SevensBeforeFirstAttack.DISCARD
    grace_rounds: Annotated[int, Meta(ge=0, le=5)] = 0


PRESETS: Mapping[str, Mapping[str, Any]] = {
    "standard": {},
    "official_2020": {
        "chase_destination": "numbered_hex_only",
        "deserter_replacement": "same_else_basic",
        "progress_overflow": "until_end_of_own_turn",
    },
    "official_2025": {"robber_start": "off_board", "diplomat_open_road": "free_end_2025"},
    "online_de_literal": {"deserter_replacement": "any_level", "wedding_chooser": "player"},
    "short_de_literal": {
        "robber_before_first_attack": "active",
        "pillage_without_settlement": "remove_city_and_roads",
        "progress_overflow": "discard_at_once",
    },
}
"""The presets by name, each given as its differences from `standard`."""
