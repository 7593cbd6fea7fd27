"""The words that answers speak in, as data: kinds of problem, refusals, tie-breaks; and how ratings are reckoned."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import Response, get
from msgspec import Meta, Struct
from openskill.models import PlackettLuce

from domain.engine.match.refusals import REFUSALS
from domain.engine.names import Names
from domain.tournament.counting.meanings import MEANINGS
from domain.tournament.ratings import glicko, ratings
from domain.tournament.record.refusals import REFUSALS as OF_TOURNAMENTS
from service.http.compression import packed
from service.http.media import JSON
from service.http.request import HTTPRequest
from service.http.router import Router
from service.links import rule_url
from service.matches.catalogue import Catalogue
from service.openapi.contract import promises
from service.problems.kinds import PROBLEMS
from service.routes.about.documents import tagged
from service.routes.about.problems import ProblemPage

MATCHES, TOURNAMENTS = "matches", "tournaments"


class RefusalLine(Struct, frozen=True):
    """Why the rules say no: the `code` of a problem of the kind `rejected`, and of what is not offered."""

    code: str
    of: Annotated[str, Meta(description="The game whose rules say so; `matches` for all of them, or `tournaments`.")]
    rule: str
    rule_url: str
    sentence: str


class DeckCodeLine(Struct, frozen=True):
    """What can be wrong with a list of cards, or is advice about one."""

    code: str
    of: Annotated[str, Meta(description="The game whose lists it is about.")]
    sentence: str


class TieBreakLine(Struct, frozen=True):
    """A tie-break: more is better, whatever the code."""

    code: str
    sentence: str


class Codes(Struct, frozen=True):
    """Every word by which answers name a reason. None of them ever changes its meaning; there may come more."""

    problems: tuple[ProblemPage, ...]
    refusals: tuple[RefusalLine, ...]
    decks: tuple[DeckCodeLine, ...]
    tie_breaks: tuple[TieBreakLine, ...]


class RatingFormula(Struct, frozen=True):
    """A way of rating with its constants, so that anybody reckons the same ratings from the same results."""

    id: Annotated[str, Meta(description="The formula with its version, as it stands with each pool.")]
    seats: Annotated[tuple[int, ...], Meta(description="The numbers of seats that are rated by it.")]
    method: Annotated[str, Meta(description="What it is, and in which order results are taken.")]
    middle: Annotated[float, Meta(description="The middle of what is believed of somebody new.")]
    deviation: Annotated[float, Meta(description="The deviation of somebody new.")]
    provisional_above: Annotated[float, Meta(description="A deviation above this is provisional.")]
    caution: Annotated[int, Meta(description="The shown value lies so many deviations below the middle.")]
    interval: Annotated[int, Meta(description="The interval reaches so many deviations to both sides of the middle.")]
    constants: Annotated[dict[str, float], Meta(description="The constants of the method, by their usual names.")]


class RatingFormulas(Struct, frozen=True):
    """The ways in which ratings are reckoned."""

    formulas: tuple[RatingFormula, ...]


def formulas() -> RatingFormulas:
    """The formulas with the constants that are reckoned with."""
    new, model = glicko.Glicko(), PlackettLuce(tau=ratings.DYNAMICS)
    return RatingFormulas(
        (
            RatingFormula(
                ratings.AT_TWO,
                (2,),
                "Glicko-2 (Glickman, 22 March 2022). A tournament is a rating period, which ends with its latest game.",
                new.rating,
                new.deviation,
                ratings.SURE_AT_TWO,
                ratings.CAUTION,
                ratings.INTERVAL,
                {
                    "volatility": new.volatility,
                    "tau": ratings.TAU,
                    "scale": glicko.SCALE,
                    "period_seconds": ratings.PERIOD / 1000,
                },
            ),
            RatingFormula(
                ratings.AT_MORE,
                (3, 4),
                "OpenSkill's Plackett-Luce, game by game. Of several seats of one bot the mean is kept.",
                model.mu,
                model.sigma,
                ratings.SURE_AT_MORE,
                ratings.CAUTION,
                ratings.INTERVAL,
                {"beta": model.beta, "kappa": model.kappa, "tau": ratings.DYNAMICS},
            ),
        )
    )


def codes(catalogue: Catalogue) -> Codes:
    """All codes: those of each game's rules behind those of all games."""
    kinds = tuple(ProblemPage(kind.address, kind.status, kind.title, kind.text) for kind in PROBLEMS.values())
    breaks = tuple(TieBreakLine(code, sentence) for code, sentence in MEANINGS.items())
    return Codes(kinds, tuple(_refusals(catalogue)), tuple(_deck_codes(catalogue)), breaks)


def _refusals(catalogue: Catalogue) -> Iterator[RefusalLine]:
    for code, refusal in REFUSALS.items():
        yield RefusalLine(code, MATCHES, refusal.rule, rule_url("", refusal.rule), refusal.sentence)
    for code, sentence in OF_TOURNAMENTS.items():
        yield RefusalLine(code, TOURNAMENTS, "/docs#tournaments", "/docs#tournaments", sentence)
    for name in catalogue.names():
        rules = catalogue.current(name)
        for code, refusal in rules.game.refusals.items() if rules else ():
            yield RefusalLine(code, name, refusal.rule, rule_url(name, refusal.rule), refusal.sentence)


def _deck_codes(catalogue: Catalogue) -> Iterator[DeckCodeLine]:
    for name in catalogue.names():
        rules = catalogue.current(name)
        names: Names = rules.projection.components.names if rules else {}
        for code, sentence in names.get("en", {}).get("deck", {}).items():
            yield DeckCodeLine(code, name, sentence)


def codes_router(catalogue: Catalogue) -> Router:
    """The addresses of this file, under `/api/v1`."""
    every, reckoned = (packed(msgspec.json.encode(told)) for told in (codes(catalogue), formulas()))

    @get(
        "/codes",
        operation_id="codes",
        sync_to_thread=False,
        opt=promises(answers=(Codes,), reads=("If-None-Match",), gives=("ETag",)),
        tags=["operations"],
    )
    def list_codes(request: HTTPRequest) -> Response[bytes]:
        """Every word by which answers name a reason: kinds of problem, refusals, faults of lists, tie-breaks."""
        return tagged(request, every, JSON)

    @get(
        "/ratings/formulas",
        operation_id="rating_formulas",
        sync_to_thread=False,
        opt=promises(answers=(RatingFormulas,), reads=("If-None-Match",), gives=("ETag",)),
        tags=["players"],
    )
    def rating_formulas(request: HTTPRequest) -> Response[bytes]:
        """How ratings are reckoned, with all constants."""
        return tagged(request, reckoned, JSON)

    return Router("/", route_handlers=[list_codes, rating_formulas])
