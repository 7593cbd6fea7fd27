"""Check a deck list, write it as a code, and show what a code stands for."""

from __future__ import annotations

import argparse
from pathlib import Path

from msgspec import Raw

from domain.engine.deck_words import Words, sentence
from domain.engine.game import Game, Lists, Spelled
from domain.engine.match.match import rule_options
from domain.engine.names import LANGUAGES, load_names
from domain.games import CURRENT, edition, game
from service.commands.command import Parser, Wrong, add_command, add_data_set, data_sets_of

SPELLINGS = ("lines", "toml", "json", "code")


def understand(made: Parser) -> None:
    """What `chronik deck` understands."""
    made.runs(_check, "A list is JSON, TOML, lines of text or a code.")
    verbs = made.add_commands("verbs", "VERB")
    check = add_command(
        verbs,
        "check",
        _check,
        "say everything that is wrong with some lists",
        "Prints each fault with the rule it breaks, and advice. Ends with 1 if a list has a fault.",
    )
    check.add_argument("files", metavar="FILE", nargs="+", help="a list")
    _add_game(check)
    code = add_command(verbs, "code", _code, "print the short code of a list")
    code.add_argument("file", metavar="FILE", help="a list")
    _add_game(code)
    show = add_command(verbs, "show", _show, "print the list that a code stands for")
    show.add_argument("code", metavar="CODE", help="a code, or a list in any other spelling")
    show.add_argument("--as", dest="spelling", choices=SPELLINGS, default="lines", help="how it is written (lines)")
    _add_game(show)


def _add_game(made: Parser) -> None:
    made.add_argument("--game", metavar="GAME", default="", help="the game (the first one that has lists)")
    made.add_argument("--language", choices=LANGUAGES, default="en", help="the language of names and sentences (en)")
    add_data_set(made)


def _check(asked: argparse.Namespace) -> int:
    played, lists = _lists(asked)
    words, options, faulty = _words(asked, played), rule_options(played, Raw(b"{}")), False
    for file in asked.files:
        text = _text(file)
        counts = " · ".join(f"{count} {what}" for what, count in lists.spell(text, asked.language).counts.items())
        problems = lists.problems(options, text)
        faulty = faulty or any(not one.advice for one in problems)
        print(f"{file}: {counts}")
        for one in problems:
            mark = "advice" if one.advice else "fault"
            print(f"  {mark} {one.rule}: {sentence(words, one)}")
    return 1 if faulty else 0


def _code(asked: argparse.Namespace) -> int:
    played, lists = _lists(asked)
    text = _text(asked.file)
    print(_readable(asked, played, lists, text).code or _no_code())
    return 0


def _show(asked: argparse.Namespace) -> int:
    played, lists = _lists(asked)
    spelled = _readable(asked, played, lists, asked.code)
    written: str = getattr(spelled, asked.spelling) or _no_code()
    print(written.rstrip("\n"))
    return 0


def _no_code() -> str:
    raise Wrong("The list names more cards than there are, so no code stands for it.")


def _readable(asked: argparse.Namespace, played: Game, lists: Lists[object], text: str) -> Spelled:
    """The list in its spellings; raises `Wrong` with the first thing that makes it unreadable."""
    spelled = lists.spell(text, asked.language)
    if not spelled.json:
        problems = lists.problems(rule_options(played, Raw(b"{}")), text)
        raise Wrong(sentence(_words(asked, played), problems[0]) if problems else "This is no list.")
    return spelled


def _lists(asked: argparse.Namespace) -> tuple[Game, Lists[object]]:
    """The game whose lists these are; raises `Wrong` where there is none."""
    data_sets = data_sets_of(asked)
    known = {name: game(name, data_set=data_sets.get(name)) for name in CURRENT}
    with_lists = [name for name, played in known.items() if played.lists is not None]
    name = asked.game or next(iter(with_lists), "")
    played = known.get(name)
    if not with_lists:
        raise Wrong("No game here has lists.")
    if played is None or played.lists is None:
        raise Wrong(f"There is no game {name} with lists; try one of: {', '.join(with_lists)}.")
    return played, played.lists


def _words(asked: argparse.Namespace, played: Game) -> Words:
    printed = edition(played.name).printed
    return load_names(data_sets_of(asked).get(played.name, printed), printed).get(asked.language, {})


def _text(file: str) -> str:
    try:
        return Path(file).read_bytes().decode("utf-8")
    except OSError as error:
        raise Wrong(f"The file {file} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise Wrong(f"The file {file} is not text in UTF-8.") from error
