"""The kinds of problem that the service answers with, each with a page under `/problems/`."""

import msgspec


class Kind(msgspec.Struct, frozen=True):
    """One kind of problem: its stable name, its status, a title, and a paragraph that explains it."""

    name: str
    status: int
    title: str
    text: str

    @property
    def address(self) -> str:
        return f"/problems/{self.name}"


MALFORMED = Kind(
    "malformed",
    400,
    "The request cannot be decoded",
    "The request does not have the form that this address expects: broken JSON, a wrong type, an unknown or repeated "
    "field, or a number out of bounds. `at` names the place, starting from `$`, which is the whole body. Repeating "
    "the request unchanged will not help.",
)
UNAUTHENTICATED = Kind(
    "unauthenticated",
    401,
    "Who are you?",
    "This needs a token, or the token that came with the request is unknown, revoked or expired. Send a token as "
    "`Authorization: Bearer chronik_…`. A token is shown only once, when it is created; a lost token cannot be "
    "recovered, but it can be replaced.",
)
NOT_YOUR_SEAT = Kind(
    "not-your-seat",
    403,
    "This is not your seat",
    "The token is valid, but its player does not have that seat. A seat's view, options and commands belong to the "
    "player who took it.",
)
NOT_A_SPECTATOR = Kind(
    "not-a-spectator",
    403,
    "You play in this match",
    "A player in a running match sees only their own view; the spectator's view opens when the match is closed.",
)
NOT_STAFF = Kind(
    "not-staff",
    403,
    "You do not run this tournament",
    "Only the staff of the tournament may do this. `not-organiser` means that only its organisers may, and "
    "`not-referee` that its referees may too. An organiser appoints both.",
)
SCOPE_MISSING = Kind(
    "scope-missing",
    403,
    "The token lacks a scope",
    "The token is valid, but lacks the scope named in `scope`. Create another token that has it, or ask the "
    "operator for the scope.",
)
NOT_FOUND = Kind(
    "not-found",
    404,
    "There is nothing here",
    "There is nothing at this address, or nothing that you may know about: the answer is the same in both cases.",
)
METHOD_NOT_ALLOWED = Kind(
    "method-not-allowed",
    405,
    "This method is not allowed",
    "The address exists, but does not support this method. The `Allow` header lists the methods that it supports.",
)
NOT_ACCEPTABLE = Kind(
    "not-acceptable",
    406,
    "No acceptable media type",
    "The `Accept` header rules out every media type that this address offers; `offers` lists them. Leave the header "
    "out, or add one of them.",
)
TOO_SLOW = Kind(
    "too-slow",
    408,
    "The body took too long",
    "The body of the request did not arrive in time, and the connection was closed. Nothing was recorded; send the "
    "request again.",
)
PROMPT_CLOSED = Kind(
    "prompt-closed",
    409,
    "The question is no longer open",
    "The command names a prompt that has been answered or has lapsed. Read the view again; it lists the open prompts.",
)
MATCH_CLOSED = Kind(
    "match-closed",
    409,
    "The match is closed",
    "A closed match can be read, replayed and verified, but accepts no more commands.",
)
SEAT_TAKEN = Kind(
    "seat-taken",
    409,
    "The seat is taken",
    "The seat was taken in the meantime, or no seat is open. The summary of the match lists its seats.",
)
STALE_VIEW = Kind(
    "stale-view",
    412,
    "The match has moved on",
    "`If-Match` named a version that is not the latest. `version` is the latest one: fetch what you have missed, and "
    "decide again. Without `If-Match`, the service applies the command to the latest version.",
)
TOO_LARGE = Kind(
    "too-large",
    413,
    "The body is too large",
    "No request needs a body this long. `limit` is the largest size of a body, in bytes.",
)
NOT_JSON = Kind(
    "not-json",
    415,
    "The body is not JSON",
    "Bodies are read as JSON in UTF-8 only. Send the header `Content-Type: application/json`.",
)
REJECTED = Kind(
    "rejected",
    422,
    "The rules say no",
    "The command is well-formed, but the rules do not allow it now. `code` says why; its meaning never "
    "changes. `rule` is the place in the rule book or, for rules common to all games, on the page `/docs`. "
    "`options` is the address that lists everything that is allowed.",
)
KEY_REUSED = Kind(
    "key-reused",
    422,
    "The key belongs to another request",
    "This `Idempotency-Key` was used before with a different body. A key identifies one request; create a new key "
    "for the next request.",
)
DECK_INVALID = Kind(
    "deck-invalid",
    422,
    "The deck breaks a rule",
    "`problems` lists every fault of the deck, each with its code, the rule, the card, what was found, what is "
    "allowed, and a sentence. `detail` repeats the first of these sentences.",
)
NOT_ANALYSED = Kind(
    "not-analysed",
    422,
    "This cannot be analysed",
    "`no-model` means that no model fits the rules version, the printed facts or the options of the match. "
    "`not-judged` means that the match was not played to its end, so there is only the curve. `no-decision` means that "
    "no seat had a choice at this version, and `decision-undone` that the choice was taken back; `nearest` is the "
    "version of the nearest decision.",
)
TOO_MANY_MATCHES = Kind(
    "too-many-matches",
    409,
    "There are too many matches",
    "An account may have at most `limit` unfinished matches that it has opened or has a seat in. Play one to its end, "
    "or leave your seat in a match that has not started.",
)
TOO_MANY_LISTS = Kind(
    "too-many-lists",
    409,
    "There are too many lists",
    "A player may keep at most `limit` lists under `/me/decks`. Delete one, or overwrite one by saving under its name.",
)
TOO_MANY_TOKENS = Kind(
    "too-many-tokens",
    409,
    "There are too many tokens",
    "An account may have at most `limit` working tokens. Revoke a token that you no longer need.",
)
TOO_MANY_CHALLENGES = Kind(
    "too-many-challenges",
    409,
    "There are too many challenges",
    "A player may have at most `limit` open challenges. Withdraw one, or wait until one is answered or expires.",
)
CHALLENGE_CLOSED = Kind(
    "challenge-closed",
    409,
    "The challenge is over",
    "`state` says what became of it: it was accepted, declined or withdrawn, or it has expired. If `state` is `open`, "
    "you are not the player who may answer it.",
)
CHALLENGER_BUSY = Kind(
    "challenger-busy",
    409,
    "The challenger cannot play another match at the moment",
    "The challenger has as many unfinished matches as an account may have, or has changed seats too often within an "
    "hour. The challenge is still open: accept it later, or decline it.",
)
TOO_MANY_SEEKS = Kind(
    "too-many-seeks",
    409,
    "There are too many seeks",
    "A player may have at most `limit` open seeks. Withdraw one, or wait until one leads to a match or expires.",
)
SEEK_CLOSED = Kind(
    "seek-closed",
    409,
    "The seek is over",
    "`state` says what became of it: it has led to the match named in `match`, or it has expired.",
)
BOTS_NOT_WELCOME = Kind(
    "bots-not-welcome",
    403,
    "No bots here",
    "This match, seek, challenge or tournament is for people only, and this account belongs to a program. Open "
    "your own match or seek, take a seat where `bots_welcome` is true, or ask the organiser.",
)
UNDO_BLOCKED = Kind(
    "undo-blocked",
    422,
    "This cannot be taken back freely",
    "Since then a player has learned something, or another seat has played. `entries` lists the versions that "
    "prevent it; you can still ask the other seats to agree.",
)
RATE_LIMITED = Kind(
    "rate-limited",
    429,
    "Too many requests",
    "Wait as many seconds as `Retry-After` says. Limits apply per account, or per address for callers without a token; "
    "`per` says which it was. `too-many-feeds` means that `limit` feeds are already open: close one. "
    "`too-many-seat-changes` means that the account has opened matches or taken or left seats `limit` times within an "
    "hour, and `too-many-analyses` that it has asked for `limit` analyses.",
)
HEAD_TOO_LARGE = Kind(
    "head-too-large",
    431,
    "The headers are too large",
    "No request needs a request line and headers this long. `limit` is the largest size that they may have "
    "together, in bytes. The connection was closed.",
)
DATA_SET_MISSING = Kind(
    "data-set-missing",
    409,
    "The match needs a data set that is not loaded here",
    "The match is pinned to rules or a data set that this service has not loaded; `game`, `rules` and `facts` name "
    "them. Its audit can still be read. Load the data set to play, view or verify it.",
)
INTERNAL = Kind(
    "internal",
    500,
    "Something broke here",
    "This is our mistake, not yours. Whatever was acknowledged is safe. If you report it, quote `request`, the id "
    "under which the service's log explains it.",
)
MATCH_DAMAGED = Kind(
    "match-damaged",
    500,
    "The stored match is damaged",
    "The bytes stored for this match are not the ones that were written. The match accepts no more commands. The "
    "service's log reports the damage to the operator.",
)
OUTCOME_UNKNOWN = Kind(
    "outcome-unknown",
    503,
    "The outcome is not known",
    "The command may or may not have been recorded. Repeat it with the same `Idempotency-Key`: it counts only once.",
)
READ_ONLY = Kind(
    "read-only",
    503,
    "Nothing can be recorded at the moment",
    "The service can be read, but accepts no commands until its log can record them again. It has lost nothing that it "
    "acknowledged.",
)
NO_NEW_MATCHES = Kind(
    "no-new-matches",
    503,
    "No new matches at the moment",
    "There is little space left, and it is reserved for matches that have begun. They continue, and everything can be "
    "read. Try again later.",
)
NOT_READY = Kind(
    "not-ready",
    503,
    "Not ready",
    "A component that the service needs does not answer. `failing`, if present, names it.",
)

PROBLEMS = {
    kind.name: kind
    for kind in (
        MALFORMED,
        UNAUTHENTICATED,
        NOT_YOUR_SEAT,
        NOT_A_SPECTATOR,
        NOT_STAFF,
        SCOPE_MISSING,
        NOT_FOUND,
        METHOD_NOT_ALLOWED,
        NOT_ACCEPTABLE,
        TOO_SLOW,
        PROMPT_CLOSED,
        MATCH_CLOSED,
        SEAT_TAKEN,
        STALE_VIEW,
        TOO_LARGE,
        NOT_JSON,
        REJECTED,
        KEY_REUSED,
        DECK_INVALID,
        NOT_ANALYSED,
        TOO_MANY_MATCHES,
        TOO_MANY_LISTS,
        TOO_MANY_TOKENS,
        TOO_MANY_CHALLENGES,
        CHALLENGE_CLOSED,
        CHALLENGER_BUSY,
        TOO_MANY_SEEKS,
        SEEK_CLOSED,
        BOTS_NOT_WELCOME,
        UNDO_BLOCKED,
        RATE_LIMITED,
        HEAD_TOO_LARGE,
        DATA_SET_MISSING,
        INTERNAL,
        MATCH_DAMAGED,
        OUTCOME_UNKNOWN,
        READ_ONLY,
        NO_NEW_MATCHES,
        NOT_READY,
    )
}
