"""`chronik deck`: check a card list, write it as a code, and show the list of a code."""

from __future__ import annotations

import argparse

from msgspec import Raw

from chronik.domain.engine.deck_words import Words, problem_sentence
from chronik.domain.engine.game import Game, Lists, ParsedList
from chronik.domain.engine.match.match import rule_options
from chronik.domain.engine.names import LANGUAGES, load_names
from chronik.domain.games import CURRENT, edition, game
from chronik.service.cli.command import Parser, Wrong, add_command, add_data_set, data_sets_of, say
from chronik.service.running.input import read_input

SPELLINGS = ("lines", "toml", "json", "code")
NO_LIST = ("line", "no-list")
"""The codes that the first fault can have if the text was meant as a file name."""


def add_arguments(made: Parser) -> None:
    """Adds the verbs of `chronik deck`."""
    made.set_run(_check, "A list is JSON, TOML, lines of text or a code.")
    verbs = made.add_commands("verbs", "VERB")
    check = add_command(
        verbs,
        "check",
        _check,
        "list all faults of card lists",
        "Prints each fault with its rule, and advice. Exits with 1 if a list has a fault.",
    )
    check.add_argument("files", metavar="FILE", nargs="+", help="a list; - is the standard input")
    _add_game(check)
    code = add_command(verbs, "code", _code, "print the short code of a list")
    code.add_argument("file", metavar="FILE", help="a list; - is the standard input")
    _add_game(code)
    show = add_command(verbs, "show", _show, "print the list in a code or a file")
    show.add_argument("list", metavar="CODE|FILE", help="a code, a file, or a list itself; - is the standard input")
    show.add_argument("--as", dest="spelling", choices=SPELLINGS, default="lines", help="output format (lines)")
    _add_game(show)


def _add_game(made: Parser) -> None:
    made.add_argument("--game", metavar="GAME", default="", help="the game (the first one that has lists)")
    made.add_argument("--language", choices=LANGUAGES, default="en", help="the language of names and sentences (en)")
    add_data_set(made)


def _check(asked: argparse.Namespace) -> int:
    played, lists = _load_lists(asked)
    words, options, faulty = _load_words(asked, played), rule_options(played, Raw(b"{}")), False
    for file in asked.files:
        text = _read_text(played, lists, file)
        counts = " · ".join(f"{count} {what}" for what, count in lists.parse(text, asked.language).counts.items())
        problems = lists.problems(options, text)
        faulty = faulty or any(not one.advice for one in problems)
        say(f"{file}: {counts}".rstrip())
        for one in problems:
            mark = "advice" if one.advice else "fault"
            say(f"  {mark} {one.rule}: {problem_sentence(words, one)}")
    return 1 if faulty else 0


def _code(asked: argparse.Namespace) -> int:
    played, lists = _load_lists(asked)
    text = _read_text(played, lists, asked.file)
    print(_read_list(asked, played, lists, text).code or _refuse_code())
    return 0


def _show(asked: argparse.Namespace) -> int:
    played, lists = _load_lists(asked)
    spelled = _read_list(asked, played, lists, _read_text(played, lists, asked.list))
    written: str = getattr(spelled, asked.spelling) or _refuse_code()
    print(written.rstrip("\n"))
    return 0


def _refuse_code() -> str:
    raise Wrong("The list has more copies of a card than exist, so it has no code. Run `chronik deck check` on it.")


def _read_list(asked: argparse.Namespace, played: Game, lists: Lists[object], text: str) -> ParsedList:
    """Returns the parsed list in every output format; raises `Wrong` with the first fault if it cannot be read."""
    spelled = lists.parse(text, asked.language)
    if not spelled.json:
        problems = lists.problems(rule_options(played, Raw(b"{}")), text)
        raise Wrong(
            problem_sentence(_load_words(asked, played), problems[0]) if problems else "This is not a card list."
        )
    return spelled


def _load_lists(asked: argparse.Namespace) -> tuple[Game, Lists[object]]:
    """Returns the game and its card lists; raises `Wrong` for a game without lists."""
    data_sets = data_sets_of(asked)
    known = {name: game(name, data_set=data_sets.get(name)) for name in CURRENT}
    with_lists = [name for name, played in known.items() if played.lists is not None]
    name = asked.game or next(iter(with_lists), "")
    played = known.get(name)
    if not with_lists:
        raise Wrong("No game of this installation has card lists.")
    if played is None or played.lists is None:
        raise Wrong(f"There is no game {name} with card lists; try one of: {', '.join(with_lists)}.")
    return played, played.lists


def _load_words(asked: argparse.Namespace, played: Game) -> Words:
    printed = edition(played.name).printed
    return load_names(data_sets_of(asked).get(played.name, printed), printed).get(asked.language, {})


def _read_text(played: Game, lists: Lists[object], written: str) -> str:
    """Returns the text of a file, or the argument itself if that is a list or a code; raises `Wrong` for neither."""
    try:
        return read_input(written).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Wrong(f"The file {written} is not text in UTF-8.") from error
    except (OSError, ValueError) as error:  # a list may be longer than a file name, or contain a zero byte
        wrong = lists.problems(rule_options(played, Raw(b"{}")), written)[:1]
        if not any(one.code in NO_LIST for one in wrong):
            return written
        if isinstance(error, FileNotFoundError):
            raise Wrong(f"There is no file {written}, and it is not the code of a list.") from error
        raise Wrong(f"The file {written} cannot be read: {getattr(error, 'strerror', error)}.") from error
