"""Newcomers: who shall take part, as a caller says it, and the registrations that this becomes."""

import secrets
from collections.abc import Collection, Iterable
from typing import Annotated, assert_never

from msgspec import Meta, Struct
from sqlmodel import SQLModel

from domain.tournament.record.commands import Register
from domain.tournament.record.state import Tournament
from service.bots.levels import LEVELS
from service.clock import milliseconds
from service.people.names import clean_name
from service.problems.ids import Id, is_id
from service.problems.kinds import BOTS_NOT_WELCOME, MALFORMED
from service.problems.problem import Problem
from service.routes.match.opening import Entropy
from service.routes.tournament.changing import TournamentDesk
from service.sql.database import PlayerRow
from service.tournaments.tables import ClubRow

Club = Annotated[str, Meta(max_length=40, description="Entrants of one club meet late, where that costs nothing else.")]


class Myself(Struct, frozen=True, forbid_unknown_fields=True, tag="me", tag_field="t"):
    """The caller takes part."""

    club: Club = ""
    entropy: Entropy = ""


class Somebody(Struct, frozen=True, forbid_unknown_fields=True, tag="player", tag_field="t"):
    """A player takes part, whom an organiser enters."""

    player: Id
    club: Club = ""
    entropy: Entropy = ""


class BotEntrant(Struct, frozen=True, forbid_unknown_fields=True, tag="bot", tag_field="t"):
    """A bot takes part."""

    level: Annotated[str, Meta(min_length=1, max_length=40)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True, tag="guest", tag_field="t"):
    """Somebody without an account takes part, where tables are played elsewhere."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    club: Club = ""


NewEntrant = Myself | Somebody | BotEntrant | Guest


class Reception:
    """Where newcomers become registrations. What is kept of them beside the log is gathered on the way."""

    def __init__(
        self,
        tournament: Tournament,
        caller: str,
        playing: Collection[str],
        bots: Collection[str],
        clubs: Iterable[ClubRow],
    ) -> None:
        self._tournament = tournament
        self._caller = caller
        self._playing = playing
        self._bots = bots
        self._clubs = {one.name.casefold(): one for one in clubs}
        self._welcome: set[str] = set()
        self._guests: list[PlayerRow] = []
        self._named: dict[str, ClubRow] = {}

    @property
    def beside(self) -> tuple[SQLModel, ...]:
        """The guests, and the clubs that they and others have named."""
        return (*self._guests, *self._named.values())

    def registration(self, wanted: NewEntrant) -> Register:
        """The registration of a newcomer, or the problem with what was said."""
        match wanted:
            case Myself():
                return self._player(self._caller, wanted.club, wanted.entropy)
            case Somebody():
                if wanted.player not in self._playing:
                    raise Problem(MALFORMED, "There is no such player.", at="$.player")
                return self._player(wanted.player, wanted.club, wanted.entropy)
            case BotEntrant():
                levels = LEVELS.get(self._tournament.planned.game, {})
                if wanted.level not in levels:
                    raise Problem(MALFORMED, "There is no such bot.", at="$.level", levels=list(levels))
                return Register(bot=wanted.level)
            case Guest():
                name = clean_name(wanted.name, "name")
                club = self._club(wanted.club)
                guest = PlayerRow(id=secrets.token_hex(16), name=name, created_at=milliseconds())
                self._guests.append(guest)
                return Register(player=guest.id, guest=True, club=club)
            case _:
                assert_never(wanted)

    def _player(self, player: str, club: str, entropy: str) -> Register:
        """Who is entered already brings no club: nothing of the log would name it."""
        if player in self._bots and not self._tournament.planned.bots_welcome:
            raise Problem(BOTS_NOT_WELCOME)
        known = player in self._welcome or self._tournament.entrant_of(player) is not None
        named = "" if known else self._club(club)
        self._welcome.add(player)
        return Register(player=player, club=named, entropy=entropy)

    def _club(self, said: str) -> str:
        """The code of a club; a new one gets a random one, and that is all that the log says of it."""
        name = clean_name(said, "club", empty=True)
        if not name:
            return ""
        fold = name.casefold()
        if fold not in self._clubs:
            self._clubs[fold] = ClubRow(tournament=self._tournament.id, code=secrets.token_hex(4), name=name)
        self._named[fold] = self._clubs[fold]
        return self._clubs[fold].code


async def reception(
    desk: TournamentDesk, tournament: Tournament, caller: str, newcomers: Iterable[NewEntrant]
) -> Reception:
    """The reception for these newcomers: it knows who of them is a player, and the clubs so far."""
    players = {one.player for one in newcomers if isinstance(one, Somebody) and is_id(one.player)}
    playing = await desk.people.playing(players) if players else frozenset[str]()
    bots = (await desk.people.known({*playing, caller})).bots
    return Reception(tournament, caller, playing, bots, await desk.tournaments.clubs(tournament.id))
