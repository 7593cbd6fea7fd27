"""New entrants as a caller describes them, and the registrations that are made from them."""

import secrets
from collections.abc import Collection, Iterable
from typing import Annotated, assert_never

from msgspec import Meta, Struct
from sqlmodel import SQLModel

from chronik.domain.tournament.record.commands import Register
from chronik.domain.tournament.record.state import Tournament
from chronik.service.bots.levels import LEVELS
from chronik.service.identity.names import clean_name
from chronik.service.matches.routes.opening import Entropy
from chronik.service.running.clock import milliseconds
from chronik.service.sql.database import PlayerRow
from chronik.service.tournaments.routes.recording import TournamentServices
from chronik.service.tournaments.tables import ClubRow
from chronik.service.web.problems.ids import Id, is_id
from chronik.service.web.problems.kinds import BOTS_NOT_WELCOME, MALFORMED
from chronik.service.web.problems.problem import Problem

Club = Annotated[str, Meta(max_length=40, description="Entrants of one club meet late if that has no other cost.")]


class Myself(Struct, frozen=True, forbid_unknown_fields=True, tag="me", tag_field="t"):
    """The caller as an entrant."""

    club: Club = ""
    entropy: Entropy = ""


class Somebody(Struct, frozen=True, forbid_unknown_fields=True, tag="player", tag_field="t"):
    """A player whom an organiser enters. `entropy` is allowed only if the player is the caller."""

    player: Id
    club: Club = ""
    entropy: Entropy = ""


class BotEntrant(Struct, frozen=True, forbid_unknown_fields=True, tag="bot", tag_field="t"):
    """A bot as an entrant."""

    level: Annotated[str, Meta(min_length=1, max_length=40)]


class Guest(Struct, frozen=True, forbid_unknown_fields=True, tag="guest", tag_field="t"):
    """A person without an account, for a tournament whose tables are played elsewhere."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    club: Club = ""


NewEntrant = Myself | Somebody | BotEntrant | Guest


class RegistrationBuilder:
    """Builds registrations, and collects the rows that are stored outside the log."""

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
    def rows(self) -> tuple[SQLModel, ...]:
        """The rows of new guests, and of the clubs that the new entrants named."""
        return (*self._guests, *self._named.values())

    def registration(self, wanted: NewEntrant) -> Register:
        """Returns the registration of an entrant; raises a problem if the request is wrong."""
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
                club = self.club(wanted.club)
                guest = PlayerRow(id=secrets.token_hex(16), name=name, created_at=milliseconds())
                self._guests.append(guest)
                return Register(player=guest.id, guest=True, club=club)
            case _:
                assert_never(wanted)

    def _player(self, player: str, club: str, entropy: str) -> Register:
        """Returns the registration of a player.

        It has no club if the player is already entered, because no entry would name that club.
        """
        if player in self._bots and not self._tournament.planned.bots_welcome:
            raise Problem(BOTS_NOT_WELCOME)
        known = player in self._welcome or self._tournament.entrant_of(player) is not None
        named = "" if known else self.club(club)
        self._welcome.add(player)
        return Register(player=player, club=named, entropy=entropy)

    def club(self, said: str) -> str:
        """Returns the code of a club; a new club gets a random code, and only the code goes into the log."""
        name = clean_name(said, "club", empty=True)
        if not name:
            return ""
        fold = name.casefold()
        if fold not in self._clubs:
            self._clubs[fold] = ClubRow(tournament=self._tournament.id, code=secrets.token_hex(4), name=name)
        self._named[fold] = self._clubs[fold]
        return self._clubs[fold].code


async def registration_builder(
    services: TournamentServices, tournament: Tournament, caller: str, newcomers: Iterable[NewEntrant]
) -> RegistrationBuilder:
    """Returns a builder for these entrants, which knows the players among them and the clubs so far."""
    players = {one.player for one in newcomers if isinstance(one, Somebody) and is_id(one.player)}
    playing = await services.people.playing(players) if players else frozenset[str]()
    bots = (await services.people.find_names({*playing, caller})).bots
    return RegistrationBuilder(tournament, caller, playing, bots, await services.tournaments.clubs(tournament.id))
