"""Public lines: the public part of an entry, as a key and parameters that clients turn into a sentence."""

from __future__ import annotations

from typing import Any, assert_never

from msgspec import Struct

from chronik.domain.engine.match.events import (
    BotTookOver,
    CalledOff,
    Closed,
    EngineEvent,
    Extended,
    Forfeited,
    Forked,
    Inspected,
    Opened,
    Paused,
    Resumed,
    Ruled,
    SeatChanged,
    SeatLeft,
    SeatOfferAnswered,
    SeatOffered,
    SeatOpened,
    SeatTaken,
    SilencePassed,
    Started,
    TimeOver,
    UndoAnswered,
    UndoAsked,
    Undone,
)


class Line(Struct, frozen=True, omit_defaults=True):
    """The parts of a sentence: its key, its seat, and its parameters. They are the same for every viewer."""

    key: str
    seat: int | None = None
    params: dict[str, Any] = {}


def engine_line(event: EngineEvent) -> Line:  # noqa: C901  one case per event
    """Returns the public line of an engine event."""
    match event:
        case Opened():
            return Line("opened", params={"game": event.game, "seats": event.seats, "commitment": event.commitment})
        case Forked():
            eyes = {} if event.eyes is None else {"eyes": event.eyes}
            return Line("forked", params={"match": event.match, "version": event.version, **eyes})
        case SeatTaken():
            return Line("seat-taken", event.seat, {"bot": event.bot} if event.bot else {"player": event.player})
        case SeatLeft():
            return Line("seat-left", event.seat)
        case Started():
            return Line("started")
        case UndoAsked():
            return Line("undo-asked", event.seat, {"to": event.to})
        case UndoAnswered():
            return Line("undo-answered", event.seat, {"request": event.request, "grant": event.grant})
        case Undone():
            return Line("undone", params={"to": event.to})
        case Inspected():
            return Line("inspected", params={"player": event.player})
        case TimeOver():
            return Line("time-over", event.seat, {"missed": event.missed})
        case BotTookOver():
            return Line("bot-took-over", event.seat, {"level": event.level})
        case SeatOffered():
            return Line("seat-offered", event.seat)
        case SeatOfferAnswered():
            return Line("seat-offer-answered", event.seat, {"offer": event.offer, "grant": event.grant})
        case SeatOpened():
            return Line("seat-opened", event.seat)
        case SeatChanged():
            return Line("seat-changed", event.seat, {"player": event.player})
        case Forfeited():
            return Line("resigned" if event.resigned else "forfeited", event.seat)
        case Paused():
            return Line("match-paused", params={"player": event.player, "cause": event.cause})
        case Resumed():
            return Line("match-resumed", params={"player": event.player})
        case Extended():
            return Line(
                "extended", event.seat, {"player": event.player, "seconds": event.seconds, "cause": event.cause}
            )
        case SilencePassed():
            return Line("silence-passed", params={"seconds": round((event.until - event.since) / 1_000)})
        case Ruled():
            result = {"points": event.points, "places": event.places, "cause": event.cause}
            return Line("ruled", params={"player": event.player, **result})
        case CalledOff():
            return Line("called-off", params={"player": event.player})
        case Closed():
            return Line("closed", params={"reason": event.reason})
        case _:
            assert_never(event)
