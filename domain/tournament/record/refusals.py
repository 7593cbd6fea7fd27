"""Refusals of tournament commands: a sentence for each code."""

from __future__ import annotations

REFUSALS = {
    "bad-plan": "A tournament with this plan cannot be played. `at` names the field that is wrong.",
    "not-organiser": "Only an organiser of this tournament may do this.",
    "not-referee": "Only the staff of this tournament may do this.",
    "last-organiser": "This is the last organiser. Appoint another organiser first.",
    "by-itself": "Only Chronik itself can do this.",
    "created-already": "The tournament already exists.",
    "wrong-secret": "This is not the secret that the tournament committed to, or not the part of it that the plan "
    "discloses.",
    "tournament-over": "The tournament is over. If it was not called off, a referee can still correct its results.",
    "started-already": "The tournament has already started.",
    "not-started": "No round has started yet. You can call the tournament off instead.",
    "registration-closed": "Registration is closed. Ask an organiser to enter you.",
    "registered-already": "This player was registered before and no longer takes part. An organiser can readmit them.",
    "guests-play-elsewhere": "A player without a token can only take part if the tables are played elsewhere.",
    "bots-play-here": "A bot can only take part if the tables are played on this service.",
    "entropy": "Only players can add entropy: at most 64 bytes, written as hex digits.",
    "not-your-entropy": "Only players themselves add entropy. Leave it out: the player adds it on the tournament's "
    "page or with `POST …/entrants/{entrant}/entropy`.",
    "entropy-added": "You have already added entropy to this tournament. It can be added only once.",
    "entropy-late": "The first round has been paired. Entropy can be added only before that.",
    "older-rules": "This tournament was created by an older version of Chronik, whose rules do not support this.",
    "list-refused": "No entrant from the list was registered. `lines` says what is wrong with each line.",
    "list-format": "This is not a list of names. Save it as CSV, or write one entrant on each line.",
    "list-separator": "The fields of this line are not separated as in the other lines. Use the same separator "
    "everywhere: tab, semicolon, comma or |.",
    "list-quotes": "This line is not valid CSV: a quotation mark or a line end is in the wrong place.",
    "list-unclear": "It is not clear what the columns contain. Write one entrant on each line, or put headings first, "
    "such as name;club.",
    "list-heading": "The heading `heading` is unknown. Give the column another heading, or leave its heading empty.",
    "list-heading-twice": "Several columns (`headings`) have the same meaning. Leave all but one of these headings "
    "empty.",
    "list-heading-late": "This line contains the headings, but is not the first line. Delete it, "
    "or delete all lines before it.",
    "list-no-names": "No column contains names. Give one column the heading `name`, `player` or `level`, or two columns"
    " the headings `surname` and `first name`.",
    "list-fields": "This line has more fields than there are columns. Put quotation marks around a field that contains "
    "a comma.",
    "list-spaces": "The columns are aligned with spaces. Separate them with tabs or semicolons.",
    "list-number": "Only some names begin with a number or a dash. Delete these numbers and dashes, or begin the list "
    "with the heading `name`.",
    "list-no-name": "This line does not name an entrant.",
    "list-email": "The name contains an e-mail address, and names are public. Delete the address.",
    "list-who": "Each line must give exactly one of `name`, `player` and `level`.",
    "list-bot-club": "A bot cannot have a club.",
    "report-refused": "The report was not imported. `lines` lists everything that is wrong, by line and column.",
    "trf-two-seats": "A report contains games between two players, but this game cannot be played by two.",
    "trf-title": "A report needs a title of up to 80 visible characters (012).",
    "trf-empty": "A report needs at least two players (001) and one round.",
    "trf-teams": "Team tournaments (013) cannot be imported.",
    "trf-too-long": "The report has more players or rounds than can be imported.",
    "trf-number": "A player needs a starting rank: a whole number from 1 up.",
    "trf-number-twice": "Two players have the same starting rank.",
    "trf-name": "A player needs a name, written in visible characters.",
    "trf-points": "Write points in the form 4.5.",
    "trf-points-differ": "The points differ from the sum of the results (1, ½ and 0). `counted` is that sum.",
    "trf-opponent": "An opponent must be the starting rank of another player, or 0000.",
    "trf-colour": "A player with an opponent needs a colour: white (w) or black (b).",
    "trf-result": "This result code is unknown. `allowed` lists the codes that are possible here.",
    "trf-unfinished": "The game has no result. Only finished games can be imported.",
    "trf-disagrees": "The opponent's line (`line`) says something different about this round.",
    "trf-round": "No two players met in this round.",
    "full": "All places are taken.",
    "too-late": "It is too late to join: only a Swiss first stage accepts late entrants, until its last round starts.",
    "left-already": "This entrant has withdrawn or was marked absent. An organiser can readmit them.",
    "disqualified": "This entrant was disqualified.",
    "no-such-entrant": "There is no entrant with this number.",
    "not-a-guest": "Only guests can be renamed: players choose their names themselves, and a bot is named after "
    "its level.",
    "club-late": "The first round has been paired. Only an organiser can change a club now.",
    "no-club": "A bot cannot have a club.",
    "same-entrant": "These are the same entrant. Name two different entrants.",
    "meet-anyway": "Only Swiss rounds that have not been drawn yet can keep two entrants apart. A knockout is paired "
    "by its bracket, and a round robin by its schedule.",
    "still-plays": "This entrant is still taking part. Only the games of an entrant who has left can be struck.",
    "no-round-robin": "Games can be struck only in a round robin, and only while it is the latest stage to have "
    "started.",
    "strike-at-two": "Games can be struck only at tables of two: at larger tables the other entrants have also met "
    "each other.",
    "played-all": "This entrant has played all of its games in the round robin, so the games count.",
    "no-decks": "This tournament is played without lists.",
    "not-your-list": "Players seal their own lists. If a player has not done so, only an organiser who does not take "
    "part can do it for them.",
    "decks-locked": "This list is locked: the entrant's first table has started.",
    "deck-missing": "Some entrants, listed in `entrants`, have not sealed a list. Wait for their lists, or mark them "
    "absent and continue.",
    "round-number": "Rounds are paired in order. The next one is `expected`.",
    "round-open": "A round is still being played. `tables` lists the tables that have no result yet.",
    "round-started": "The round has started, so its pairing cannot change.",
    "round-not-started": "The round has not started.",
    "no-such-round": "There is no round with this number.",
    "no-more-rounds": "All rounds have been played. Finish the tournament.",
    "too-few-entrants": "There are too few entrants for a table. Finish the tournament, or call it off.",
    "unpairable": "The entrants cannot be paired like this: there are too few of them, or too many pairs are "
    "forbidden.",
    "pair-again": "Something that this pairing depends on has changed: pair the round again. `newer` lists "
    "what changed, each with its log entry, and `entrants` lists the paired entrants who have left.",
    "no-pods": "`keep` can be `company` only for rounds that are drawn one by one at tables of three and four.",
    "drawn-by-schedule": "Tables can be set by hand only in Swiss stages whose rounds are drawn one by one.",
    "groups-drawn": "This pairing also draws the groups. First pair the round without tables set by hand, then pair it "
    "again with them.",
    "entrant-twice": "An entrant can sit at only one table.",
    "table-size": "A table has a number of players that is not possible here. `allowed` lists the possible numbers.",
    "not-in-stage": "All entrants at a table must belong to the same group of the stage.",
    "no-such-table": "There is no table with this number.",
    "no-such-game": "There is no game with this number at the table. If the table has several games, name the one you "
    "mean.",
    "undecided": "The round is closed, and without this result no entrant would have a majority. Decide the whole "
    "table instead.",
    "takes-part": "You are entered in this tournament, so you cannot inspect other players' lists or matches as a "
    "referee.",
    "not-your-table": "You are not seated at this table.",
    "own-table": "You are seated at this table, so you cannot rule on it. An organiser can add another referee to the "
    "staff.",
    "played-here": "The result of this table comes from its match automatically. A referee can rule on it.",
    "result-stands": "The table already has its result. A referee can correct it.",
    "nothing-reported": "No result has been reported for this table yet.",
    "result-size": "A result must give points and a place for every seat.",
    "result-points": "Points must be between 0 and `most`.",
    "result-places": "Places count as in a race: seats that are level share the better place, and the next place is "
    "skipped.",
    "one-winner": "This game has one winner: give first place to one seat only, whatever the points.",
}
"""The sentence for each code of `Rejected`, shown to the caller."""
