"""The codes of responses as data (problems, refusals, deck faults, tie-breaks), and the rating formulas."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import Response, get
from msgspec import Meta, Struct
from openskill.models import PlackettLuce

from chronik.domain.engine.match.refusals import REFUSALS
from chronik.domain.engine.names import Names
from chronik.domain.tournament.counting.meanings import MEANINGS
from chronik.domain.tournament.ratings import glicko, ratings
from chronik.domain.tournament.record.refusals import REFUSALS as OF_TOURNAMENTS
from chronik.service.matches.catalogue import Catalogue
from chronik.service.running.links import rule_url
from chronik.service.web.compression import compress
from chronik.service.web.docs.documents import tagged_response
from chronik.service.web.docs.problem_pages import ProblemPage
from chronik.service.web.media import JSON
from chronik.service.web.openapi.contract import promises
from chronik.service.web.problems.kinds import PROBLEMS
from chronik.service.web.request import HTTPRequest
from chronik.service.web.router import Router

MATCHES, TOURNAMENTS = "matches", "tournaments"


class RefusalLine(Struct, frozen=True):
    """A refusal by the rules; its `code` appears in problems of the kind `rejected` and for commands not offered."""

    code: str
    of: Annotated[str, Meta(description="The game of the rule; `matches` for all games, or `tournaments`.")]
    rule: str
    rule_url: str
    sentence: str


class DeckCodeLine(Struct, frozen=True):
    """A fault in a card list, or advice about the list."""

    code: str
    of: Annotated[str, Meta(description="The game of the list.")]
    sentence: str


class TieBreakLine(Struct, frozen=True):
    """A tie-break. Whatever the code, a higher value is better."""

    code: str
    sentence: str


class Codes(Struct, frozen=True):
    """All codes that responses use as reasons. A code never changes its meaning, but new ones may be added."""

    problems: tuple[ProblemPage, ...]
    refusals: tuple[RefusalLine, ...]
    decks: tuple[DeckCodeLine, ...]
    tie_breaks: tuple[TieBreakLine, ...]


class RatingFormula(Struct, frozen=True):
    """A rating formula with its constants, so that anyone can recompute the ratings from the results."""

    id: Annotated[str, Meta(description="The formula with its version, as each rating pool names it.")]
    seats: Annotated[tuple[int, ...], Meta(description="The numbers of seats that this formula rates.")]
    method: Annotated[str, Meta(description="The method, and the order in which results are processed.")]
    middle: Annotated[float, Meta(description="The estimated strength of a new player.")]
    deviation: Annotated[float, Meta(description="The standard deviation of the estimate for a new player.")]
    provisional_above: Annotated[float, Meta(description="A rating with a deviation above this is provisional.")]
    caution: Annotated[int, Meta(description="How many deviations the shown value is below the estimate.")]
    interval: Annotated[int, Meta(description="How many deviations the interval extends to each side of the estimate.")]
    constants: Annotated[dict[str, float], Meta(description="The constants of the method, by their usual names.")]


class RatingFormulas(Struct, frozen=True):
    """The rating formulas."""

    formulas: tuple[RatingFormula, ...]


def build_formulas() -> RatingFormulas:
    """Returns the rating formulas with their constants."""
    new, model = glicko.Glicko(), PlackettLuce(tau=ratings.DYNAMICS)
    return RatingFormulas(
        (
            RatingFormula(
                ratings.AT_TWO,
                (2,),
                "Glicko-2 (Glickman, 22 March 2022). A tournament is a rating period, which ends with its last game.",
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
                "OpenSkill's Plackett-Luce, game by game. If a bot has several seats, their mean counts.",
                model.mu,
                model.sigma,
                ratings.SURE_AT_MORE,
                ratings.CAUTION,
                ratings.INTERVAL,
                {"beta": model.beta, "kappa": model.kappa, "tau": ratings.DYNAMICS},
            ),
        )
    )


def build_codes(catalogue: Catalogue) -> Codes:
    """Returns all codes; the refusals of each game follow those that all games share."""
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
    """Builds the router of this module, under `/api/v1`."""
    codes, formulas = (compress(msgspec.json.encode(one)) for one in (build_codes(catalogue), build_formulas()))

    @get(
        "/codes",
        operation_id="codes",
        sync_to_thread=False,
        opt=promises(answers=(Codes,), reads=("If-None-Match",), gives=("ETag",)),
        tags=["operations"],
    )
    def list_codes(request: HTTPRequest) -> Response[bytes]:
        """Returns all codes that responses use as reasons: problem kinds, refusals, list faults and tie-breaks."""
        return tagged_response(request, codes, JSON)

    @get(
        "/ratings/formulas",
        operation_id="rating_formulas",
        sync_to_thread=False,
        opt=promises(answers=(RatingFormulas,), reads=("If-None-Match",), gives=("ETag",)),
        tags=["players"],
    )
    def rating_formulas(request: HTTPRequest) -> Response[bytes]:
        """Returns the rating formulas with all constants."""
        return tagged_response(request, formulas, JSON)

    return Router("/", route_handlers=[list_codes, rating_formulas])
