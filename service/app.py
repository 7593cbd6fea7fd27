"""The application: the only module that connects the parts of the service."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from secrets import token_hex

from litestar import Litestar
from litestar.datastructures import State

from chronik.service.analysis.routes import Analyses, AnalysisPace, analysis_router
from chronik.service.analysis.worker import AnalysisWorker
from chronik.service.bots.driver import BotDriver
from chronik.service.challenges.acceptances import Acceptances
from chronik.service.challenges.challenges import Challenges
from chronik.service.challenges.routes import challenges_router
from chronik.service.cold.logs import Logs
from chronik.service.cold.objects import Objects
from chronik.service.cold.storage import ColdStorage
from chronik.service.identity.auth import Authenticator, Scope
from chronik.service.identity.register import People
from chronik.service.log.bundled import BundledValkey
from chronik.service.log.free_space_watch import FreeSpaceWatch
from chronik.service.log.members import Members
from chronik.service.log.persistence import Persistence
from chronik.service.log.persistence_watch import watch_persistence
from chronik.service.log.store import LogStore
from chronik.service.matches.archivist import Archivist
from chronik.service.matches.boards import Boards
from chronik.service.matches.bookkeeper import Bookkeeper
from chronik.service.matches.caps import Caps
from chronik.service.matches.catalogue import Catalogue, game_loader
from chronik.service.matches.feed.hub import Hub
from chronik.service.matches.hints import Hints
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.lost_hints import LostHints
from chronik.service.matches.routes.codes import build_codes, codes_router
from chronik.service.matches.routes.failures import (
    FAILURE_HANDLERS,  # pyright: ignore[reportUnknownVariableType] - see there
)
from chronik.service.matches.routes.finished import exports_router
from chronik.service.matches.routes.forking import forking_router
from chronik.service.matches.routes.game_routes import play_router
from chronik.service.matches.routes.games import games_router
from chronik.service.matches.routes.history import history_router
from chronik.service.matches.routes.lobby import lobby_router
from chronik.service.matches.routes.matches import matches_router
from chronik.service.matches.routes.opening import opening_router
from chronik.service.matches.routes.previews import Previews, pictures_router
from chronik.service.matches.routes.rulings import rulings_router
from chronik.service.matches.routes.seat_offers import seat_offers_router
from chronik.service.matches.routes.tutorials import tutorials_router
from chronik.service.matches.routes.undo import undo_router
from chronik.service.matches.sweep import Sweep
from chronik.service.matches.timekeeper import Timekeeper
from chronik.service.matches.unfinished import Unfinished
from chronik.service.operating.metrics import count_tasks
from chronik.service.people.erasure import run_sweeps
from chronik.service.people.own_events import OwnEvents
from chronik.service.people.own_lists import OwnLists
from chronik.service.people.paired_rounds import PairedRounds
from chronik.service.people.personal_data import HOLDINGS
from chronik.service.people.routes.deck_check import list_routers
from chronik.service.people.routes.me import me_router
from chronik.service.people.routes.own_events import own_events_router
from chronik.service.people.routes.players import players_router
from chronik.service.people.routes.profiles import profiles_router
from chronik.service.running.background import Background
from chronik.service.running.settings import Organisers, Settings
from chronik.service.seeks.routes import seeks_router
from chronik.service.seeks.seeking import Seeking
from chronik.service.seeks.seeks import Seeks
from chronik.service.signing.keys import load_keys
from chronik.service.sql.database import Records
from chronik.service.sql.lobby import Lobby
from chronik.service.tournaments.archive_files import ArchiveFiles
from chronik.service.tournaments.feed import TournamentFeeds
from chronik.service.tournaments.match_scheduler import MatchScheduler
from chronik.service.tournaments.ratings import Ratings
from chronik.service.tournaments.routes.decks import decks_router
from chronik.service.tournaments.routes.entrants import entrants_router
from chronik.service.tournaments.routes.exports import sheets_router, tournament_exports_router
from chronik.service.tournaments.routes.feed import tournament_feed_router
from chronik.service.tournaments.routes.recording import TournamentServices
from chronik.service.tournaments.routes.reported import reports_router
from chronik.service.tournaments.routes.rounds import rounds_router
from chronik.service.tournaments.routes.standings import standings_router
from chronik.service.tournaments.routes.tables import tables_router
from chronik.service.tournaments.routes.tournaments import tournaments_router
from chronik.service.tournaments.store import Tournaments
from chronik.service.tournaments.withheld import WithheldMatches
from chronik.service.web.budgets import Budgets
from chronik.service.web.docs.book_routes import books_router
from chronik.service.web.docs.documents import Documents
from chronik.service.web.docs.problem_pages import problem
from chronik.service.web.guard import enclose
from chronik.service.web.handlers import EXCEPTION_HANDLERS  # pyright: ignore[reportUnknownVariableType] - see there
from chronik.service.web.headers import add_headers, complete_allow_header
from chronik.service.web.health import Check, operations
from chronik.service.web.pace import build_paces
from chronik.service.web.pages.files import Files
from chronik.service.web.pages.page_routes import pages_router
from chronik.service.web.pages.pages import live_viewer, report_missing_bundle, shipped_viewer
from chronik.service.web.pages.problem_page import ProblemPages
from chronik.service.web.public_keys import keys_router
from chronik.service.web.request_checks import request_checks
from chronik.service.web.router import Router

NEWCOMERS = {
    Organisers.EVERYONE: (Scope.PLAY, Scope.ORGANISE),
    Organisers.APPOINTED: (Scope.PLAY,),
}
"""The scopes of the first token of a new player."""


def create_app(settings: Settings, valkey: BundledValkey | None = None, name: str | None = None) -> Litestar:
    """Builds the service on the log server and the database that the settings name. Call it on the event loop.

    If the bundled Valkey is down, the readiness check reports why. `name` identifies this process among the serving
    processes; it is random by default.
    """
    assert settings.redis_url is not None, "serve starts the bundled Valkey first"
    catalogue = Catalogue(settings.data_sets)
    keys = load_keys(settings)
    signer = keys.signer
    store = LogStore(settings.redis_url, persistence=None if settings.weak_durability else Persistence())
    records = Records(settings.database_url)
    cold = ColdStorage(records, Objects(settings.archives))
    logs = Logs(store, cold)
    people = People(records)
    authenticator = Authenticator(people.find)
    matches = LiveMatches(store, catalogue, settings.cached_matches, logs=logs)
    free_space = matches.free_space
    hints = Hints(store)
    hub = Hub(matches, hints, people.working, settings)
    unfinished = Unfinished(store, records)
    kept_here = name is not None or records.sqlite
    members = Members(store, records.identity, name or token_hex(8))
    bots = BotDriver(matches, hints, unfinished, members, settings.data_sets)
    tournaments = Tournaments(records)
    scheduler, withheld = MatchScheduler(matches, tournaments), WithheldMatches(tournaments)
    challenges, seeking = Challenges(records), Seeking(matches, Seeks(records))
    acceptances = Acceptances(matches, challenges)
    events = OwnEvents(matches, hints, unfinished, PairedRounds(tournaments), challenges, people.working)
    feeds = TournamentFeeds(tournaments)
    books = Bookkeeper(store, records, catalogue, matches, scheduler.wake, members, logs)
    services = TournamentServices(tournaments, scheduler, matches, people)
    archivist = Archivist(store, cold, catalogue, signer, settings.archive_after_seconds)
    timekeeper = Timekeeper(matches, hints, unfinished, members)
    lobby = Lobby(records)
    limits, caps = build_paces(settings), Caps(settings, lobby)
    analysis_pace = AnalysisPace(limited=bool(settings.rate_account))
    analyses = Analyses(matches, records, withheld, AnalysisWorker(matches, records))
    budgets = Budgets(store, members, (*limits, caps.seats, analysis_pace), hub.open)
    sweep = Sweep(store, game_loader(catalogue), settings.sweep_rate, members)

    lost_hints = LostHints(store, records, members)
    documents = Documents(settings, build_codes(catalogue))

    boards = Boards()
    previews = Previews(matches, records, people)
    background = Background()

    @asynccontextmanager
    async def running(app: Litestar) -> AsyncGenerator[None]:
        await records.migrate()
        report_missing_bundle()
        building = asyncio.create_task(documents.build_after_start(app))
        try:
            async with background.running(
                tasks=count_tasks(),
                silences=matches.outages.keep(),
                members=members.run(),
                budgets=budgets.run(),
                hints=hints.follow(),
                feed=hub.run(),
                own_events=events.run(),
                tournament_feeds=feeds.run(),
                books=books.run(),
                archives=archivist.run(),
                bots=bots.drive(),
                analyses=analyses.run(),
                clocks=timekeeper.keep(),
                lost_hints=lost_hints.run(),
                sweep=sweep.run(),
                persistence=watch_persistence(store),
                free_space=FreeSpaceWatch(free_space, store, settings.data if kept_here else None).run(),
                match_scheduler=scheduler.run(),
                seeking=seeking.keep(),
                acceptances=acceptances.keep(),
                tokens=authenticator.keep_current(people.working),
                erased=run_sweeps(records),
                uses=people.keep_uses_written(),
            ):
                yield
        finally:
            building.cancel()
            await store.close()
            await records.close()

    api = Router(
        "/api/v1",
        route_handlers=[
            players_router(people, authenticator, NEWCOMERS[settings.organisers]),
            me_router(people, authenticator, HOLDINGS),
            own_events_router(events, hub.open, settings.heartbeat_seconds),
            *list_routers(catalogue, OwnLists(records)),
            games_router(catalogue),
            codes_router(catalogue),
            opening_router(matches, people, withheld, caps),
            tutorials_router(matches, people, caps),
            forking_router(matches, people, withheld, caps),
            challenges_router(people, acceptances, caps),
            seeks_router(catalogue, people, seeking, caps),
            matches_router(matches, lobby, people, withheld, tournaments),
            lobby_router(matches, lobby, people, boards, tournaments),
            exports_router(records, people, ArchiveFiles(matches, withheld, signer)),
            undo_router(matches, people, withheld),
            seat_offers_router(matches, people, withheld, caps),
            rulings_router(matches, people, withheld),
            tournaments_router(services),
            reports_router(services),
            entrants_router(services),
            decks_router(services),
            rounds_router(services),
            tables_router(services),
            standings_router(services),
            profiles_router(services, Ratings(tournaments)),
            tournament_exports_router(services, signer),
            tournament_feed_router(services, feeds, hub.open, settings.heartbeat_seconds),
            history_router(matches, signer, withheld),
            analysis_router(analyses, analysis_pace),
            *(play_router(name, matches, hub, withheld) for name in catalogue.names()),
        ],
    )

    def end_streams() -> None:
        hub.end()
        events.end()
        feeds.end()

    checks: tuple[Check, ...] = (Check("log", store.check_writable), Check("records", records.ping))
    if valkey is not None:
        checks += (Check("valkey", valkey.check),)
    app = Litestar(
        route_handlers=[
            api,
            operations(checks, free_space, lost_hints.missing, with_metrics=settings.metrics_port is None),
            documents.router(),
            books_router(),
            keys_router(keys.published),
            pages_router(previews.describe_match, previews.describe_tournament, settings.viewer_reload),
            pictures_router(matches, boards),
            sheets_router(services),
            problem,
        ],
        lifespan=[running],
        exception_handlers={**EXCEPTION_HANDLERS, **FAILURE_HANDLERS},
        before_send=[add_headers, complete_allow_header],
        before_request=request_checks(free_space),
        request_max_body_size=settings.body_bytes,
        openapi_config=None,
        logging_config=None,
        debug=False,
        state=State({"end_streams": end_streams, "background": background}),
    )
    viewer = live_viewer() if settings.viewer_reload else shipped_viewer
    enclose(app, settings, authenticator, limits, ProblemPages(viewer))
    if not settings.viewer_reload:
        app.asgi_handler = Files(app.asgi_handler, shipped_viewer())
    return app
