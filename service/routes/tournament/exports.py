"""What can be taken away of a tournament: log, tables, report, printed sheets, and all of it in one file."""

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

from domain.engine.proof.signature import Signer
from domain.tournament.proof.bundle import BundledNames
from domain.tournament.record.digest import digest
from domain.tournament.record.log import Entry
from domain.tournament.record.state import Tournament
from domain.tournament.rules.staff import rules
from projections.match.lobby import Listing
from projections.tournament.log import LogHeading, log_lines
from projections.tournament.outline import TournamentOutline, outlined
from projections.tournament.report import Heading, report, reportable
from projections.tournament.spreadsheet import spreadsheet
from projections.tournament.tables import pairings_csv, results_csv, standings_csv
from service.http.bodies import chosen
from service.http.clock_summary import dated
from service.http.compression import VARY, sent
from service.http.entity_tags import etag
from service.http.match_summary import Object
from service.http.media import BUNDLE, CSV, HTML, JSON, NDJSON, OUTLINE, TEXT, TOURNAMENT_LOG
from service.http.request import HTTPRequest, path_number
from service.http.router import Router
from service.openapi.contract import HEAVY, Token, promises
from service.people.access import is_disclosed
from service.people.auth import Principal, authenticate
from service.problems.kinds import NOT_FOUND, REJECTED
from service.problems.problem import Problem
from service.routes.match.spreadsheets import Opened
from service.routes.tournament.changing import RoundNumber, TournamentDesk, TournamentId
from service.routes.tournament.changing import load_tournament as known
from service.tournaments.bundles import bundle
from service.tournaments.holds import hold_of
from service.tournaments.sheets.page import POLICY, Print, final_sheet, round_sheet
from service.tournaments.sheets.words import Language, spoken
from service.tournaments.summary import people_of
from service.tournaments.tables import TournamentRow
from service.zones import cell, local

Written = Callable[[Tournament, Mapping[str, str]], str]
"""How a tournament is written as a table, with the names of its players by id."""
Named = Annotated[bool, QueryParameter(description="With title and names, in a line that can be taken out.")]
Lang = Annotated[Language | None, QueryParameter(description="The language; without it `Accept-Language` decides.")]
NO_REPORT = "Only a tournament of one Swiss stage at tables of two, without groups, can be reported in this form."
EXPORTED: dict[str, Any] = {"gives": ("ETag", "Content-Disposition"), "problems": (NOT_FOUND,), "weight": HEAVY}


class StreamInForm(Stream):
    """A stream whose media type is its own, not that of the route."""

    def to_asgi_response(self, *args: Any, **kwargs: Any) -> ASGIResponse:
        response: ASGIResponse = cast(Any, super()).to_asgi_response(*args, **{**kwargs, "media_type": self.media_type})
        return response


class LogLine(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An entry of the log: its number, its time (milliseconds since 1970), and the player who caused it.

    `e` says by its `t` what happened, and has what belongs to it. The first entry of a batch has the command in `cmd`.
    """

    n: int
    at: int
    by: str = ""
    cmd: Object | None = None
    e: Object


class Held(Struct, frozen=True):
    """A tournament with its whole log, its title, and the names of everybody and every club in it, by id or code."""

    tournament: Tournament
    log: tuple[Entry, ...]
    title: str
    names: dict[str, str]
    zone: str

    @property
    def digest(self) -> str:
        return digest(self.tournament.id, self.log)


def tournament_exports_router(desk: TournamentDesk, signer: Signer) -> Router:
    """The addresses of this file, under `/api/v1`."""

    @get(
        "/tournaments/{tournament:str}/log.ndjson",
        operation_id="tournament_log",
        opt=promises(media=(TOURNAMENT_LOG, NDJSON), lines=(LogHeading, LogLine), **EXPORTED),
        media_type=TOURNAMENT_LOG,
    )
    async def log(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """The whole log: a heading, then every entry as it was written.

        The digest of the heading names exactly these entries: it stands on the printed sheets too, and
        `chronik verify` prints it for a bundle.
        """
        held = await _held(desk, tournament)
        game = held.tournament.planned.game
        heading = LogHeading("chronik-tournament/1", tournament, held.title, game, len(held.log), held.digest)
        return _saved(
            request, held, log_lines(heading, held.log), chosen(request, TOURNAMENT_LOG, NDJSON), "log.ndjson"
        )

    @get(
        "/tournaments/{tournament:str}/export.json",
        operation_id="export_tournament",
        opt=promises(answers=(TournamentOutline,), media=(OUTLINE, JSON), **EXPORTED),
    )
    async def outline(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """The tournament as stages, groups, rounds and matches, each group with its standings."""
        held = await _held(desk, tournament)
        body = await asyncio.to_thread(outlined, held.tournament, held.title, held.digest, held.names, dated)
        form = chosen(request, OUTLINE, JSON)
        return _saved(request, held, msgspec.json.encode(body), form, "tournament.json")

    @get(
        "/tournaments/{tournament:str}/standings.csv",
        operation_id="standings_csv",
        opt=promises(media=(CSV,), **EXPORTED),
        media_type=CSV,
    )
    async def standings(request: HTTPRequest, tournament: TournamentId, lang: Opened = None) -> Response[bytes]:
        """The standings of every group as a table, a line per entrant.

        In this and the other tables, a name that a spreadsheet would take for a formula begins with an apostrophe. With
        `lang` they are as Excel and its like open them in that language.
        """
        return await _table(desk, request, tournament, standings_csv, "standings", lang)

    @get(
        "/tournaments/{tournament:str}/pairings.csv",
        operation_id="pairings_csv",
        opt=promises(media=(CSV,), **EXPORTED),
        media_type=CSV,
    )
    async def pairings(request: HTTPRequest, tournament: TournamentId, lang: Opened = None) -> Response[bytes]:
        """Every pairing as a table, a line per seat and per bye; times are those of the zone it is held in."""
        held = await _held(desk, tournament)
        dated = partial(cell, zone=held.zone, spreadsheet=lang is not None)
        text = await asyncio.to_thread(pairings_csv, held.tournament, held.names, dated)
        return _spread(request, held, text, "pairings", lang)

    @get(
        "/tournaments/{tournament:str}/results.csv",
        operation_id="results_csv",
        opt=promises(media=(CSV,), **EXPORTED),
        media_type=CSV,
    )
    async def results(request: HTTPRequest, tournament: TournamentId, lang: Opened = None) -> Response[bytes]:
        """Every result as a table, a line per seat, with the match and the entry of the log that it comes from.

        Byes, rounds left out and penalties have lines of their own: the sums of `score` are those of the standings.
        """
        return await _table(desk, request, tournament, results_csv, "results", lang)

    @get(
        "/tournaments/{tournament:str}/report.trf",
        operation_id="tournament_report",
        opt=promises(media=(TEXT,), **{**EXPORTED, "problems": (NOT_FOUND, REJECTED)}),
        media_type=TEXT,
    )
    async def trf(request: HTTPRequest, tournament: TournamentId) -> Response[bytes]:
        """A two-seat Swiss as FIDE's Tournament Report File 2016; other tournaments have no such form.

        White is who begins. The method of pairing is Chronik's own, and the file says so.
        """
        held = await _held(desk, tournament)
        if not reportable(held.tournament):
            says = (
                "Only a tournament of one Swiss stage at tables of two, without groups, can be reported in this form."
            )
            raise Problem(REJECTED, says, code="no-report")
        heading = Heading(held.title, _origin(request))
        text = report(
            held.tournament, held.log, heading, held.names, lambda at: local(at, held.zone).strftime("%Y/%m/%d")
        )
        return _saved(request, held, text, TEXT, "report.trf")

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
        """The whole event in one file, which `chronik verify` checks without any service.

        First the head and the log, then the archive of every match that is over, then the standings and the end
        with a hash, which is signed where the operator has a key. Matches that are open to their players only are there
        for these and for the staff. Those of a tournament with sealed lists are there when that is over, unless the
        lists stay closed. Lists that were opened are there until their owners are erased; no other line
        has words of a person, such as a name, unless names are asked for.

        Once the secret of the event is published, every draw and the secret of every match in the file must follow from
        it, and each seat must have added the entropy that its entrant had registered.
        """
        held = await _held(desk, tournament)
        principal = await authenticate(request)
        lines = bundle(
            desk.matches,
            tournament,
            held.log,
            lambda listing: _open_to(held.tournament, listing, principal),
            await desk.tournaments.decks(tournament),
            BundledNames(held.title, held.names) if names else None,
            signer,
        )
        headers = {"Vary": "accept, authorization", **_disposition(tournament, "bundle.ndjson", mark=".")}
        return cast("Response[bytes]", StreamInForm(lines, media_type=chosen(request, BUNDLE, NDJSON), headers=headers))

    return Router(
        "/",
        route_handlers=[log, outline, standings, pairings, results, trf, whole],
        tags=["tournaments"],
    )


def sheets_router(desk: TournamentDesk) -> Router:
    """The printed sheets, at the root; they are for people."""
    paper = promises(media=(HTML,), any_query=True, problems=(NOT_FOUND,), weight=HEAVY)

    @get("/tournaments/{tournament:str}/print/rounds/{one:str}", operation_id="round_sheet", opt=paper, media_type=HTML)
    async def round_page(
        request: HTTPRequest, tournament: TournamentId, one: RoundNumber, lang: Lang = None
    ) -> Response[bytes]:
        """A round to be printed: its tables, with room for points and signatures where there is no result yet."""
        held = await _held(desk, tournament)
        found = held.tournament.round(path_number(one))
        if found is None:
            raise Problem(NOT_FOUND)
        return _printed(request, round_sheet(held.tournament, found, _print(request, held, lang)))

    @get("/tournaments/{tournament:str}/print/final", operation_id="final_sheet", opt=paper, media_type=HTML)
    async def final_page(request: HTTPRequest, tournament: TournamentId, lang: Lang = None) -> Response[bytes]:
        """The final table to be printed, or the one so far; every number leads to the match it came from."""
        held = await _held(desk, tournament)
        printed = _print(request, held, lang)
        return _printed(request, await asyncio.to_thread(final_sheet, held.tournament, printed))

    return Router("/", route_handlers=[round_page, final_page], tags=["pages"])


async def _table(
    desk: TournamentDesk, request: HTTPRequest, tournament: str, written: Written, name: str, lang: Language | None
) -> Response[bytes]:
    held = await _held(desk, tournament)
    return _spread(request, held, await asyncio.to_thread(written, held.tournament, held.names), name, lang)


def _spread(request: HTTPRequest, held: Held, text: str, name: str, lang: Language | None) -> Response[bytes]:
    """A table as a file, for programs or for spreadsheets."""
    if lang is not None:
        text = spreadsheet(text, decimal_comma=lang is not Language.EN)
    return _saved(request, held, text, CSV, f"{name}.csv")


async def _held(desk: TournamentDesk, tournament: str) -> Held:
    """A tournament with its log, or the problem that there is none."""
    found = await known(desk, tournament)
    log = (await desk.tournaments.log(tournament))[: found.version]
    async with desk.tournaments.records.reading() as session:
        words = select(TournamentRow.title, TournamentRow.zone).where(TournamentRow.id == tournament)
        title, zone = (await session.exec(words)).one()
    people = await desk.people.known(people_of(found))
    names = {player: f"{name} (bot)" if player in people.bots else name for player, name in people.names.items()}
    names |= {club.code: club.name for club in await desk.tournaments.clubs(tournament)}
    return Held(found, log, title, names, zone)


def _open_to(tournament: Tournament, listing: Listing, principal: Principal | None) -> bool:
    """Whether a closed match is open to the caller; what is held back is in no bundle, not even in a referee's."""
    hold = hold_of(tournament)
    if listing.held and hold.lasts:
        return False
    staff = principal is not None and rules(tournament, principal.player)
    return staff or is_disclosed(listing, principal, hold)


def _print(request: HTTPRequest, held: Held, lang: Language | None) -> Print:
    language = spoken(lang, request.headers.get("accept-language", ""))
    return Print(held.title, held.digest, _origin(request), language, held.names, held.zone)


def _printed(request: HTTPRequest, page: str) -> Response[bytes]:
    headers = {
        "Content-Security-Policy": POLICY,
        "Cache-Control": "no-cache",
        "Referrer-Policy": "same-origin",
        "Vary": "accept-encoding, accept-language",
    }
    return sent(request, page.encode(), HTML, headers)


def _saved(request: HTTPRequest, held: Held, content: str | bytes, media: str, name: str) -> Response[bytes]:
    body = content.encode() if isinstance(content, str) else content
    vary = {} if media in (CSV, TEXT) else {"Vary": f"accept, {VARY}"}
    headers = {"ETag": etag(held.tournament.version), **vary, **_disposition(held.tournament.id, name)}
    return sent(request, body, media, headers)


def _disposition(tournament: str, name: str, mark: str = "-") -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{tournament[:8]}{mark}{name}"'}


def _origin(request: HTTPRequest) -> str:
    """Where the caller has found the service."""
    return str(request.base_url).rstrip("/")
