"""Downloads of a tournament: log, tables, report, printed sheets, and a file with everything."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Annotated, Any, cast

import msgspec
from litestar import Response, get
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.response.base import ASGIResponse
from msgspec import Struct
from sqlmodel import select

from chronik.domain.log.signature import Signer
from chronik.domain.tournament.proof.bundle import BundledNames
from chronik.domain.tournament.record.digest import digest
from chronik.domain.tournament.record.log import Entry
from chronik.domain.tournament.record.state import Tournament
from chronik.domain.tournament.rules.staff import is_staff
from chronik.projections.match.lobby import Listing
from chronik.projections.tournament.log import LogHeading, log_lines
from chronik.projections.tournament.outline import TournamentOutline, build_outline
from chronik.projections.tournament.report import Heading, is_reportable, write_report
from chronik.projections.tournament.spreadsheet import to_spreadsheet
from chronik.projections.tournament.tables import pairings_csv, results_csv, standings_csv
from chronik.service.identity.access import is_disclosed
from chronik.service.identity.auth import Principal, authenticate
from chronik.service.matches.clock_summary import format_moment
from chronik.service.matches.summary import Object
from chronik.service.running.zones import cell, local
from chronik.service.tournaments.bundles import bundle
from chronik.service.tournaments.routes.recording import RoundNumber, TournamentId, TournamentServices
from chronik.service.tournaments.routes.recording import load_tournament as known
from chronik.service.tournaments.sheets.page import POLICY, Print, final_sheet, round_sheet
from chronik.service.tournaments.summary import people_of
from chronik.service.tournaments.tables import TournamentRow
from chronik.service.tournaments.withheld import withholding_of
from chronik.service.web.bodies import choose_media_type
from chronik.service.web.compression import VARY, compressed_response
from chronik.service.web.headers import etag
from chronik.service.web.languages import Language, SheetLanguage, choose_language
from chronik.service.web.media import BUNDLE, CSV, HTML, JSON, NDJSON, OUTLINE, TEXT, TOURNAMENT_LOG
from chronik.service.web.openapi.contract import HEAVY, Token, promises
from chronik.service.web.problems.kinds import NOT_FOUND, REJECTED
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import HTTPRequest, origin, path_number
from chronik.service.web.router import Router

Written = Callable[[Tournament, Mapping[str, str]], str]
"""A function that writes a tournament as a table, with the names of its players by id."""
Named = Annotated[bool, QueryParameter(description="With title and names, in a line that is not signed.")]
Lang = Annotated[Language | None, QueryParameter(description="The language; without it `Accept-Language` decides.")]
NO_REPORT = "Only a tournament of one Swiss stage at tables of two, without groups, can be reported in this form."
EXPORTED: dict[str, Any] = {"gives": ("ETag", "Content-Disposition"), "problems": (NOT_FOUND,), "weight": HEAVY}


class StreamInForm(Stream):
    """A stream with its own media type instead of the route's."""

    def to_asgi_response(self, *args: Any, **kwargs: Any) -> ASGIResponse:
        response: ASGIResponse = cast(Any, super()).to_asgi_response(*args, **{**kwargs, "media_type": self.media_type})
        return response


class LogLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of the log: its number, its time (milliseconds since 1970), and the player who caused it.

    `e` is the event, and its `t` says what happened. The first entry of a batch has the command in `cmd`.
    """

    n: int
    at: int
    by: str = ""
    cmd: Object | None = None
    e: Object


class LoadedTournament(Struct, frozen=True):
    """A tournament with its whole log, its title, and the names of its players and clubs, by id or code."""

    tournament: Tournament
    log: tuple[Entry, ...]
    title: str
    names: dict[str, str]
    zone: str

    @property
    def digest(self) -> str:
        return digest(self.tournament.id, self.log)


def tournament_exports_router(services: TournamentServices, signer: Signer) -> Router:
    """Returns the routes of this module, under `/api/v1`."""

    @get(
        "/tournaments/{tournament:str}/log.ndjson",
        operation_id="tournament_log",
        opt=promises(media=(TOURNAMENT_LOG, NDJSON), lines=(LogHeading, LogLine), **EXPORTED),
        media_type=TOURNAMENT_LOG,
    )
    async def log(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """Returns the whole log: a header, then every entry as it was recorded.

        The digest in the header identifies exactly these entries. The printed sheets show it too, and `chronik verify`
        prints it for a bundle.
        """
        loaded = await _load(services, tournament)
        game = loaded.tournament.planned.game
        heading = LogHeading("chronik-tournament/1", tournament, loaded.title, game, len(loaded.log), loaded.digest)
        return _file_response(
            request,
            loaded,
            log_lines(heading, loaded.log),
            choose_media_type(request, TOURNAMENT_LOG, NDJSON),
            "log.ndjson",
        )

    @get(
        "/tournaments/{tournament:str}/export.json",
        operation_id="export_tournament",
        opt=promises(answers=(TournamentOutline,), media=(OUTLINE, JSON), **EXPORTED),
    )
    async def outline(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """Returns the tournament as stages, groups, rounds and matches, each group with its standings."""
        loaded = await _load(services, tournament)
        body = await asyncio.to_thread(
            build_outline, loaded.tournament, loaded.title, loaded.digest, loaded.names, format_moment
        )
        form = choose_media_type(request, OUTLINE, JSON)
        return _file_response(request, loaded, msgspec.json.encode(body), form, "tournament.json")

    @get(
        "/tournaments/{tournament:str}/standings.csv",
        operation_id="standings_csv",
        opt=promises(media=(CSV,), **EXPORTED),
        media_type=CSV,
    )
    async def standings(request: HTTPRequest, tournament: TournamentId, lang: SheetLanguage = None) -> Response[bytes]:
        """Returns the standings of every group as a table, one line per entrant.

        In this and the other tables, a name that a spreadsheet would take for a formula gets a leading apostrophe.
        With `lang`, the format suits Excel and similar programs in that language.
        """
        return await _table(services, request, tournament, standings_csv, "standings", lang)

    @get(
        "/tournaments/{tournament:str}/pairings.csv",
        operation_id="pairings_csv",
        opt=promises(media=(CSV,), **EXPORTED),
        media_type=CSV,
    )
    async def pairings(request: HTTPRequest, tournament: TournamentId, lang: SheetLanguage = None) -> Response[bytes]:
        """Returns every pairing as a table, one line per seat and per bye; times are in the tournament's time zone."""
        loaded = await _load(services, tournament)
        dated = partial(cell, zone=loaded.zone, spreadsheet=lang is not None)
        text = await asyncio.to_thread(pairings_csv, loaded.tournament, loaded.names, dated)
        return _csv_response(request, loaded, text, "pairings", lang)

    @get(
        "/tournaments/{tournament:str}/results.csv",
        operation_id="results_csv",
        opt=promises(media=(CSV,), **EXPORTED),
        media_type=CSV,
    )
    async def results(request: HTTPRequest, tournament: TournamentId, lang: SheetLanguage = None) -> Response[bytes]:
        """Returns every result as a table, one line per seat, with its match and its entry in the log.

        Byes, skipped rounds and penalties have lines of their own, so `score` adds up to the scores in the standings.
        """
        return await _table(services, request, tournament, results_csv, "results", lang)

    @get(
        "/tournaments/{tournament:str}/report.trf",
        operation_id="tournament_report",
        opt=promises(media=(TEXT,), **{**EXPORTED, "problems": (NOT_FOUND, REJECTED)}),
        media_type=TEXT,
    )
    async def trf(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """Returns a two-seat Swiss as FIDE's Tournament Report File 2016; other tournaments have no such report.

        White is the seat that begins. The file says that Chronik's pairing method was used.
        """
        loaded = await _load(services, tournament)
        if not is_reportable(loaded.tournament):
            raise Problem(REJECTED, NO_REPORT, code="no-report")
        heading = Heading(loaded.title, origin(request))
        text = write_report(
            loaded.tournament, loaded.log, heading, loaded.names, lambda at: local(at, loaded.zone).strftime("%Y/%m/%d")
        )
        return _file_response(request, loaded, text, TEXT, "report.trf")

    @get(
        "/tournaments/{tournament:str}/bundle",
        operation_id="tournament_bundle",
        opt=promises(
            token=Token.OPTIONAL,
            media=(BUNDLE, NDJSON),
            gives=("Content-Disposition",),
            problems=(NOT_FOUND,),
            weight=HEAVY,
        ),
        media_type=BUNDLE,
    )
    async def whole(request: HTTPRequest, tournament: TournamentId, names: Named = False) -> Response[bytes]:
        """Returns the whole event in one file, which `chronik verify` checks without any service.

        It has a header, the log, the archive of every finished match, the standings, and a last line with a hash, which
        is signed if the operator has a key. Matches that are disclosed only to their players are included for those
        players and the staff. If lists are sealed, matches are included once the tournament is over, unless the lists
        stay closed. Opened lists are included until their owners are erased. No other line has a person's text, such as
        a name, unless names are requested.

        Once the secret of the event is published, every draw and the secret of every match in the file must follow from
        it, and each seat must have added the entropy that its entrant had registered. Until then `chronik verify`
        confirms no seeds; if the event is over, it exits with 3.
        """
        loaded = await _load(services, tournament)
        principal = await authenticate(request)
        lines = bundle(
            services.matches,
            tournament,
            loaded.log,
            lambda listing: _is_open_to(loaded.tournament, listing, principal),
            await services.tournaments.decks(tournament),
            BundledNames(loaded.title, loaded.names) if names else None,
            signer,
        )
        headers = {"Vary": "accept, authorization", **_disposition(tournament, "bundle.ndjson", mark=".")}
        return cast(
            "Response[bytes]",
            StreamInForm(lines, media_type=choose_media_type(request, BUNDLE, NDJSON), headers=headers),
        )

    return Router(
        "/",
        route_handlers=[log, outline, standings, pairings, results, trf, whole],
        tags=["tournaments"],
    )


def sheets_router(services: TournamentServices) -> Router:
    """Returns the routes of the printed sheets, at the root, because they are pages for people."""
    paper = promises(media=(HTML,), any_query=True, problems=(NOT_FOUND,), weight=HEAVY)

    @get("/tournaments/{tournament:str}/print/rounds/{one:str}", operation_id="round_sheet", opt=paper, media_type=HTML)
    async def round_page(
        request: HTTPRequest, tournament: TournamentId, one: RoundNumber, lang: Lang = None
    ) -> Response[bytes]:
        """Returns a printable round: its tables, with space for missing points and signatures."""
        loaded = await _load(services, tournament)
        found = loaded.tournament.round(path_number(one))
        if found is None:
            raise Problem(NOT_FOUND)
        return _sheet_response(request, round_sheet(loaded.tournament, found, _print(request, loaded, lang)))

    @get("/tournaments/{tournament:str}/print/final", operation_id="final_sheet", opt=paper, media_type=HTML)
    async def final_page(request: HTTPRequest, tournament: TournamentId, lang: Lang = None) -> Response[bytes]:
        """Returns a printable final table, or the current one; every number links to the match it came from."""
        loaded = await _load(services, tournament)
        printed = _print(request, loaded, lang)
        return _sheet_response(request, await asyncio.to_thread(final_sheet, loaded.tournament, printed))

    return Router("/", route_handlers=[round_page, final_page], tags=["pages"])


async def _table(
    services: TournamentServices,
    request: HTTPRequest,
    tournament: str,
    written: Written,
    name: str,
    lang: Language | None,
) -> Response[bytes]:
    loaded = await _load(services, tournament)
    return _csv_response(request, loaded, await asyncio.to_thread(written, loaded.tournament, loaded.names), name, lang)


def _csv_response(
    request: HTTPRequest, loaded: LoadedTournament, text: str, name: str, lang: Language | None
) -> Response[bytes]:
    """Returns a table as a file, for programs or for spreadsheets."""
    if lang is not None:
        text = to_spreadsheet(text, decimal_comma=lang is not Language.EN)
    return _file_response(request, loaded, text, CSV, f"{name}.csv")


async def _load(services: TournamentServices, tournament: str) -> LoadedTournament:
    """Returns a tournament with its log; raises a problem if it does not exist."""
    found = await known(services, tournament)
    log = (await services.tournaments.log(tournament))[: found.version]
    async with services.tournaments.records.reading() as session:
        words = select(TournamentRow.title, TournamentRow.zone).where(TournamentRow.id == tournament)
        title, zone = (await session.exec(words)).one()
    people = await services.people.find_names(people_of(found))
    names = {player: f"{name} (bot)" if player in people.bots else name for player, name in people.names.items()}
    names |= {club.code: club.name for club in await services.tournaments.clubs(tournament)}
    return LoadedTournament(found, log, title, names, zone)


def _is_open_to(tournament: Tournament, listing: Listing, principal: Principal | None) -> bool:
    """Returns whether a closed match is disclosed to the caller.

    Withheld matches are in no bundle, not even one for a referee.
    """
    withholding = withholding_of(tournament)
    if listing.held and withholding.active:
        return False
    staff = principal is not None and is_staff(tournament, principal.player)
    return staff or is_disclosed(listing, principal, withholding)


def _print(request: HTTPRequest, loaded: LoadedTournament, lang: Language | None) -> Print:
    language = choose_language(lang, request.headers.get("accept-language", ""))
    return Print(loaded.title, loaded.digest, origin(request), language, loaded.names, loaded.zone)


def _sheet_response(request: HTTPRequest, page: str) -> Response[bytes]:
    headers = {
        "Content-Security-Policy": POLICY,
        "Cache-Control": "no-cache",
        "Referrer-Policy": "same-origin",
        "Vary": "accept-encoding, accept-language",
    }
    return compressed_response(request, page.encode(), HTML, headers)


def _file_response(
    request: HTTPRequest, loaded: LoadedTournament, content: str | bytes, media: str, name: str
) -> Response[bytes]:
    body = content.encode() if isinstance(content, str) else content
    vary = {} if media in (CSV, TEXT) else {"Vary": f"accept, {VARY}"}
    headers = {"ETag": etag(loaded.tournament.version), **vary, **_disposition(loaded.tournament.id, name)}
    return compressed_response(request, body, media, headers)


def _disposition(tournament: str, name: str, mark: str = "-") -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{tournament[:8]}{mark}{name}"'}
