"""Let a shell complete the words of the command."""

from __future__ import annotations

import argparse

import shtab

from service.commands.cli import parser
from service.commands.command import Parser

SHELLS = ("bash", "zsh", "fish", "powershell")


def understand(made: Parser) -> None:
    """What `chronik completion` understands."""
    made.runs(
        _completion,
        "Save it where the shell looks for such files, for example "
        "`chronik completion bash > ~/.local/share/bash-completion/completions/chronik`, "
        "`chronik completion fish > ~/.config/fish/completions/chronik.fish`, "
        "or for zsh as _chronik in a directory of $fpath.",
    )
    made.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"which one: {', '.join(SHELLS)}")


def _completion(asked: argparse.Namespace) -> int:
    understood = parser()
    _name_files(understood)
    print(shtab.complete(understood, asked.shell))
    return 0


def _name_files(understood: Parser) -> None:
    """Tells shtab which words are files: it looks for an attribute of what the parser takes them by."""
    for action in understood.files:
        vars(action)["complete"] = shtab.FILE
    for command in understood.commands.choices.values() if understood.commands else ():
        _name_files(command)
