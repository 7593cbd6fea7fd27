"""Whole matches between bots, without a service: each batch is decided, encoded and chained as in the service."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from multiprocessing import active_children, get_context
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from time import perf_counter, perf_counter_ns

from msgspec import Raw, Struct

from chronik.domain.engine.game import Game, Rejected
from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.decide import Decided, Intent, decide
from chronik.domain.engine.match.events import Opened
from chronik.domain.engine.match.log import Author, encode_batch
from chronik.domain.engine.match.match import Match, outcome
from chronik.domain.engine.match.options import options_of
from chronik.domain.engine.match.seating import first_head
from chronik.domain.engine.prompts import NumberedPrompt
from chronik.domain.engine.sealing import find_sealed_choice
from chronik.domain.engine.seats import Seat, SeatHolder
from chronik.domain.games import game as game_named
from chronik.domain.log.canonical import encode
from chronik.domain.log.signature import NO_SIGNER
from chronik.projections.games import projection as projection_of
from chronik.projections.match.projection import Projection
from chronik.projections.thinking.bot import Bot
from chronik.projections.thinking.bot_random import Luck
from chronik.projections.thinking.thought import choose_answer
from chronik.service.bots.levels import bot as bot_of
from chronik.service.cli.own_bot import OwnBot, Question, complain, load_mind
from chronik.service.matches.archives import build_archive
from chronik.service.matches.capped_options import cap_options
from chronik.service.training.play import MAX_ROUNDS, name_match, open_match

MATCHES_AT_ONCE = 16
FIRST = Bot("first", lambda view, options, luck: options[0], needs_view=False)
"""The bot that replaces a bot without a valid answer."""


class Playout(Struct, frozen=True):
    """A match played to its end, or to the round limit: its stored batches, and the head of their chain.

    `helped` counts for each seat how often the first option was played, because its bot gave no valid answer. `times`
    are the nanoseconds of each seat's decisions.
    """

    match: Match
    batches: tuple[bytes, ...]
    head: bytes
    helped: tuple[int, ...] = ()
    times: tuple[tuple[int, ...], ...] = ()


class Result(Struct, frozen=True):
    """The result of a simulated match; `capped` is true if it reached the round limit."""

    head: bytes
    commands: int
    events: int
    points: tuple[int, ...]
    places: tuple[int, ...]
    capped: bool
    helped: tuple[int, ...] = ()
    times: tuple[tuple[int, ...], ...] = ()


class Simulation(Struct, frozen=True):
    """The figures of many matches: the mean score of each seat, and one digest over all final heads in order (hex)."""

    game: str
    matches: int
    seats: int
    seed: int
    bots: str
    capped: int
    commands: int
    events: int
    seconds: float
    mean_scores: tuple[float, ...]
    digest: str


def play_out(
    game: Game,
    projection: Projection,
    match_id: str,
    secret: bytes,
    bots: Sequence[Bot | OwnBot],
    options: Raw | None = None,
    chairs: Sequence[SeatHolder] = (),
) -> Playout:
    """Plays a match with a bot on every seat until it is over; bots answer in the order of the questions.

    All times are 0. Without `options` the game's defaults apply, written out as in every match. With `chairs` the bots
    answer for the players of these seats.
    """
    chairs = tuple(chairs) or tuple(SeatHolder(bot=bot.level) for bot in bots)
    decided, keys = open_match(game, match_id, secret, chairs, options_of(game, {}) if options is None else options)
    opened = decided.match.opened
    assert isinstance(opened, Opened)
    stored = [encode_batch(decided.batch)]
    head = keys.head(first_head(keys, opened), decided.match.version, stored[0])
    match, helped = decided.match, [0] * len(bots)
    times: tuple[list[int], ...] = tuple([] for _ in bots)
    while match.closed is None and game.round(match.state) <= MAX_ROUNDS:
        asked = _find_next(match, bots)
        seat: int = asked.prompt.seat
        bot = bots[seat]
        if isinstance(bot, OwnBot):
            own = _decide_own_answer(bot, game, projection, match, asked, keys, times[seat])
            helped[seat] += own is None
            decided = own or _decide_answer(FIRST, game, projection, match, asked, keys, [])
        else:
            decided = _decide_answer(bot, game, projection, match, asked, keys, times[seat])
        match = decided.match
        stored.append(encode_batch(decided.batch))
        head = keys.head(head, match.version, stored[-1])
    return Playout(match, tuple(stored), head, tuple(helped), tuple(map(tuple, times)))


def _find_next(match: Match, bots: Sequence[Bot | OwnBot]) -> NumberedPrompt:
    """Returns the prompt that is answered next. A bot waits for the answers to its offer."""
    for asked in match.owed:
        bot = bots[asked.prompt.seat]
        if isinstance(bot, OwnBot) or not bot.awaits_answers(match.state, asked.prompt.seat):
            return asked
    return match.owed[0]


def _decide_answer(
    bot: Bot,
    game: Game,
    projection: Projection,
    match: Match,
    asked: NumberedPrompt,
    keys: Keys,
    times: list[int],
) -> Decided:
    """Decides the answer of a built-in bot, adds the time that the bot took, and returns the result."""
    seat: int = asked.prompt.seat
    began = perf_counter_ns()
    answer = choose_answer(bot, game, projection, match.state, seat, Luck(match.id, seat, asked.id))
    times.append(perf_counter_ns() - began)
    return decide(game, match, _intent_of(answer, seat), keys)


def _decide_own_answer(
    bot: OwnBot,
    game: Game,
    projection: Projection,
    match: Match,
    asked: NumberedPrompt,
    keys: Keys,
    times: list[int],
) -> Decided | None:
    """Decides the answers of a user's bot until the rules accept one; returns None if they refuse them all.

    Adds the time of each attempt.
    """
    seat: int = asked.prompt.seat
    forms = () if game.form_type is None else game.forms(match.state, seat)
    prompt = {"id": asked.id, "sealed": find_sealed_choice(match.state, seat) is not None, "prompt": asked.prompt}
    question = Question(
        game.name,
        projection.view(match.state, Seat(seat)),
        {**prompt, "forms": forms},
        cap_options(game.options(match.state, seat), forms),
    )
    for command in bot.commands(question, game.command_type, times):
        try:
            return decide(game, match, _intent_of(command, seat), keys)
        except Rejected as error:
            complain(f"{bot.level} gave an illegal command: {error.code}.")
    return None


def _intent_of(answer: object, seat: int) -> Intent:
    return Intent(command=answer, raw=Raw(encode(answer)), at=0, seat=seat, by=Author.BOT)


def simulate(
    game: str,
    matches: int,
    seats: int,
    seed: int,
    bots: str = "random",
    *,
    options: Raw | None = None,
    data_set: Path | None = None,
    out: Path | None = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Simulation:
    """Plays many matches; the same arguments give the same numbers on any machine and with any number of processes.

    `bots` is the level of all seats, or one level per seat, separated by commas. The archives of
    finished matches go to the directory `out`. `progress` receives the number of matches played.
    """
    began = perf_counter()
    heads, points = sha256(), [0] * seats
    capped = commands = events = 0
    played = results(
        game, matches, seats, seed, [bots], options=options, data_set=data_set, out=out, processes=processes
    )
    for done, result in enumerate(played, 1):
        heads.update(result.head)
        points = [total + more for total, more in zip(points, result.points, strict=True)]
        capped += result.capped
        commands += result.commands
        events += result.events
        progress(done)
    return Simulation(
        game=game,
        matches=matches,
        seats=seats,
        seed=seed,
        bots=bots,
        capped=capped,
        commands=commands,
        events=events,
        seconds=round(perf_counter() - began, 3),
        mean_scores=tuple(round(total / max(1, matches), 3) for total in points),
        digest=heads.hexdigest(),
    )


def results(
    game: str,
    matches: int,
    seats: int,
    seed: int,
    bots: Sequence[str] = ("random",),
    *,
    options: Raw | None = None,
    data_set: Path | None = None,
    out: Path | None = None,
    processes: int | None = None,
) -> Iterator[Result]:
    """Yields the result of each match of a simulation, in order; raises `KeyError` for an unknown game or level.

    `bots` are used for the matches in turn, each as in `simulate`. The archives of finished matches go to `out`.
    """
    stored = None if options is None else bytes(options)
    play = partial(_play_one, game, seats, seed, tuple(bots), stored, data_set, out)
    workers = min(processes or os.cpu_count() or 1, -(-matches // MATCHES_AT_ONCE))
    if workers <= 1:
        yield from map(play, range(matches))
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            with _block_for_children(signal.SIGINT):
                played = pool.map(play, range(matches), chunksize=MATCHES_AT_ONCE)
            yield from played
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


@contextmanager
def _block_for_children(number: signal.Signals) -> Generator[None]:
    """Blocks a signal until the end of the block, and forever in processes started inside it.

    Ctrl-C reaches all processes of a command, and the first process stops the others.
    """
    if sys.platform == "win32":
        yield  # Windows cannot block signals
        return
    ensure_running()  # otherwise Python's resource tracker would start here and unblock the signal
    signal.pthread_sigmask(signal.SIG_BLOCK, {number})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})


def _play_one(
    game: str,
    seats: int,
    seed: int,
    bots: Sequence[str],
    options: bytes | None,
    data_set: Path | None,
    out: Path | None,
    number: int,
) -> Result:
    rules = game_named(game, data_set=data_set)
    named = bots[number % len(bots)]
    levels = named.split(",") if "," in named else [named] * seats
    players = [OwnBot(level, load_mind(level)) if ":" in level else bot_of(game, level, data_set) for level in levels]
    identity, secret = name_match(seed, number)
    projection = projection_of(game, data_set)
    played = play_out(rules, projection, identity, secret, players, None if options is None else Raw(options))
    end = outcome(rules, played.match)
    if out is not None and end is not None:
        file = build_archive(rules, identity, played.batches, played.head, NO_SIGNER)
        (out / f"{game}-{seed}-{number}.chronik").write_bytes(file)
    for seat, player in enumerate(players):
        if isinstance(player, OwnBot):
            player.end({"match": identity, "game": game, "seat": seat, "result": end})
    return Result(
        head=played.head,
        commands=len(played.batches),
        events=played.match.version,
        points=end.points if end else projection.points(played.match.state),
        places=end.places if end else (1,) * seats,
        capped=end is None,
        helped=played.helped,
        times=played.times,
    )
