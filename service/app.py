"""The application: the only place where things are wired."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any

from litestar import Litestar, Request
from litestar.datastructures import State

from service.bots.driver import BotDriver
from service.cold.logs import Logs
from service.cold.objects import Objects
from service.cold.storage import ColdStorage
from service.http.bodies import acceptable
from service.http.caps import Caps
from service.http.guards import enclose, paces, response_headers
from service.http.handlers import EXCEPTION_HANDLERS  # pyright: ignore[reportUnknownVariableType] - see there
from service.http.head_requests import known_methods
from service.http.query_parameters import understood
from service.http.room import expect_room
from service.http.router import Router
from service.http.weights import weigh
from service.log.bundled import BundledValkey
from service.log.room import Room
from service.log.store import LogStore
from service.matches.archives import load_game
from service.matches.catalogue import Catalogue
from service.matches.feed.hub import Hub
from service.matches.hints import Hints
from service.matches.live import LiveMatches
from service.observing.metrics import count_tasks
from service.pages.files import Files
from service.pages.pages import as_shipped
from service.people.auth import Authenticator, Scope
from service.people.challenges import Challenges
from service.people.erasure import keep_swept
from service.people.own_lists import OwnLists
from service.people.register import People
from service.people.seeks import Seeks
from service.routes.about.books import book_routes
from service.routes.about.codes import codes, codes_router
from service.routes.about.deck_check import list_routers
from service.routes.about.documents import documents
from service.routes.about.games import games_router
from service.routes.about.keys import keys_router
from service.routes.about.operations import Check, operations
from service.routes.about.pages import pages_router
from service.routes.about.problems import problem
from service.routes.match.challenges import challenges_router
from service.routes.match.finished import finished_router
from service.routes.match.forking import forking_router
from service.routes.match.history import reading_router
from service.routes.match.matches import matches_router
from service.routes.match.opening import opening_router
from service.routes.match.rulings import rulings_router
from service.routes.match.seeks import seeks_router
from service.routes.match.typed import play_router
from service.routes.match.undo import undo_router
from service.routes.people.me import me_router
from service.routes.people.own_events import own_events_router
from service.routes.people.players import players
from service.routes.people.profiles import profiles_router
from service.routes.tournament.changing import TournamentDesk
from service.routes.tournament.decks import decks_router
from service.routes.tournament.entrants import entrants_router
from service.routes.tournament.exports import sheets_router, tournament_exports_router
from service.routes.tournament.feed import tournament_feed_router
from service.routes.tournament.reported import reported_router
from service.routes.tournament.rounds import rounds_router
from service.routes.tournament.standings import standings_router
from service.routes.tournament.tables import tables_router
from service.routes.tournament.tournaments import tournaments_router
from service.settings import Organisers, Settings
from service.signing.keys import load_keys
from service.sql.database import Records
from service.sql.lobby import Lobby
from service.tournaments.archive_files import ArchiveFiles
from service.tournaments.feed import TournamentFeeds
from service.tournaments.holds import Holds
from service.tournaments.paired import PairedRounds
from service.tournaments.personal_data import HOLDINGS
from service.tournaments.ratings import Ratings
from service.tournaments.steward import Steward
from service.tournaments.store import Tournaments
from service.workers.acceptances import Acceptances
from service.workers.archivist import Archivist
from service.workers.background import Background
from service.workers.bookkeeper import Bookkeeper
from service.workers.budgets import Budgets
from service.workers.lost_hints import LostHints
from service.workers.members import Members
from service.workers.own_events import OwnEvents
from service.workers.room_watch import RoomWatch
from service.workers.seeking import Seeking
from service.workers.sweep import Sweep
from service.workers.timekeeper import Timekeeper
from service.workers.unfinished import Unfinished

NEWCOMERS = {
    Organisers.EVERYONE: (Scope.PLAY, Scope.ORGANISE),
    Organisers.APPOINTED: (Scope.PLAY,),
}
"""What the first token of a new player reaches."""


def judge(room: Room) -> Callable[[Request[Any, Any, Any]], Awaitable[None]]:
    """Judges what a request asks for before its body is read; a guard of Litestar's would get a copy of the route."""

    async def judged(request: Request[Any, Any, Any]) -> None:
        acceptable(request, request.route_handler)
        understood(request, request.route_handler)
        expect_room(request, room)
        weigh(request)

    return judged


def create_app(settings: Settings, valkey: BundledValkey | None = None, name: str | None = None) -> Litestar:
    """The service over Valkey and the database that the settings name; to be called on the event loop.

    With the bundled Valkey, readiness tells why it is down. The name is that of this process among those that serve, by
    chance unless it is given.
    """
    assert settings.redis_url is not None, "serve starts the bundled Valkey first"
    catalogue = Catalogue(settings.data_sets)
    keys = load_keys(settings)
    signer = keys.signer
    store = LogStore(settings.redis_url)
    records = Records(settings.database_url)
    cold = ColdStorage(records, Objects(settings.archives))
    logs = Logs(store, cold)
    people = People(records)
    authenticator = Authenticator(people.find)
    matches = LiveMatches(store, catalogue, settings.cached_matches, logs=logs)
    room = matches.room
    hints = Hints(store)
    hub = Hub(matches, hints, people.working, settings)
    unfinished = Unfinished(store, records)
    kept_here = name is not None or records.sqlite
    members = Members(store, records.identity, name or token_hex(8))
    bots = BotDriver(matches, hints, unfinished, members, settings.data_sets)
    tournaments = Tournaments(records)
    steward, holds = Steward(matches, tournaments), Holds(tournaments)
    challenges, seeking = Challenges(records), Seeking(matches, Seeks(records))
    acceptances = Acceptances(matches, challenges)
    events = OwnEvents(matches, hints, unfinished, PairedRounds(tournaments), challenges, people.working)
    feeds = TournamentFeeds(tournaments)
    books = Bookkeeper(store, records, catalogue, matches, steward.call, members, logs)
    desk = TournamentDesk(tournaments, steward, matches, people)
    archivist = Archivist(store, cold, catalogue, signer, settings.archive_after_seconds)
    timekeeper = Timekeeper(matches, hints, unfinished, members)
    lobby = Lobby(records)
    limits, caps = paces(settings), Caps(settings, lobby)
    budgets = Budgets(store, members, (*limits, caps.seats), hub.open)
    sweep = Sweep(store, load_game(catalogue), settings.sweep_rate, members)

    background = Background()

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncGenerator[None]:
        await records.migrate()
        try:
            async with background.running(
                tasks=count_tasks(),
                silences=matches.silences.beat(),
                members=members.keep(),
                budgets=budgets.keep(),
                hints=hints.follow(),
                feed=hub.attend(),
                own_events=events.attend(),
                tournament_feeds=feeds.attend(),
                books=books.run(),
                archives=archivist.run(),
                bots=bots.drive(),
                clocks=timekeeper.keep(),
                lost_hints=LostHints(store, records, members).run(),
                sweep=sweep.run(),
                room=RoomWatch(room, store, settings.data if kept_here else None).keep(),
                steward=steward.run(),
                seeking=seeking.keep(),
                acceptances=acceptances.keep(),
                erased=keep_swept(records),
                uses=people.keep_uses_written(),
            ):
                yield
        finally:
            await store.close()
            await records.close()

    api = Router(
        "/api/v1",
        route_handlers=[
            players(people, authenticator, NEWCOMERS[settings.organisers]),
            me_router(people, authenticator, HOLDINGS),
            own_events_router(events, hub.open, settings.heartbeat_seconds),
            *list_routers(catalogue, OwnLists(records)),
            games_router(catalogue),
            codes_router(catalogue),
            opening_router(matches, people, holds, caps),
            forking_router(matches, people, holds, caps),
            challenges_router(people, acceptances, caps),
            seeks_router(catalogue, people, seeking, caps),
            matches_router(matches, lobby, people, holds),
            finished_router(records, people, ArchiveFiles(matches, holds, signer)),
            undo_router(matches, people, holds),
            rulings_router(matches, people, holds),
            tournaments_router(desk),
            reported_router(desk),
            entrants_router(desk),
            decks_router(desk),
            rounds_router(desk),
            tables_router(desk),
            standings_router(desk),
            profiles_router(desk, Ratings(tournaments)),
            tournament_exports_router(desk, signer),
            tournament_feed_router(desk, feeds, hub.open, settings.heartbeat_seconds),
            reading_router(matches, signer, holds),
            *(play_router(name, matches, hub, holds) for name in catalogue.names()),
        ],
    )

    def end_streams() -> None:
        hub.end()
        events.end()
        feeds.end()

    checks: tuple[Check, ...] = (Check("log", store.takes_writes), Check("records", records.ping))
    if valkey is not None:
        checks += (Check("valkey", valkey.check),)
    app = Litestar(
        route_handlers=[
            api,
            operations(checks, room, with_metrics=settings.metrics_port is None),
            documents(settings, codes(catalogue)),
            book_routes,
            keys_router(keys.published),
            pages_router(settings.viewer_reload),
            sheets_router(desk),
            problem,
        ],
        lifespan=[running],
        exception_handlers=EXCEPTION_HANDLERS,
        before_send=[response_headers, known_methods],
        before_request=judge(room),
        request_max_body_size=settings.body_bytes,
        openapi_config=None,
        logging_config=None,
        debug=False,
        state=State({"end_streams": end_streams, "background": background}),
    )
    enclose(app, settings, authenticator, limits)
    if not settings.viewer_reload:
        app.asgi_handler = Files(app.asgi_handler, as_shipped())
    return app
