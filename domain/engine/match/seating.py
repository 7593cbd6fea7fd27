"""Before the first card: opening a match, sitting down, standing up, and the start when all seats are taken."""

from __future__ import annotations

from functools import reduce
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.engine.chance import Chance
from domain.engine.game import Game, Rejected
from domain.engine.match.chain import Keys, commitment, genesis
from domain.engine.match.commands import ENGINE_COMMANDS, First, LeaveSeat, OpenMatch, TakeSeat
from domain.engine.match.events import EngineEvent, Forked, Opened, SeatLeft, SeatTaken, Started
from domain.engine.match.forking import begun, forked
from domain.engine.match.log import codec, encode
from domain.engine.match.match import Match, rule_options
from domain.engine.seats import SeatHolder
from domain.engine.tuples import placed

MAX_ENTROPY = 64


def open_match(game: Game, command: OpenMatch, keys: Keys) -> tuple[Any, ...]:
    """The first batch of a match.

    Raises `Rejected` when the game is not played by so many, or not by such options, or refuses a first command.
    """
    if len(command.chairs) not in game.seats:
        raise Rejected("seats", found=len(command.chairs), allowed=game.seats)
    players = [chair.player for chair in command.chairs if chair.player]
    if len(set(players)) < len(players):
        raise Rejected("seated-already")
    if command.clock is not None and not command.clock.sound:
        raise Rejected("clock")
    _check_first(command)
    chairs = tuple(replace(chair, entropy=checked_entropy(chair.entropy)) for chair in command.chairs)
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
    )
    game.opening(rule_options(game, opened.options), opened.seats)
    taken = tuple(_taken(seat, chair) for seat, chair in enumerate(chairs) if chair.taken)
    origin = None if command.fork is None else forked(game, command)
    start = _start(game, opened, origin, chairs, keys, command.first)
    return (opened, *taken, *start) if origin is None else (opened, origin, *taken, *start)


def take_seat(game: Game, match: Match, command: TakeSeat, keys: Keys) -> tuple[Any, ...]:
    """A player sits down, or a bot is seated; the last one starts the match."""
    opened = match.opened
    if opened is None or match.state is not None:
        raise Rejected("started-already")
    if not 0 <= command.seat < len(match.chairs):
        raise Rejected("no-such-seat", seats=len(match.chairs))
    if match.chairs[command.seat].taken:
        raise Rejected("seat-taken", open=tuple(i for i, chair in enumerate(match.chairs) if not chair.taken))
    if command.player and any(chair.player == command.player for chair in match.chairs):
        raise Rejected("seated-already")
    chair = SeatHolder(player=command.player, bot=command.bot, entropy=checked_entropy(command.entropy))
    chairs = placed(match.chairs, command.seat, chair)
    return (_taken(command.seat, chair), *_start(game, opened, match.forked, chairs, keys))


def leave_seat(match: Match, command: LeaveSeat) -> tuple[EngineEvent, ...]:
    """A player stands up, as long as the match has not started."""
    if match.state is not None:
        raise Rejected("started-already")
    if not (0 <= command.seat < len(match.chairs) and match.chairs[command.seat].player):
        raise Rejected("no-such-seat", seats=len(match.chairs))
    return (SeatLeft(command.seat),)


def seeded(chairs: tuple[SeatHolder, ...], keys: Keys) -> Keys:
    """The keys of a match whose seats are all taken, with its seed."""
    return keys if keys.seed else keys.seeded(bytes.fromhex(chair.entropy) for chair in chairs)


def first_head(keys: Keys, opened: Opened) -> bytes:
    """The head before the first batch: over the opening without its commitment, and the commitment."""
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
    """The start of a match whose seats are all taken: the deal and what the first commands bring, or a position."""
    if not all(chair.taken for chair in chairs):
        return ()
    table, chance = game.opening(rule_options(game, opened.options), len(chairs)), Chance(seeded(chairs, keys).seed)
    if origin is not None:
        return (Started(), begun(game, table, origin, chance))
    dealt = game.deal(table, chance)
    state = reduce(game.evolve, dealt, table)
    for one in first:
        brought = game.decide(state, one.seat, _read(game, one), chance)
        state = reduce(game.evolve, brought, state)
        dealt = (*dealt, *brought)
    return (Started(), *dealt)


def _check_first(command: OpenMatch) -> None:
    """Refuses first commands of no seat, twice of one, out of order, or while somebody has yet to sit down."""
    seats = [one.seat for one in command.first]
    if seats != sorted({*seats} & {*range(len(command.chairs))}):
        raise Rejected("first-commands", seats=len(command.chairs))
    if seats and not all(chair.taken for chair in command.chairs):
        raise Rejected("first-commands", open=tuple(i for i, chair in enumerate(command.chairs) if not chair.taken))


def _read(game: Game, first: First) -> Any:
    """A first command; raises `Rejected` where its bytes are no command of the game, or not as one is written."""
    try:
        command = codec(game).command(first.cmd)
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise Rejected("first-commands", seat=first.seat) from None
    if type(command) in ENGINE_COMMANDS or encode(command) != bytes(first.cmd):
        raise Rejected("first-commands", seat=first.seat)
    return command


def _taken(seat: int, chair: SeatHolder) -> SeatTaken:
    return SeatTaken(seat, chair.player, chair.bot, chair.entropy)


def checked_entropy(hexadecimal: str) -> str:
    """Somebody's entropy as it stands in a log; raises `Rejected` where it is too long, or not hex."""
    try:
        entropy = bytes.fromhex(hexadecimal)
    except ValueError:
        raise Rejected("entropy", allowed="hex digits") from None
    if len(entropy) > MAX_ENTROPY:
        raise Rejected("entropy", allowed=f"at most {MAX_ENTROPY} bytes")
    return entropy.hex()
