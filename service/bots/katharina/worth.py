"""Estimates, from a seat's view of Katharina, how many points things will be worth at the end of the match."""

from __future__ import annotations

from chronik.domain.katharina.facts.load import FAVOUR, POINT, Card, Facts
from chronik.domain.katharina.rules.residences import largest_group
from chronik.domain.katharina.state import DECADES, RESIDENCES, ROUNDS, SeatState
from chronik.projections.katharina.view import KatharinaView

CARD = 1.3
LAST_CARD = 1.0
SYMBOL = 0.35
BONUS = 0.8
A_CROWN = 1
STEPS_A_ROUND = 0.35
RESIDENCES_A_ROUND = 0.45
A_TILE = 1.6
LOOSE = 0.35
MOST = 4
WANTED_DRAWS = 6


class Worth:
    """The estimates of one seat at one moment. Values that are equal for all its options are computed once.

    `interims` and `rounds` count the interim scorings and rounds still to come. `use` is the value of performing a
    card, `keep` its value in the hand, and `cities` the value of a residence in a city.
    """

    def __init__(self, facts: Facts, view: KatharinaView) -> None:
        self.facts = facts
        number, self.own = next((n, seat) for n, seat in view.seats.items() if seat.hand is not None)
        decade, round = max(1, view.decade), max(1, view.round)
        self.interims = DECADES + 1 - decade
        self.rounds_of_decade = ROUNDS - round
        self.rounds = ROUNDS * (DECADES - decade) + self.rounds_of_decade
        seats = len(view.seats)
        beside = {(number - 1) % seats, (number + 1) % seats}
        self.rival_cannons = [view.seats[n].cannons for n in sorted(beside)]
        self.rival_books = max(seat.books for n, seat in view.seats.items() if n != number)
        self._symbols: dict[tuple[int, int, int], float] = {}
        self.card = CARD if self.rounds else LAST_CARD
        self.top = len(facts.track) - 1
        self.largest = _group(facts, self.own.residences)
        self.multiplier = self._multiplier(self.own.favour)
        self.steps = [self._step(step) for step in range(self.top + 1)]
        self.cities = {city: self._city(city) for city in facts.cities if city not in self.own.residences}
        hand = self.own.hand or ()
        self.use = {card: self._use(facts.cards[card]) for card in (*hand, *self.own.action_row)}
        self.keep = {card: self._keep(card) for card in hand}

    def favour(self, steps: int, after: int = 0) -> float:
        """Returns the value of rising by `steps` on the favour track, once the seat has risen by `after` steps."""
        low = min(self.top, self.own.favour + after)
        return self.steps[min(self.top, low + steps)] - self.steps[low]

    def best_city(self, cities: tuple[str, ...]) -> float:
        """Returns the value of a residence in the best of these cities."""
        return max((self.cities[city] for city in cities if city in self.cities), default=0.0)

    def symbols(self, cannons: int, books: int, goods: int) -> float:
        """Returns the value of owning these symbols, compared with the neighbours' symbols."""
        known = self._symbols.get((cannons, books, goods))
        if known is not None:
            return known
        spread = 1.0 + 0.9 * self.rounds_of_decade
        beaten = sum(_chance(cannons - others, spread) for others in self.rival_cannons)
        most = _chance(books - self.rival_books + 0.5, spread)
        worth = MOST * beaten + most * max(self.cities.values(), default=0.0) + SYMBOL * goods
        self._symbols[cannons, books, goods] = worth
        return worth

    def _multiplier(self, step: int) -> float:
        """Returns the expected multiplier at the end of the match for a seat that is at this step now."""
        track, later = self.facts.track, min(self.top, step + STEPS_A_ROUND * self.rounds)
        low = int(later)
        high = min(self.top, low + 1)
        return track[low].multiplier + (track[high].multiplier - track[low].multiplier) * (later - low)

    def _step(self, step: int) -> float:
        at = self.facts.track[step]
        network = self.largest + RESIDENCES_A_ROUND * self.rounds
        return at.income * self.interims + self._multiplier(step) * network + 0.12 * at.hand_limit * self.rounds

    def _city(self, city: str) -> float:
        facts, own = self.facts, self.own
        soon = min(1.0, self.rounds / 4)
        grown = _group(facts, (*own.residences, city)) - self.largest
        worth = self.interims + self.multiplier * (grown or LOOSE * soon)
        feature = facts.cities[city].feature
        if feature == POINT:
            worth += self.interims
        elif feature == FAVOUR:
            worth += self.favour(A_CROWN)
        else:
            worth += SYMBOL * 1.5 * soon + self._tile(facts.good_of[city])
        return worth

    def _tile(self, good: int) -> float:
        tiles, shown = tuple(self.own.tiles.values()), self.facts.orders[self.own.order].goods
        if tiles[good] >= shown[good]:
            return 0.0
        matched, payouts = sum(map(min, tiles, shown)) + self.own.jokers, self.facts.payouts
        paid = payouts.get(matched + 1, 0) - payouts.get(matched, 0)
        reach = min(1.0, (matched + RESIDENCES_A_ROUND * self.rounds) / min(payouts))
        return max(paid, A_TILE * reach if self.rounds else 0)

    def _use(self, card: Card) -> float:
        action, gain = card.action, card.action.gain
        costs = action.cost * self.card
        if gain.residence:
            if len(self.own.residences) == RESIDENCES:
                return self.card
            return self.best_city(card.cities or self.facts.regions[card.colour]) - costs + BONUS
        times = self._times(card)
        drawn = min(gain.draw * times, WANTED_DRAWS)
        bonus = BONUS if action.has_bonus else 0
        return gain.points * times + drawn * self.card + self.favour(gain.favour) - costs + bonus

    def _times(self, card: Card) -> int:
        match card.action.rule:
            case "A1":
                owned = tuple(self.own.goods.values())
                return sum(owned[good] for good in card.market)
            case "A3" | "A5":
                return self.own.books
            case "A7":
                return min(self.own.goods.values())
            case _:
                return 1

    def _keep(self, card: str) -> float:
        return self.card + 0.12 * max(0.0, self.use[card] - 3) if self.rounds else LAST_CARD


def _chance(ahead: float, spread: float) -> float:
    return min(1.0, max(0.0, 0.5 + ahead / (2 * spread)))


def _group(facts: Facts, residences: tuple[str, ...]) -> int:
    return largest_group(facts, SeatState(residences=residences))
