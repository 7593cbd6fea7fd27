"""The route that opens a tutorial."""

from functools import partial

from litestar import Response, post

from chronik.domain.engine.match.clock import AtZero, Clock
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.seats import SeatHolder
from chronik.service.bots.lessons import LESSONS
from chronik.service.identity.auth import Scope, authenticate, require
from chronik.service.identity.register import People
from chronik.service.matches.caps import Caps
from chronik.service.matches.live import LiveMatches
from chronik.service.matches.play import open_match
from chronik.service.matches.routes.changes import describe_match
from chronik.service.matches.routes.lookup import match_exists
from chronik.service.matches.routes.match_terms import find_rules, parse_options
from chronik.service.matches.routes.submission import caller_key, fingerprint, new_id
from chronik.service.matches.summary import MatchSummary
from chronik.service.running.links import API
from chronik.service.web.headers import etag
from chronik.service.web.openapi.contract import OF_AN_OPENING, Token, promises
from chronik.service.web.problems.kinds import NOT_FOUND, TOO_MANY_MATCHES
from chronik.service.web.problems.problem import Problem
from chronik.service.web.request import GameName, HTTPRequest
from chronik.service.web.router import Router

LEFT_ALONE = Clock(command=86_400, at_zero=AtZero.FORFEIT)
"""A tutorial that its player has left for a day is over."""


def tutorials_router(matches: LiveMatches, people: People, caps: Caps) -> Router:
    """Builds the router of this module, under `/api/v1`."""

    @post(
        "/tutorials/{game:str}",
        operation_id="open_tutorial",
        opt=promises(
            token=Token.REQUIRED,
            reads=("Idempotency-Key",),
            gives=("Location", "ETag"),
            problems=(*OF_AN_OPENING, NOT_FOUND, TOO_MANY_MATCHES),
        ),
    )
    async def open_tutorial(request: HTTPRequest, game: GameName) -> Response[MatchSummary]:
        """Opens a tutorial: a first match that teaches the game. The caller plays against a bot that follows a script.

        Its seed follows from the lesson, so everyone gets the same deal. A tutorial is a match like any other, but no
        list of matches shows it. It is over if the caller resigns, or does not answer for a day.
        """
        principal = require(await authenticate(request), Scope.PLAY)
        lesson = LESSONS.get(game)
        if lesson is None or matches.catalogue.current(game) is None:
            raise Problem(NOT_FOUND)
        rules = find_rules(matches.catalogue, game)
        command = OpenMatch(
            chairs=(SeatHolder(player=principal.player), SeatHolder(bot="greedy")),
            options=parse_options(rules, dict(lesson.options)),
            opener=principal.player,
            clock=LEFT_ALONE,
            tutorial=lesson.name,
        )
        match = new_id("match", principal, request)
        await caps.charge_new_match(principal.player, had=partial(match_exists, matches, match))
        done = await open_match(
            matches, rules, command, match, caller_key(principal, request), fingerprint("tutorial", command)
        )
        body = await describe_match(people, done.rules, done.match, done.head, principal)
        headers = {"Location": f"{API}/matches/{match}", "ETag": etag(done.match.version)}
        return Response(body, headers=headers)

    return Router("/", route_handlers=[open_tutorial], tags=["matches"])
