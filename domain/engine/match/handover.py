"""Handing over a seat during play: its person offers it, the other people agree, and another person takes it."""

from __future__ import annotations

from chronik.domain.engine.game import Rejected
from chronik.domain.engine.match.clock import Takebacks
from chronik.domain.engine.match.commands import AnswerSeatOffer, TakeSeat
from chronik.domain.engine.match.events import EngineEvent, SeatChanged, SeatOfferAnswered, SeatOffered, SeatOpened
from chronik.domain.engine.match.match import Match, SeatOffer


def offer_seat(match: Match, seat: int) -> tuple[EngineEvent, ...]:
    """Returns the events with which a person offers their seat. Raises `Rejected`.

    Tournaments open their matches with `Takebacks.OWN`, so their seats cannot be handed over.
    """
    opened = match.opened
    if opened is None or match.state is None:
        raise Rejected("not-started")
    if opened.held or opened.tutorial or opened.takebacks is Takebacks.OWN:
        raise Rejected("seat-stays")
    if match.offer is not None:
        raise Rejected("seat-offered-already", seat=match.offer.seat)
    return (SeatOffered(seat), *_open_if_agreed(match, SeatOffer(match.version + 1, seat)))


def answer_offer(match: Match, seat: int, command: AnswerSeatOffer) -> tuple[EngineEvent, ...]:
    """Returns the events of an answer to an offer. The offering seat may only withdraw. Raises `Rejected`."""
    offer = match.offer
    if offer is None or offer.number != command.offer:
        raise Rejected("no-such-seat-offer")
    if command.grant if seat == offer.seat else offer.open or seat in offer.granted:
        raise Rejected("seat-offer-answered")
    answer = SeatOfferAnswered(offer.number, seat, command.grant)
    if not command.grant:
        return (answer,)
    return (answer, *_open_if_agreed(match, SeatOffer(offer.number, offer.seat, (*offer.granted, seat))))


def take_offered_seat(match: Match, offer: SeatOffer, command: TakeSeat) -> tuple[EngineEvent, ...]:
    """Returns the event with which another person takes an offered seat. Raises `Rejected`.

    A person who was at another seat or looked as a referee knows hidden cards, and cannot take the seat.
    """
    if not offer.open or command.seat != offer.seat:
        raise Rejected("started-already")
    if command.entropy or command.bot:
        raise Rejected("seat-for-person")
    players = [chair.player for chair in match.chairs]
    if command.player in players:
        raise Rejected("seated-already", seats=(players.index(command.player),))
    at_other_seats = {one.player for one in match.former if one.seat != offer.seat}
    if command.player in at_other_seats | {one.player for one in match.officials}:
        raise Rejected("knows-hidden-cards")
    return (SeatChanged(offer.seat, command.player),)


def _open_if_agreed(match: Match, offer: SeatOffer) -> tuple[EngineEvent, ...]:
    """Returns the event that opens an offered seat, if no other person has yet to agree."""
    people = {seat for seat in match.playing if not match.chairs[seat].bot}
    return () if people - {offer.seat, *offer.granted} else (SeatOpened(offer.seat),)
