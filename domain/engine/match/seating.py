"""Everything before play: opening a match, taking and leaving seats, and starting when all seats are taken."""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from chronik.domain.engine.batch_builder import replace_at
from chronik.domain.engine.chance import Chance
from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.chain import Keys, commitment, genesis, seed_keys
from chronik.domain.engine.match.commands import ENGINE_COMMANDS, First, LeaveSeat, OpenMatch, TakeSeat
from chronik.domain.engine.match.events import EngineEvent, Forked, Opened, SeatLeft, SeatTaken, Started
from chronik.domain.engine.match.forking import build_forked, start_event
from chronik.domain.engine.match.log import codec
from chronik.domain.engine.match.match import Match, rule_options
from chronik.domain.engine.seats import SeatHolder
from chronik.domain.log.canonical import encode

MAX_ENTROPY = 64


def open_match(game: Game, command: OpenMatch, keys: Keys) -> tuple[Any, ...]:
    """Returns the events of the first batch of a match.

    Raises `Rejected` if the number of seats or the options are wrong, if the game refuses a first command, or if a
    tutorial has an open seat or entropy.
    """
    if len(command.chairs) not in game.seats:
        raise Rejected("seats", found=len(command.chairs), allowed=game.seats)
    players = [chair.player for chair in command.chairs]
    for seat, player in enumerate(players):
        if player and player in players[:seat]:
            raise Rejected("seated-already", seats=(players.index(player), seat))
    if command.clock is not None and not command.clock.sound:
        raise Rejected("clock")
    if command.tutorial and (command.bound or any(chair.entropy or not chair.taken for chair in command.chairs)):
        raise Rejected("tutorial")
    _check_first(command)
    chairs = tuple(replace(chair, entropy=check_entropy(chair.entropy)) for chair in command.chairs)
    opened = Opened(
        game=game.name,
        rules=game.version,
        facts=game.facts,
        seats=len(command.chairs),
        options=command.options,
        disclosure=command.disclosure,
        opener=command.opener,
        commitment=commitment(keys.match, keys.secret).hex(),
        clock=command.clock,
        takebacks=command.takebacks,
        held=command.held,
        bots_welcome=command.bots_welcome,
        tutorial=command.tutorial,
        private=command.private,
    )
    game.opening(rule_options(game, opened.options), opened.seats)
    taken = tuple(_seat_taken(seat, chair) for seat, chair in enumerate(chairs) if chair.taken)
    origin = None if command.fork is None else build_forked(game, command)
    start = _start(game, opened, origin, chairs, keys, command.first)
    return (opened, *taken, *start) if origin is None else (opened, origin, *taken, *start)


def take_seat(game: Game, match: Match, command: TakeSeat, keys: Keys) -> tuple[Any, ...]:
    """Returns the events with which a player or a bot takes a seat.

    The last open seat starts the match. Raises `Rejected`.
    """
    opened = match.opened
    if opened is None or match.state is not None:
        raise Rejected("started-already")
    if not 0 <= command.seat < len(match.chairs):
        raise Rejected("no-such-seat", seats=len(match.chairs))
    if match.chairs[command.seat].taken:
        raise Rejected("seat-taken", open=tuple(i for i, chair in enumerate(match.chairs) if not chair.taken))
    players = [chair.player for chair in match.chairs]
    if command.player and command.player in players:
        raise Rejected("seated-already", seats=(players.index(command.player),))
    chair = SeatHolder(player=command.player, bot=command.bot, entropy=check_entropy(command.entropy))
    chairs = replace_at(match.chairs, command.seat, chair)
    return (_seat_taken(command.seat, chair), *_start(game, opened, match.forked, chairs, keys))


def leave_seat(match: Match, command: LeaveSeat) -> tuple[EngineEvent, ...]:
    """Returns the events with which a player leaves a seat. Raises `Rejected` after the start of the match."""
    if match.state is not None:
        raise Rejected("started-already")
    if not (0 <= command.seat < len(match.chairs) and match.chairs[command.seat].player):
        raise Rejected("no-such-seat", seats=len(match.chairs))
    return (SeatLeft(command.seat),)


def first_head(keys: Keys, opened: Opened) -> bytes:
    """Returns the head before the first batch: a hash of the opening without its commitment, and of the commitment."""
    header = msgspec.json.encode(msgspec.structs.replace(opened, commitment=""))
    return genesis(keys.match, header, bytes.fromhex(opened.commitment))


def _start(
    game: Game,
    opened: Opened,
    origin: Forked | None,
    chairs: tuple[SeatHolder, ...],
    keys: Keys,
    first: tuple[First, ...] = (),
) -> tuple[Any, ...]:
    """Returns the events that start the match if all seats are taken: the deal and first commands, or a position."""
    if not all(chair.taken for chair in chairs):
        return ()
    table = game.opening(rule_options(game, opened.options), len(chairs))
    chance = Chance(seed_keys(chairs, keys, opened.tutorial).seed)
    if origin is not None:
        return (Started(), start_event(game, table, origin, chance))
    dealt = game.deal(table, chance)
    state = reduce(game.evolve, dealt, table)
    for one in first:
        events = game.decide(state, one.seat, _read_command(game, one), chance)
        state = reduce(game.evolve, events, state)
        dealt = (*dealt, *events)
    return (Started(), *dealt)


def _check_first(command: OpenMatch) -> None:
    """Raises `Rejected` unless all seats are taken and the first commands come from one seat each, in seat order."""
    seats = [one.seat for one in command.first]
    if seats != sorted({*seats} & {*range(len(command.chairs))}):
        raise Rejected("first-commands", seats=len(command.chairs))
    if seats and not all(chair.taken for chair in command.chairs):
        raise Rejected("first-commands", open=tuple(i for i, chair in enumerate(command.chairs) if not chair.taken))


def _read_command(game: Game, first: First) -> Any:
    """Decodes a first command. Raises `Rejected` if its bytes are not the canonical bytes of a command of the game."""
    try:
        command = codec(game).command(first.cmd)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Rejected("first-commands", seat=first.seat) from None
    if type(command) in ENGINE_COMMANDS or encode(command) != bytes(first.cmd):
        raise Rejected("first-commands", seat=first.seat)
    return command


def _seat_taken(seat: int, chair: SeatHolder) -> SeatTaken:
    return SeatTaken(seat, chair.player, chair.bot, chair.entropy)


def check_entropy(hexadecimal: str) -> str:
    """Returns entropy in the form that a log stores. Raises `Rejected` if it is too long or is not hex."""
    try:
        entropy = bytes.fromhex(hexadecimal)
    except ValueError:
        raise Rejected("entropy", allowed="hex digits") from None
    if len(entropy) > MAX_ENTROPY:
        raise Rejected("entropy", allowed=f"at most {MAX_ENTROPY} bytes")
    return entropy.hex()
