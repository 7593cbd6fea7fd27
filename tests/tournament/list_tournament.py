"""Whole tournaments with sealed lists, for the tests: in memory, with the tiny game of lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Raw
from msgspec.structs import replace

from chronik.domain.engine.match.chain import Keys
from chronik.domain.engine.match.commands import OpenMatch
from chronik.domain.engine.match.events import Disclosure
from chronik.domain.engine.match.log import Author
from chronik.domain.engine.match.match import outcome
from chronik.domain.engine.proof.archive import pack_match
from chronik.domain.tournament.proof.bundle import (
    FORMAT,
    BundledArchive,
    BundledDeck,
    BundledEntry,
    BundledMissing,
    BundleHead,
    Line,
    MissingReason,
    counting_lines,
)
from chronik.domain.tournament.record.commands import CreateTournament, ImportResult, SealDeck
from chronik.domain.tournament.record.plan import Decks, Method, Pinned, Plan, Stage
from chronik.domain.tournament.record.seeds import commitments, deck_commitment, table_secret
from chronik.domain.tournament.record.state import Tournament, list_started_matches
from chronik.domain.tournament.rules.opening import build_opening
from tests.every_game.playout import Table
from tests.support.engine.lists import LISTS
from tests.support.tournament.local_tournament import CHRONIK, ID, SECRET, LocalTournament

TWO_ROUNDS = Stage(Method.SWISS, 2, rounds=2)
PINNED = Pinned(1, LISTS.facts)
SALT = b"salt" * 8
LISTS_OF = {1: "1 5 9", 2: "2 4 6", 3: "3 7 8", 4: "1 2 9"}


class ListTournament(LocalTournament):
    """A tournament of players 1 to 4, each of whom seals the list of that number."""

    def __init__(
        self,
        decks: Decks = Decks.AFTER,
        disclosure: Disclosure = Disclosure.EVERYONE,
        pinned: Pinned = PINNED,
    ) -> None:
        self.tournament = Tournament(ID)
        self.secret = SECRET
        self.log = []
        self.tables: dict[str, Table] = {}
        planned = Plan("lists", (TWO_ROUNDS,), "match-points", Raw(b"{}"), disclosure=disclosure, decks=decks)
        self.do(CreateTournament(planned, commitments(ID, SECRET), (2,), pinned=pinned))
        self.register_players(*(str(number) * 32 for number in LISTS_OF), entropy=True)
        for number, deck in LISTS_OF.items():
            self.do(SealDeck(number, deck_commitment(ID, number, deck, SALT)), by=str(number) * 32)

    def opening(self, match: str, lists: Mapping[int, str] = LISTS_OF) -> OpenMatch:
        """Returns the command that opens the match of a table."""
        found = self.tournament.game_of_match(match)
        assert found is not None
        return build_opening(self.tournament, found[2], LISTS.lists, lists, LISTS.version)

    def play_match(self, match: str, secret: bytes = b"", command: OpenMatch | None = None) -> None:
        """Plays a match to its end and imports its result."""
        table = Table(LISTS, match, secret or table_secret(SECRET.tables, match))
        table.do(command or self.opening(match), by=Author.ENGINE)
        while table.match.closed is None:
            (seat,) = table.match.waiting
            table.do(LISTS.options(table.state, seat)[0], seat)
        self.tables[match] = table
        result = outcome(LISTS, table.match)
        assert result is not None
        version, head = table.match.version, table.head.hex()
        self.do(ImportResult(match, version, head, "finished", result.points, result.places), by=CHRONIK)

    def archive(self, match: str) -> bytes:
        """Returns the archive of a finished match."""
        table = self.tables[match]
        opened, keys = table.match.opened, table.keys
        assert opened is not None
        assert isinstance(keys, Keys)
        result, at = outcome(LISTS, table.match), table.log[-1].at
        return pack_match(match, opened, table.stored, len(table.log), table.head, keys.secret, result, at)

    def lines(self, names: dict[str, str] | None = None, withheld: bool = False) -> Iterator[Line]:
        """Yields the lines of its bundle, optionally with all finished matches withheld."""
        yield BundleHead(FORMAT, ID, "lists", len(self.log), "the tests")
        yield from map(BundledEntry, self.log)
        opened = [one.number for one in self.tournament.entrants if one.deck and one.deck.opened]
        yield from (BundledDeck(number, LISTS_OF[number], SALT.hex()) for number in opened)
        for _, _, game in list_started_matches(self.tournament):
            if game.match not in self.tables:
                yield BundledMissing(game.match, MissingReason.RUNNING)
            elif withheld:
                yield BundledMissing(game.match, MissingReason.WITHHELD)
            else:
                yield BundledArchive(game.match, self.archive(game.match))
        yield from counting_lines(self.tournament)


def without_list(command: OpenMatch, seat: int) -> OpenMatch:
    """Returns an opening in which one seat submits no list."""
    return replace(command, first=tuple(one for one in command.first if one.seat != seat))
