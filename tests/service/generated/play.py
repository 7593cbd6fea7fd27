"""Matches with only a client that was generated from the document: `python play.py ADDRESS`."""

import random
import sys
import time
import zlib
from typing import TypeVar

from chronik_client import AuthenticatedClient, Client
from chronik_client.api.catan_cards import catan_cards_command, catan_cards_options, catan_cards_view
from chronik_client.api.cities_knights import cities_knights_command, cities_knights_luck, cities_knights_options
from chronik_client.api.decks import catan_cards_check_deck
from chronik_client.api.katharina import katharina_command, katharina_options, katharina_replay, katharina_view
from chronik_client.api.matches import archive, audit, match, open_match, scores, take_seat
from chronik_client.api.operations import signing_keys
from chronik_client.api.players import register
from chronik_client.models import (
    Audit,
    BotSeat,
    CatanCardsAnswer,
    CatanCardsBody,
    CatanCardsOptions,
    CatanCardsSeen,
    CatanCardsView,
    CitiesKnightsAnswer,
    CitiesKnightsBody,
    CitiesKnightsLuck,
    CitiesKnightsOptions,
    DeckCheck,
    KatharinaAnswer,
    KatharinaBody,
    KatharinaDryRun,
    KatharinaOptions,
    KatharinaSeen,
    KatharinaView,
    KeySet,
    MatchChange,
    MatchStatus,
    MatchSummary,
    NewCheck,
    NewCheckOptions,
    NewMatch,
    NewMatchOptions,
    NewPlayer,
    NewSeat,
    OpenSeat,
    OwnSeat,
    PlayerCreated,
    Scores,
)
from chronik_client.types import File

Kind = TypeVar("Kind")


COMMANDS = 30
"""The number of commands of a match that is not played to its end."""


def main(address: str) -> None:
    """Registers two players, lets them play every game at random, Katharina to its end, and reads everything back."""
    luck = random.Random(7)
    anybody = Client(base_url=address)
    tokens = [
        one(PlayerCreated, register.sync(client=anybody, body=NewPlayer(name=name))).token for name in ("Ada", "Ben")
    ]
    seats = [AuthenticatedClient(base_url=address, token=token) for token in tokens]
    print(play_katharina(seats, luck))
    print(play_cities_knights(seats, luck))
    print(check_deck(anybody))
    print(play_catan_cards(seats[0], luck))


def play_katharina(seats: list[AuthenticatedClient], luck: random.Random) -> str:
    """Plays a match of Katharina to its end."""
    table = NewMatch(game="katharina", seats=[OwnSeat(t="mine"), OpenSeat(t="open")])
    opened = one(MatchSummary, open_match.sync(client=seats[0], body=table, idempotency_key="first"))
    again = one(MatchSummary, open_match.sync(client=seats[0], body=table, idempotency_key="first"))
    assert again.id == opened.id
    joined = one(MatchChange, take_seat.sync(opened.id, client=seats[1], body=NewSeat()))
    assert joined.match.status == MatchStatus.RUNNING
    commands = 0
    while (card := one(MatchSummary, match.sync(opened.id, client=seats[1]))).status == MatchStatus.RUNNING:
        for line in card.seats:
            if line.waiting is True:
                play(seats[line.seat], opened.id, luck, dry=commands % 10 == 0)
                commands += 1
    assert card.status == MatchStatus.FINISHED
    last = one(KatharinaSeen, katharina_view.sync(opened.id, client=seats[0], as_="spectator"))
    assert isinstance(last.view, KatharinaView)
    assert last.version == card.version == one(Scores, scores.sync(opened.id, client=seats[1])).version
    earlier = one(KatharinaSeen, katharina_view.sync(opened.id, client=seats[0], at=opened.version + 10))
    assert earlier.version == opened.version + 10
    assert len(one(Audit, audit.sync(opened.id, client=seats[1])).entries) == card.version
    replayed = katharina_replay.sync_detailed(opened.id, client=seats[1]).content
    assert replayed.count(b"\n") == card.version + 1
    saved = one(File, archive.sync(opened.id, client=seats[1])).payload.read()
    newest = one(KeySet, signing_keys.sync(client=seats[1])).keys[-1]
    assert f'"key_id":"{newest.key_id}"'.encode() in zlib.decompress(saved[50:])
    return f"{commands} commands, {card.version} entries, an archive of {len(saved)} bytes"


def play_cities_knights(seats: list[AuthenticatedClient], luck: random.Random) -> str:
    """Plays the beginning of a match of Cities & Knights with a preset, and reads its luck report."""
    options = NewMatchOptions.from_dict({"preset": "official_2025", "board_layout": "random_tokens"})
    table = NewMatch(game="cities_knights", seats=[OwnSeat(t="mine"), OpenSeat(t="open")], options=options)
    opened = one(MatchSummary, open_match.sync(client=seats[0], body=table))
    joined = one(MatchChange, take_seat.sync(opened.id, client=seats[1], body=NewSeat()))
    assert joined.match.status == MatchStatus.RUNNING
    for _ in range(COMMANDS):
        card = one(MatchSummary, match.sync(opened.id, client=seats[0]))
        if card.status == MatchStatus.FINISHED:
            break
        seat = next(line.seat for line in card.seats if line.waiting is True)
        offered = one(CitiesKnightsOptions, cities_knights_options.sync(opened.id, client=seats[seat]))
        body = CitiesKnightsBody(command=luck.choice(offered.options), prompt=offered.prompts[0].id)
        done = one(CitiesKnightsAnswer, cities_knights_command.sync(opened.id, client=seats[seat], body=body))
        assert done.version > offered.version
    told = one(CitiesKnightsLuck, cities_knights_luck.sync(opened.id, client=seats[1]))
    assert sum(told.totals.to_dict().values()) == len(told.throws) > 5
    return f"{len(told.throws)} throws of Cities & Knights"


def check_deck(client: Client) -> str:
    """Checks an incomplete list, which gets problems, and reads the same list from its code."""
    options = NewCheckOptions.from_dict({"mode": "tournament"})
    told = one(DeckCheck, catan_cards_check_deck.sync(client=client, body=NewCheck("2 Abbey\n3 Spy", options)))
    assert [one.code for one in told.problems] == ["card-total", "event-total"]
    assert isinstance(told.code, str)
    again = one(DeckCheck, catan_cards_check_deck.sync(client=client, body=NewCheck(told.code, options)))
    assert again.lines == told.lines
    return f"{told.counts['cards']} cards under the code {told.code}"


def play_catan_cards(client: AuthenticatedClient, luck: random.Random) -> str:
    """Plays the beginning of a match of the card game, at random against a greedy bot."""
    table = NewMatch(game="catan_cards", seats=[OwnSeat(t="mine"), BotSeat(level="greedy", t="bot")])
    opened = one(MatchSummary, open_match.sync(client=client, body=table))
    commands = 0
    while commands < COMMANDS:
        offered = one(CatanCardsOptions, catan_cards_options.sync(opened.id, client=client))
        if offered.prompts and not offered.prompts[0].sealed:  # what is sealed may be changed until the bot's is, too
            body = CatanCardsBody(command=luck.choice(offered.options), prompt=offered.prompts[0].id)
            done = one(CatanCardsAnswer, catan_cards_command.sync(opened.id, client=client, body=body))
            assert done.version > offered.version
            commands += 1
        else:
            time.sleep(0.01)
    last = one(CatanCardsSeen, catan_cards_view.sync(opened.id, client=client, as_="0"))
    assert isinstance(last.view, CatanCardsView)
    assert last.version >= done.version
    return f"{commands} commands of the card game, {last.version} entries"


def play(client: AuthenticatedClient, match_id: str, luck: random.Random, dry: bool) -> None:
    """Sends one answer of a seat, if wanted after a dry run."""
    offered = one(KatharinaOptions, katharina_options.sync(match_id, client=client))
    body = KatharinaBody(command=luck.choice(offered.options), prompt=offered.prompts[0].id)
    if dry:
        tried = one(KatharinaDryRun, katharina_command.sync(match_id, client=client, body=body, dry_run=True))
        assert tried.version == offered.version
    assert one(KatharinaAnswer, katharina_command.sync(match_id, client=client, body=body)).version > offered.version


def one(kind: type[Kind], answer: object) -> Kind:
    """Returns an answer, which must be of this kind."""
    assert isinstance(answer, kind), answer
    return answer


if __name__ == "__main__":
    main(sys.argv[1])
