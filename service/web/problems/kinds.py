"""The kinds of problem that the service answers with, each with a page under `/problems/`."""

import msgspec


class Kind(msgspec.Struct, frozen=True):
    """One kind of problem: its stable name, its status, a title, and a paragraph for whoever meets it."""

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
    "The request does not decode",
    "The request is not written the way this address expects: broken JSON, a wrong type, an unknown or repeated "
    "field, a number out of bounds. `at` names the place, counted from `$`, the whole body. Repeating it "
    "unchanged will not help.",
)
UNAUTHENTICATED = Kind(
    "unauthenticated",
    401,
    "Who are you?",
    "This needs a token, or the token that came with the request is unknown or revoked. Send it as "
    "`Authorization: Bearer chronik_…`. A token is shown once, when it is made; a lost one is replaced, not "
    "recovered.",
)
NOT_YOUR_SEAT = Kind(
    "not-your-seat",
    403,
    "This is not your seat",
    "The token is good, but its player does not sit there. A seat's view, options and commands belong to whoever "
    "took it.",
)
NOT_A_SPECTATOR = Kind(
    "not-a-spectator",
    403,
    "You play in this match",
    "Who plays in a running match sees only their own view; the spectator's view opens when the match is closed.",
)
NOT_STAFF = Kind(
    "not-staff",
    403,
    "You do not run this tournament",
    "This is for the staff of the tournament: `not-organiser` for its organisers, `not-referee` for its referees too. "
    "An organiser appoints them.",
)
SCOPE_MISSING = Kind(
    "scope-missing",
    403,
    "The token lacks a scope",
    "The token is good, but lacks the scope named in `scope`. Make another token that has it, or ask whoever may "
    "give it.",
)
NOT_FOUND = Kind(
    "not-found",
    404,
    "There is nothing here",
    "Nothing has this address, or nothing that this caller may know of: the answer is the same for both.",
)
METHOD_NOT_ALLOWED = Kind(
    "method-not-allowed",
    405,
    "Not with this method",
    "The address exists, but not for this method. The header `Allow` lists those that it knows.",
)
NOT_ACCEPTABLE = Kind(
    "not-acceptable",
    406,
    "No form that you accept",
    "The header `Accept` rules out every form in which this can be answered. Leave it out, or add `application/json`.",
)
TOO_SLOW = Kind(
    "too-slow",
    408,
    "The body took too long",
    "The body of the request did not arrive in time, and the connection was closed. Nothing was recorded; send it "
    "again.",
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
    "A closed match can be read, replayed and verified, but takes no more commands.",
)
SEAT_TAKEN = Kind(
    "seat-taken",
    409,
    "Somebody sits there",
    "The seat was taken in the meantime, or no seat is open. The match lists its seats.",
)
STALE_VIEW = Kind(
    "stale-view",
    412,
    "The match has moved on",
    "`If-Match` named a version that is not the last. `version` is the current one; fetch what is missing, and "
    "decide again. Without `If-Match` the service does so for you.",
)
TOO_LARGE = Kind(
    "too-large",
    413,
    "The body is too large",
    "No request needs a body this long. `limit` says how many bytes are read.",
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
    "The command is well-formed, but the rules do not allow it now. `code` says why and stays the same for ever, "
    "`rule` is the place in the rule book, or on the page `/docs` for what all games share, `options` the address of "
    "everything that is allowed.",
)
KEY_REUSED = Kind(
    "key-reused",
    422,
    "The key belongs to another request",
    "This `Idempotency-Key` was used before with a different body. A key names one request; make a new one for "
    "the next.",
)
DECK_INVALID = Kind(
    "deck-invalid",
    422,
    "The deck breaks a rule",
    "`problems` lists everything that is wrong with the deck at once: a code, the rule, the card, what was found, what "
    "is allowed, and a sentence. `detail` repeats the first sentences.",
)
TOO_MANY_MATCHES = Kind(
    "too-many-matches",
    409,
    "There are too many matches",
    "Nobody has more matches that are not over than `limit`, opened by them or with a seat of theirs. Play one to its "
    "end, or stand up where a match has not begun.",
)
TOO_MANY_LISTS = Kind(
    "too-many-lists",
    409,
    "There are too many lists",
    "Nobody keeps more lists than `limit` under `/me/decks`. Delete one, or keep this one under the name of another.",
)
TOO_MANY_TOKENS = Kind(
    "too-many-tokens",
    409,
    "There are too many tokens",
    "No account has more tokens that work than `limit`. End one that nobody needs any more.",
)
TOO_MANY_CHALLENGES = Kind(
    "too-many-challenges",
    409,
    "There are too many challenges",
    "Nobody has more challenges open than `limit`. Withdraw one, or wait until one is answered or expires.",
)
CHALLENGE_CLOSED = Kind(
    "challenge-closed",
    409,
    "The challenge is over",
    "`state` says what became of it: it was accepted, declined, withdrawn, or it has expired; or it is `open`, and the "
    "answer is not the caller's to give.",
)
CHALLENGER_BUSY = Kind(
    "challenger-busy",
    409,
    "The challenger cannot play another match now",
    "Whoever made the challenge has as many matches that are not over as an account may have, or has changed seats too "
    "often within an hour. The challenge is still open: accept it later, or decline it.",
)
TOO_MANY_SEEKS = Kind(
    "too-many-seeks",
    409,
    "There are too many seeks",
    "Nobody has more seeks open than `limit`. Withdraw one, or wait until one leads to a match or expires.",
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
    "This match, seek, challenge or tournament is for people only, and the account is one that a program plays. Open a "
    "match or a seek of your own, take a seat where `bots_welcome` is true, or ask the organiser.",
)
UNDO_BLOCKED = Kind(
    "undo-blocked",
    422,
    "This cannot be taken back freely",
    "Somebody has learned something since, or another seat has acted. `entries` lists the versions in the way; "
    "the other seats can still be asked.",
)
RATE_LIMITED = Kind(
    "rate-limited",
    429,
    "Too many requests",
    "Wait as many seconds as `Retry-After` says. Limits count per account, or per address for callers without a token; "
    "`per` says which it was. `too-many-feeds` means that `limit` feeds are open already: close one; "
    "`too-many-seat-changes` that the account has opened matches, taken and left seats `limit` times in an hour.",
)
HEAD_TOO_LARGE = Kind(
    "head-too-large",
    431,
    "The headers are too large",
    "No request needs a request line and headers this long. `limit` says how many bytes they may have together; the "
    "connection was closed.",
)
DATA_SET_MISSING = Kind(
    "data-set-missing",
    409,
    "The match needs a data set that is not loaded here",
    "The match is pinned to rules or a data set that this service has not loaded; `game`, `rules` and `facts` name "
    "them. Its audit can be read. Load the data set to play, view or verify it.",
)
INTERNAL = Kind(
    "internal",
    500,
    "Something broke here",
    "This is our mistake, not yours. Whatever was acknowledged is safe. `request` names the line in the log to "
    "ask about.",
)
MATCH_DAMAGED = Kind(
    "match-damaged",
    500,
    "The stored match is damaged",
    "The bytes that are stored for this match are not what was written. It takes no more commands; the operator "
    "was told.",
)
OUTCOME_UNKNOWN = Kind(
    "outcome-unknown",
    503,
    "The outcome is not known",
    "The command may or may not have been recorded. Repeat it with the same `Idempotency-Key`: it counts once.",
)
READ_ONLY = Kind(
    "read-only",
    503,
    "Nothing can be recorded now",
    "The service answers questions, but accepts no commands until there is room or the log is back, and keeps what it "
    "acknowledges.",
)
NO_NEW_MATCHES = Kind(
    "no-new-matches",
    503,
    "No new matches now",
    "There is little space left, and it is kept for the matches that have begun: those go on, and everything can be "
    "read. Try again later; the operator was told.",
)
NOT_READY = Kind(
    "not-ready",
    503,
    "Not ready",
    "A part that the service needs does not answer. `failing`, where it is given, names it.",
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
