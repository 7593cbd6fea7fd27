"""The trade cards (R14)."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from chronik.domain.cities_knights.cards.kinds import KINDS, Cards, Counts, Kind
from chronik.domain.cities_knights.commands import (
    BuildRoad,
    EndTurn,
    GiveCommodity,
    OfferAtHarbor,
    PlayCommercialHarbor,
    PlayMasterMerchant,
    PlayMerchant,
    PlayMerchantFleet,
    PlayResourceMonopoly,
    PlayTradeMonopoly,
    SpendCard,
    TakeCards,
    TradeWithBank,
)
from chronik.domain.cities_knights.events import (
    BankTraded,
    CardPlayed,
    CardsTaken,
    Finished,
    FleetNamed,
    HarborAnswered,
    HarborOffered,
    HarborOpened,
    MerchantPlaced,
)
from chronik.domain.cities_knights.facts.rulesets import CommercialHarborLimit, DeadProgressCard, MerchantHex, Ruleset
from chronik.domain.cities_knights.prompts import ActionPrompt, HarborPrompt, OverflowPrompt, TakePrompt
from chronik.domain.cities_knights.rules.points import points
from chronik.domain.cities_knights.state import Continuation, Harbor, Merchant, Question, SeatState, State
from tests.cities_knights.playable import check_playable, is_accepted
from tests.support.cases import for_each
from tests.support.cities_knights.table import BEGINNER, FACTS, GAME, Moment, at, card, cards, given, position

BURNING = replace(BEGINNER, dead_progress_card=DeadProgressCard.ALLOW)
PER_CARD = replace(BEGINNER, commercial_harbor_limit=CommercialHarborLimit.ONCE_PER_OPPONENT_AND_CARD)
PRODUCING = replace(BEGINNER, merchant_hex=MerchantHex.PRODUCING_HEX_ONLY)
TRADE = ("commercial_harbor", "master_merchant", "merchant", "merchant_fleet", "resource_monopoly", "trade_monopoly")
ALL_TRADE = tuple(card(name) for name in TRADE)


def playable_position(options: Ruleset = BEGINNER) -> State:
    """Seat 0 may play every trade card: it has a building and a resource, seat 1 has more points and a card."""
    return position(
        SeatState(hand=cards(wool=1), settlements=at(18), progress=ALL_TRADE),
        SeatState(hand=cards(ore=1), cities=at(22)),
        SeatState(),
        options=options,
    )


def useless_position(options: Ruleset = BEGINNER) -> State:
    """Returns a position in which seat 0 has only the cards, no seat has a hand, and all kinds are named for fleets."""
    return position(SeatState(progress=ALL_TRADE), SeatState(), SeatState(), options=options, fleet=tuple(range(8)))


# All of them (R13.4 to R13.6)


@for_each("name", TRADE)
def test_a_trade_card_is_put_under_its_deck_before_it_takes_effect(name: str) -> None:
    """R13.4, R13.5, C-58."""
    moment = given(playable_position())
    after = moment.when(0, check_playable(moment, name)[0]).then(CardPlayed(0, card(name)), ...)
    assert after.state.decks[0][-1] == card(name)
    assert card(name) not in after.state.seats[0].progress


@for_each("name", TRADE)
def test_a_trade_card_without_effect_is_refused_by_default(name: str) -> None:
    """R13.6, C-48, dead_progress_card=refuse."""
    moment = given(useless_position())
    assert check_playable(moment, name) == []
    moment.when(0, SpendCard(card(name))).then_rejected("not-dead", "R13.6")


@for_each("name", TRADE)
def test_an_option_lets_a_trade_card_without_effect_be_discarded(name: str) -> None:
    """R13.6, C-48, dead_progress_card=allow."""
    moment = given(useless_position(BURNING))
    assert SpendCard(card(name)) in moment.options(0, SpendCard)
    moment.when(0, SpendCard(card(name))).then(CardPlayed(0, card(name)))
    useful = given(playable_position(BURNING))
    assert useful.options(0, SpendCard) == []
    useful.when(0, SpendCard(card(name))).then_rejected("not-dead")


# Commercial Harbor


def harbor(*hands: Counts, options: Ruleset = BEGINNER, played: int = 1, asked: tuple[int, ...] = ()) -> Moment:
    """Returns a moment in which the harbor of seat 0 is open, and the seats have these hands."""
    return given(position(*[SeatState(hand=hand) for hand in hands], options=options, harbor=Harbor(played, asked)))


def test_a_harbor_offer_swaps_a_resource_for_a_commodity() -> None:
    """R14, C-64: the other seat chooses which."""
    own = SeatState(hand=cards(wool=2), progress=(card("commercial_harbor"),))
    moment = given(position(own, SeatState(hand=cards(ore=1, cloth=1, paper=2))))
    opened = moment.when(0, PlayCommercialHarbor(card("commercial_harbor")))
    opened.then(CardPlayed(0, card("commercial_harbor")), HarborOpened(0))
    asked = opened.when(0, OfferAtHarbor(1, Kind.WOOL)).then(HarborOffered(0, 1, Kind.WOOL), ...)
    asked.then_asked(HarborPrompt(1, 0, Kind.WOOL))
    assert asked.options(1) == [GiveCommodity(Kind.CLOTH), GiveCommodity(Kind.PAPER)]
    assert GAME.default(asked.state, 1) == GiveCommodity(Kind.PAPER)
    after = asked.when(1, GiveCommodity(Kind.CLOTH)).then(HarborAnswered(1, 0, Kind.WOOL, Kind.CLOTH))
    after.then_seat(0, hand=cards(wool=1, cloth=1)).then_seat(1, hand=cards(ore=1, wool=1, paper=2))
    assert isinstance(after.state.prompts[0], ActionPrompt)


def test_a_seat_with_a_commodity_must_give_one_at_the_harbor() -> None:
    """R14, 1.19: it may answer "none" only if that is true, and can give only a commodity that it holds."""
    asked = harbor(cards(wool=1), cards(cloth=1)).when(0, OfferAtHarbor(1, Kind.WOOL))
    asked.when(1, GiveCommodity()).then_rejected("commodity-due", "C-64")
    asked.when(1, GiveCommodity(Kind.COIN)).then_rejected("cards")
    asked.when(1, GiveCommodity(Kind.ORE)).then_rejected("card-kind")
    asked.when(0, GiveCommodity(Kind.CLOTH)).then_rejected("not-asked")


def test_a_seat_without_commodities_returns_the_harbor_resource() -> None:
    """R14."""
    asked = harbor(cards(wool=1), cards(ore=3)).when(0, OfferAtHarbor(1, Kind.WOOL))
    assert asked.options(1) == [GiveCommodity()] == [GAME.default(asked.state, 1)]
    after = asked.when(1, GiveCommodity()).then(HarborAnswered(1, 0, Kind.WOOL))
    after.then_seat(0, hand=cards(wool=1)).then_seat(1, hand=cards(ore=3))
    after.when(0, OfferAtHarbor(1, Kind.WOOL)).then_rejected("harbor-closed")


def test_a_harbor_offer_needs_a_resource_in_hand_and_an_opponent_with_a_card() -> None:
    """R14: it cannot name a commodity, a missing card, the seat itself or an opponent with an empty hand."""
    moment = harbor(cards(wool=1, ore=1, coin=1), cards(ore=1), cards())
    assert moment.options(0, OfferAtHarbor) == [OfferAtHarbor(1, Kind.WOOL), OfferAtHarbor(1, Kind.ORE)]
    every = [OfferAtHarbor(seat, kind) for seat, kind in product(range(4), KINDS)]
    assert moment.options(0, OfferAtHarbor) == [one for one in every if is_accepted(moment, one)]
    moment.when(0, OfferAtHarbor(1, Kind.COIN)).then_rejected("card-kind")
    moment.when(0, OfferAtHarbor(1, Kind.GRAIN)).then_rejected("cards")
    moment.when(0, OfferAtHarbor(2, Kind.WOOL)).then_rejected("harbor-closed")
    moment.when(0, OfferAtHarbor(0, Kind.WOOL)).then_rejected("harbor-closed")


def test_the_allowed_harbor_partners_do_not_reveal_their_commodities() -> None:
    """R13.6, 1.19: only the size of a hand is public."""
    with_, without = harbor(cards(wool=1), cards(cloth=1)), harbor(cards(wool=1), cards(ore=1))
    assert with_.options(0) == without.options(0)
    asked = [moment.when(0, OfferAtHarbor(1, Kind.WOOL)) for moment in (with_, without)]
    assert asked[0].events == asked[1].events


def test_harbor_offers_can_be_made_only_from_the_card_until_the_turn_ends() -> None:
    """R5.5, C-64: it is open until the turn ends, whatever comes between."""
    moment = harbor(cards(wool=1), cards(ore=1), played=0)
    assert moment.options(0, OfferAtHarbor) == []
    moment.when(0, OfferAtHarbor(1, Kind.WOOL)).then_rejected("harbor-closed")
    moment = harbor(cards(wool=1), cards(ore=1), asked=(1,)).when(0, EndTurn())
    assert moment.state.harbor == Harbor()


def test_each_opponent_is_asked_at_the_harbor_once_in_a_turn() -> None:
    """R14.3, C-47, commercial_harbor_limit=once_per_opponent_and_turn: even with a second card."""
    moment = harbor(cards(wool=3), cards(ore=1), cards(ore=1), played=2, asked=(1,))
    assert moment.options(0, OfferAtHarbor) == [OfferAtHarbor(2, Kind.WOOL)]
    moment.when(0, OfferAtHarbor(1, Kind.WOOL)).then_rejected("harbor-closed", "C-64")


def test_an_option_lets_each_opponent_be_asked_once_per_harbor_card() -> None:
    """C-47, commercial_harbor_limit=once_per_opponent_and_card."""
    moment = harbor(cards(wool=3), cards(ore=1), played=2, asked=(1,), options=PER_CARD)
    moment = moment.when(0, OfferAtHarbor(1, Kind.WOOL)).when(1, GiveCommodity())
    moment.when(0, OfferAtHarbor(1, Kind.WOOL)).then_rejected("harbor-closed")
    harbor(cards(wool=3), cards(ore=1), asked=(1,), options=PER_CARD).when(
        0, OfferAtHarbor(1, Kind.WOOL)
    ).then_rejected("harbor-closed")


def test_both_commercial_harbors_can_be_played_in_one_turn() -> None:
    """R14.3: several copies of any card may be played in one turn."""
    own = SeatState(hand=cards(wool=1), progress=(card("commercial_harbor", 2),))
    state = position(own, SeatState(hand=cards(ore=1)), SeatState(hand=cards(ore=1)), harbor=Harbor(1, (1,)))
    after = given(state).when(0, PlayCommercialHarbor(card("commercial_harbor", 2)))
    assert after.state.harbor == Harbor(2, (1,))


@for_each(
    ("asked", "third", "limit", "useful"),
    [
        ((1,), cards(), CommercialHarborLimit.ONCE_PER_OPPONENT_AND_TURN, False),
        ((1, 2), cards(ore=1), CommercialHarborLimit.ONCE_PER_OPPONENT_AND_TURN, False),
        ((1,), cards(ore=1), CommercialHarborLimit.ONCE_PER_OPPONENT_AND_TURN, True),
        ((1, 2), cards(ore=1), CommercialHarborLimit.ONCE_PER_OPPONENT_AND_CARD, True),
    ],
)
def test_a_second_commercial_harbor_needs_an_opponent_left_to_ask(
    asked: tuple[int, ...], third: Counts, limit: CommercialHarborLimit, useful: bool
) -> None:
    """R13.6, C-48, C-47, R14.3: otherwise it would have no effect, which is public."""
    second = card("commercial_harbor", 2)
    own = SeatState(hand=cards(wool=1), progress=(second,))
    seats = (own, SeatState(hand=cards(ore=1)), SeatState(hand=third))
    options = replace(BURNING, commercial_harbor_limit=limit)
    moment = given(position(*seats, options=options, harbor=Harbor(1, asked)))
    assert (check_playable(moment, "commercial_harbor") != []) is useful
    assert (moment.options(0, SpendCard) == []) is useful
    played = moment.when(0, PlayCommercialHarbor(second))
    if useful:
        assert played.options(0, OfferAtHarbor)
    else:
        played.then_rejected("no-effect", "R13.6")


def test_a_commercial_harbor_needs_a_resource_and_an_opponent_with_a_card() -> None:
    """R13.6."""
    held = (card("commercial_harbor"),)
    for own, other in ((cards(cloth=3), cards(ore=1)), (cards(wool=1), cards())):
        moment = given(position(SeatState(hand=own, progress=held), SeatState(hand=other)))
        assert check_playable(moment, "commercial_harbor") == []
        moment.when(0, PlayCommercialHarbor(card("commercial_harbor"))).then_rejected("no-effect", "R13.6")
    moment = given(position(SeatState(hand=cards(wool=1), progress=held), SeatState(hand=cards(ore=1))))
    assert len(check_playable(moment, "commercial_harbor")) == 1


# Master Merchant


def guild(hand: Counts) -> Moment:
    """Returns a moment in which seat 0 has a Master Merchant, and seat 1 more points and this hand."""
    return given(position(SeatState(progress=(card("master_merchant"),)), SeatState(hand=hand, settlements=at(18))))


def test_a_master_merchant_sees_a_hand_and_takes_two_cards() -> None:
    """R14: only the two hands change, and only the two seats know which cards moved."""
    asked = guild(cards(wool=2, coin=1)).when(0, PlayMasterMerchant(card("master_merchant"), 1))
    asked.then(CardPlayed(0, card("master_merchant")), ...).then_asked(TakePrompt(0, 1, 2))
    assert asked.options(0) == [TakeCards(Cards(wool=2)), TakeCards(Cards(wool=1, coin=1))]
    assert GAME.default(asked.state, 0) == TakeCards(Cards(wool=2))
    after = asked.when(0, TakeCards(Cards(wool=1, coin=1))).then(CardsTaken(0, 1, cards(wool=1, coin=1)))
    after.then_seat(0, hand=cards(wool=1, coin=1)).then_seat(1, hand=cards(wool=1))
    assert isinstance(after.state.prompts[0], ActionPrompt)


def test_a_master_merchant_takes_the_only_card_of_a_hand() -> None:
    """R14."""
    asked = guild(cards(ore=1)).when(0, PlayMasterMerchant(card("master_merchant"), 1))
    asked.then_asked(TakePrompt(0, 1, 1))
    asked.when(0, TakeCards(Cards(ore=1))).then(CardsTaken(0, 1, cards(ore=1)))


def test_a_master_merchant_takes_exactly_two_cards_of_the_hand() -> None:
    """R14, 1.19."""
    asked = guild(cards(wool=2, coin=2)).when(0, PlayMasterMerchant(card("master_merchant"), 1))
    for wrong in (Cards(wool=1), Cards(wool=2, coin=1), Cards(ore=2), Cards(), Cards(wool=1, ore=1)):
        assert asked.when(0, TakeCards(wrong)).then_rejected("their-cards").facts == {"seat": 1, "needed": 2}
    asked.when(1, TakeCards(Cards(wool=2))).then_rejected("not-asked")
    assert all(is_accepted(asked, option) for option in asked.options(0))
    assert len(asked.options(0)) == 3


def test_a_master_merchant_needs_an_opponent_with_more_points_and_a_card() -> None:
    """R13.6, R13.8: seat 1 has an empty hand, seat 2 only as many points, seat 3 more points and a card."""
    state = position(
        SeatState(settlements=at(0), progress=(card("master_merchant"),)),
        SeatState(cities=at(18)),
        SeatState(hand=cards(ore=1), settlements=at(22)),
        SeatState(hand=cards(ore=1), settlements=at(43, 47)),
    )
    moment = given(state)
    assert check_playable(moment, "master_merchant") == [PlayMasterMerchant(card("master_merchant"), 3)]
    for seat in (0, 1, 2):
        moment.when(0, PlayMasterMerchant(card("master_merchant"), seat)).then_rejected("card-seat")
    two = given(position(*state.seats[:2]))
    assert check_playable(two, "master_merchant") == []
    two.when(0, PlayMasterMerchant(card("master_merchant"), 3)).then_rejected("card-seat")


def test_the_same_command_takes_cards_for_a_wedding() -> None:
    """C-75: the frame of the wedding is answered by the same command, not openly."""
    frame = Question((TakePrompt(0, 1, 2),))
    moment = given(position(SeatState(), SeatState(hand=cards(ore=3)), stack=(frame,)))
    moment.when(0, TakeCards(Cards(ore=2))).then(CardsTaken(0, 1, cards(ore=2)))


# Merchant


def test_the_merchant_gives_a_point_and_a_trade_rate() -> None:
    """R14, R15.3, R17.1: 2:1 for the resource of its hex, never for a commodity."""
    own = SeatState(hand=cards(wool=2, cloth=2), settlements=at(18), progress=(card("merchant"),))
    moment = given(position(own, SeatState()))
    after = moment.when(0, PlayMerchant(card("merchant"), 5)).then(
        CardPlayed(0, card("merchant")), MerchantPlaced(0, 5)
    )
    assert points(FACTS, after.state) == (2, 0)
    after.when(0, TradeWithBank(Kind.WOOL, Cards(ore=1))).then(BankTraded(0, cards(wool=2), cards(ore=1)))
    assert after.when(0, TradeWithBank(Kind.CLOTH, Cards(ore=1))).refused is not None


def test_the_next_merchant_card_takes_the_merchant() -> None:
    """R14, C-31."""
    own = SeatState(settlements=at(18), progress=(card("merchant"),))
    moment = given(position(own, SeatState(settlements=at(10)), merchant=Merchant(1, 5)))
    after = moment.when(0, PlayMerchant(card("merchant"), 5)).then(..., MerchantPlaced(0, 5))
    assert points(FACTS, after.state) == (2, 1)


def test_the_merchant_can_win_the_match() -> None:
    """R17.2."""
    own = SeatState(settlements=at(18), progress=(card("merchant"),), defender=11)
    given(position(own, SeatState())).when(0, PlayMerchant(card("merchant"), 9)).then(
        ..., MerchantPlaced(0, 9), Finished((13, 0), (1, 2))
    )


def test_the_merchant_moves_to_any_other_hex_next_to_a_building_of_the_seat() -> None:
    """C-31, R13.6, merchant_hex=any_land_hex: 5, 10 and the desert 9 are at 18; the robber does not matter (R8.4)."""
    own = SeatState(settlements=at(18), progress=(card("merchant"),))
    moment = given(position(own, SeatState(settlements=at(0)), robber=5))
    assert [command.hex for command in check_playable(moment, "merchant")] == [5, 9, 10]
    moment.when(0, PlayMerchant(card("merchant"), 0)).then_rejected("merchant-hex")
    moment = given(position(own, SeatState(), merchant=Merchant(0, 5)))
    assert [command.hex for command in check_playable(moment, "merchant")] == [9, 10]
    moment.when(0, PlayMerchant(card("merchant"), 5)).then_rejected("merchant-hex", "R14")


def test_an_option_keeps_the_merchant_off_the_desert() -> None:
    """C-31, merchant_hex=producing_hex_only."""
    own = SeatState(settlements=at(18), progress=(card("merchant"),))
    moment = given(position(own, SeatState(), options=PRODUCING))
    assert [command.hex for command in check_playable(moment, "merchant")] == [5, 10]
    moment.when(0, PlayMerchant(card("merchant"), 9)).then_rejected("merchant-hex")


def test_a_merchant_on_the_desert_gives_a_point_but_no_rate() -> None:
    """C-31."""
    own = SeatState(hand=cards(brick=2, wool=2), settlements=at(18), progress=(card("merchant"),))
    after = given(position(own, SeatState())).when(0, PlayMerchant(card("merchant"), 9))
    assert points(FACTS, after.state) == (2, 0)
    assert after.options(0, TradeWithBank) == []


# Merchant Fleet


def test_a_merchant_fleet_trades_a_kind_two_for_one_until_the_turn_ends() -> None:
    """R14, R15.3, R5.5: the kind may be a commodity."""
    own = SeatState(hand=cards(coin=4), progress=(card("merchant_fleet"), card("merchant_fleet", 2)))
    moment = given(position(own, SeatState())).when(0, PlayMerchantFleet(card("merchant_fleet"), Kind.COIN))
    moment.then(CardPlayed(0, card("merchant_fleet")), FleetNamed(0, Kind.COIN))
    once = moment.when(0, TradeWithBank(Kind.COIN, Cards(ore=1)))
    once.when(0, TradeWithBank(Kind.COIN, Cards(ore=1))).then_seat(0, hand=cards(ore=2))
    assert moment.when(0, EndTurn()).state.fleet == ()


def test_a_second_merchant_fleet_adds_another_kind() -> None:
    """R14.3, R13.6: it must name a kind that is not named yet."""
    own = SeatState(progress=(card("merchant_fleet"), card("merchant_fleet", 2)))
    moment = given(position(own, SeatState()))
    assert [command.kind for command in check_playable(moment, "merchant_fleet")] == list(KINDS)
    second = moment.when(0, PlayMerchantFleet(card("merchant_fleet"), Kind.COIN))
    second.when(0, PlayMerchantFleet(card("merchant_fleet", 2), Kind.COIN)).then_rejected("card-kind")
    assert Kind.COIN not in [command.kind for command in check_playable(second, "merchant_fleet")]
    both = second.when(0, PlayMerchantFleet(card("merchant_fleet", 2), Kind.BRICK))
    assert [KINDS[index] for index in both.state.fleet] == [Kind.COIN, Kind.BRICK]


# Monopolies


def test_a_resource_monopoly_takes_up_to_two_cards_from_each_opponent() -> None:
    """R14, C-29: it takes them openly and clockwise."""
    state = position(
        SeatState(hand=cards(ore=1), progress=(card("resource_monopoly"),)),
        SeatState(hand=cards(ore=1, wool=1)),
        SeatState(hand=cards(wool=4)),
        SeatState(hand=cards(ore=5)),
    )
    given(state).when(0, PlayResourceMonopoly(card("resource_monopoly"), Kind.ORE)).then(
        CardPlayed(0, card("resource_monopoly")),
        CardsTaken(0, 1, cards(ore=1), openly=True),
        CardsTaken(0, 3, cards(ore=2), openly=True),
    ).then_seat(0, hand=cards(ore=4))


def test_a_trade_monopoly_takes_one_card_from_each_opponent_that_has_it() -> None:
    """R14, C-29."""
    state = position(
        SeatState(progress=(card("trade_monopoly"),)), SeatState(hand=cards(coin=3)), SeatState(hand=cards(paper=1))
    )
    given(state).when(0, PlayTradeMonopoly(card("trade_monopoly"), Kind.COIN)).then(
        CardPlayed(0, card("trade_monopoly")), CardsTaken(0, 1, cards(coin=1), openly=True)
    )


def test_a_monopoly_must_name_a_kind_of_its_type() -> None:
    """R14."""
    moment = given(playable_position())
    moment.when(0, PlayResourceMonopoly(card("resource_monopoly"), Kind.COIN)).then_rejected("card-kind")
    moment.when(0, PlayTradeMonopoly(card("trade_monopoly"), Kind.ORE)).then_rejected("card-kind")
    assert [command.kind for command in check_playable(moment, "resource_monopoly")] == list(KINDS[:5])
    assert [command.kind for command in check_playable(moment, "trade_monopoly")] == list(KINDS[5:])


def test_a_monopoly_can_get_no_cards_because_hands_are_hidden() -> None:
    """R13.6: it needs only an opponent with at least one card, and is spent."""
    held = (card("resource_monopoly"), card("trade_monopoly"))
    moment = given(position(SeatState(progress=held), SeatState(hand=cards(wool=1))))
    moment.when(0, PlayResourceMonopoly(card("resource_monopoly"), Kind.ORE)).then(
        CardPlayed(0, card("resource_monopoly"))
    )
    moment.when(0, PlayTradeMonopoly(card("trade_monopoly"), Kind.COIN)).then(CardPlayed(0, card("trade_monopoly")))
    other = given(position(SeatState(progress=held), SeatState(hand=cards(paper=1))))
    assert moment.options(0) == other.options(0)
    empty = given(position(SeatState(hand=cards(ore=2), progress=held), SeatState()))
    empty.when(0, PlayResourceMonopoly(card("resource_monopoly"), Kind.ORE)).then_rejected("no-effect", "R13.6")
    empty.when(0, PlayTradeMonopoly(card("trade_monopoly"), Kind.COIN)).then_rejected("no-effect")


# In place of a discard (C-70)


def test_a_trade_card_played_instead_of_a_discard_has_its_normal_effect() -> None:
    """C-70."""
    frame = Question((OverflowPrompt(0, 2, play=True),), Continuation.OVERFLOW)
    moment = given(replace(playable_position(), stack=(frame,)))
    taking = moment.when(0, PlayMasterMerchant(card("master_merchant"), 1)).then_asked(TakePrompt(0, 1, 1))
    taking.when(0, TakeCards(Cards(ore=1))).then(CardsTaken(0, 1, cards(ore=1)), ...)
    moment.when(0, PlayMerchant(card("merchant"), 9)).then(CardPlayed(0, card("merchant")), MerchantPlaced(0, 9), ...)
    moment.when(0, SpendCard(card("merchant"))).then_rejected("another-question")
    moment.when(0, BuildRoad(0)).then_rejected("another-question")
