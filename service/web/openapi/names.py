"""The names of Structs and enumerations in the document, where the module is not shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum

from msgspec import Struct

Kind = type[Struct] | type[Enum]

COMPONENT_NAMES = {
    "Amount": "StandingAmount",
    "AtZero": "TimeoutRule",
    "Author": "EntryAuthor",
    "Bot": "BotSeat",
    "CardLine": "OpenedCard",
    "Cause": "RefereeCause",
    "Changed": "MatchChange",
    "Checked": "DeckCheck",
    "Commitments": "TournamentCommitments",
    "Counted": "OutlinedStanding",
    "Decks": "DeckPolicy",
    "Ending": "MatchEnding",
    "Entry": "TournamentEntry",
    "EntryBrought": "TournamentLogEntry",
    "EventLink": "TournamentLink",
    "Export": "AccountExport",
    "FinalLine": "FinalStanding",
    "Formula": "ScoringFormula",
    "Games": "GameList",
    "Ghost": "ErasedPlayer",
    "Guest": "GuestEntrant",
    "Incentive": "ScoringIncentive",
    "Keep": "PodWish",
    "Kind": "ResultKind",
    "Line": "Sentence",
    "Links": "MatchLinks",
    "ListGame": "DeckGame",
    "ListLine": "OpenedDeck",
    "LogHeading": "TournamentLogHeading",
    "LogLine": "TournamentLogLine",
    "MatchKept": "KeptMatch",
    "Method": "PairingMethod",
    "Mine": "OwnSeat",
    "MyLinks": "AccountLinks",
    "Myself": "OwnEntrant",
    "Open": "OpenSeat",
    "OwnListsKept": "OwnLists",
    "Phase": "TournamentPhase",
    "PlayerKept": "KeptPlayer",
    "PresetLine": "ScoringPreset",
    "Presets": "ScoringPresets",
    "Progress": "RoundProgress",
    "Reason": "DrawReason",
    "Registration": "NewRegistration",
    "Result": "MatchResult",
    "Role": "StaffRole",
    "SatWith": "TableSeat",
    "Scope": "TokenScope",
    "SecretSummary": "TournamentSecret",
    "Somebody": "PlayerEntrant",
    "Source": "PointSource",
    "Sources": "PointSources",
    "StandingLine": "Standing",
    "Status": "MatchStatus",
    "TermLine": "StandingTerm",
    "There": "PresenceChange",
    "TokenKept": "KeptToken",
    "ToldProblem": "DeckFault",
    "Until": "HeldUntil",
    "ValueLine": "StandingValue",
    "Vote": "UndoVote",
    "Yours": "OwnPart",
    "chronik.service.tournaments.routes.tournaments.Ending": "TournamentEnding",
}
"""Names in the document for classes whose names are clear only within their modules.

A game's classes are prefixed with the name of the game.
"""


def kinds_by_name(kinds: Sequence[Kind]) -> dict[str, Kind]:
    """Returns the kinds by the names that msgspec gives them: the class name, with its module if two are equal."""
    shared = Counter(kind.__name__ for kind in kinds)
    return {
        kind.__name__ if shared[kind.__name__] == 1 else f"{kind.__module__}.{kind.__qualname__}": kind
        for kind in kinds
    }


def component_names(by_name: Mapping[str, Kind], games: Iterable[str]) -> dict[str, str]:
    """Returns the document's name for each of msgspec's names; an enumeration gives way to a Struct of that name."""
    names = {given: component_name(kind, games) for given, kind in by_name.items()}
    structs = {names[given] for given, kind in by_name.items() if issubclass(kind, Struct)}
    for given, kind in by_name.items():
        if not issubclass(kind, Struct) and names[given] in structs:
            names[given] += "Name"
    doubled = [name for name, count in Counter(names.values()).items() if count > 1]
    assert not doubled, f"two kinds with one name: {doubled}"
    return names


def component_name(kind: Kind, games: Iterable[str]) -> str:
    """Returns the name of a kind in the document; a game's kinds get a prefix, so that a new game renames nothing."""
    name = kind.__name__.removesuffix("Document")
    for game in games:
        prefix = "".join(word.title() for word in game.split("_"))
        places = [part for part in kind.__module__.split(".") if part == game or part.startswith(f"{game}_")]
        if places and not name.startswith(prefix):
            return prefix + name
    return COMPONENT_NAMES.get(f"{kind.__module__}.{name}") or COMPONENT_NAMES.get(name, name)
