"""The options of a match: where the sources differ, each reading by name (rule book section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any

from msgspec import Meta, Struct


class TwoPlayerMode(Enum):
    """How two play: like more, or with neutral pieces, which is not offered yet (R18, C-76)."""

    PLAIN = "plain"
    NEUTRAL_COLORS = "neutral_colors"


class BoardLayout(Enum):
    """How terrain and number tokens lie: a spiral, wholly at random, or as one of the boards for beginners (R3.3)."""

    OFFICIAL_SPIRAL = "official_spiral"
    RANDOM_TOKENS = "random_tokens"
    BEGINNER_BASE = "beginner_base"
    BEGINNER_CK = "beginner_ck"


class HarborLayout(Enum):
    """Whether the kinds of harbors are shuffled or lie as printed on the frame (R3.4)."""

    SHUFFLED = "shuffled"
    FRAME = "frame"


class CommodityBank(Enum):
    """How many cards of each commodity there are: twelve, or as many as are wanted (R2.2)."""

    TWELVE = "12"
    UNLIMITED = "unlimited"


class PublicCounts(Enum):
    """What everybody sees of a hand: one number, or resources and commodities apart (section 4)."""

    TOTAL = "total"
    SPLIT = "split"


class RobberStart(Enum):
    """Where the robber stands at first: on the desert, or beside the board (R3.5, C-73)."""

    DESERT = "desert"
    OFF_BOARD = "off_board"


class RobberBeforeFirstAttack(Enum):
    """Whether the robber sleeps until the barbarians have attacked once (R8.5)."""

    LOCKED = "locked"
    ACTIVE = "active"


class ChaseDestination(Enum):
    """Where a knight may chase the robber to: any other hex, or one with a number (R11.8)."""

    ANY_OTHER_LAND_HEX = "any_other_land_hex"
    NUMBERED_HEX_ONLY = "numbered_hex_only"


class PillageWithoutSettlement(Enum):
    """What becomes of a pillaged city when no settlement is left in the supply (R10.6, C-67)."""

    SIDEWAYS = "sideways"
    REMOVE_CITY_AND_ROADS = "remove_city_and_roads"
    EXCEED_SUPPLY = "exceed_supply"


class DefenderZeroTie(Enum):
    """Whether anybody is rewarded when nobody had a knight against the barbarians (R9.3)."""

    NO_AWARD = "no_award"
    ALL_DRAW = "all_draw"


class DefenderCards(Enum):
    """How many Defenders of Catan there are to be won: six, or any number (R2.4, C-69)."""

    UNLIMITED = "unlimited"
    SIX = "6"


class ProgressOverflow(Enum):
    """When whoever's turn it is gives up progress cards beyond four (R13.2, C-70)."""

    UNTIL_END_OF_OWN_TURN = "until_end_of_own_turn"
    DISCARD_AT_ONCE = "discard_at_once"
    DISCARD_OR_PLAY_AT_ONCE = "discard_or_play_at_once"


class DeadProgressCard(Enum):
    """Whether a progress card may be played that everybody sees to be without effect (R13.6)."""

    REFUSE = "refuse"
    ALLOW = "allow"


class CraneForm(Enum):
    """Whether a Crane buys at once, or makes the next improvement of the turn cheaper (C-71)."""

    ATOMIC_PURCHASE = "atomic_purchase"
    DISCOUNT_NEXT_PURCHASE_THIS_TURN = "discount_next_purchase_this_turn"


class CommercialHarborLimit(Enum):
    """Whether a second Commercial Harbor of a turn may ask the same opponent again (R14.3)."""

    ONCE_PER_OPPONENT_AND_TURN = "once_per_opponent_and_turn"
    ONCE_PER_OPPONENT_AND_CARD = "once_per_opponent_and_card"


class MerchantHex(Enum):
    """Where the merchant may stand: on any land, or on what produces (C-31)."""

    ANY_LAND_HEX = "any_land_hex"
    PRODUCING_HEX_ONLY = "producing_hex_only"


class DeserterReplacement(Enum):
    """Which level the knight may have that comes in a deserter's place (R14.1, C-72)."""

    SAME_OR_LOWER = "same_or_lower"
    SAME_ELSE_BASIC = "same_else_basic"
    SAME_ONLY = "same_only"
    ANY_LEVEL = "any_level"


class DeserterKnightMayAct(Enum):
    """Whether an active knight that came in a deserter's place is ready in the same turn (R14.1)."""

    YES_IF_ACTIVE = "yes_if_active"
    NO = "no"


class DiplomatOpenRoad(Enum):
    """Which road is open, so that the Diplomat may take it (R14.2, C-74)."""

    FREE_END = "free_end"
    FREE_END_2025 = "free_end_2025"


class SaboteurScope(Enum):
    """Whom the Saboteur hits: those with as many points or more, or only those with more (C-26)."""

    AT_LEAST_AS_MANY_VP = "at_least_as_many_vp"
    MORE_VP = "more_vp"


class WeddingChooser(Enum):
    """Who chooses the cards for the Wedding: who gives them, or who played it (C-75)."""

    GIVER = "giver"
    PLAYER = "player"


class ImprovementNeedsFreeCity(Enum):
    """When the fourth and fifth improvement need a city without a metropolis (R12.6)."""

    ALWAYS_EXCEPT_OWN_METROPOLIS = "always_except_own_metropolis"
    ONLY_WHEN_WINNING_METROPOLIS = "only_when_winning_metropolis"


class SevensBeforeFirstAttack(Enum):
    """What a seven does before the barbarians have attacked once (R8.5, C-77)."""

    DISCARD = "discard"
    NO_DISCARD = "no_discard"
    REROLL = "reroll"


class Ruleset(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rule options of Cities & Knights; the defaults are the preset `standard`."""

    victory_points: Annotated[int, Meta(ge=5, le=30)] = 13
    two_player_mode: TwoPlayerMode = TwoPlayerMode.PLAIN
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
"""The presets by name, each by its differences from `standard`."""
