"""`chronik completion`: let a shell complete the words of the command."""

from __future__ import annotations

import argparse

import shtab

from chronik.service.cli.cli import parser
from chronik.service.cli.command import Parser

SHELLS = ("bash", "zsh", "fish", "powershell")


def add_arguments(made: Parser) -> None:
    """Adds the arguments of `chronik completion`."""
    made.set_run(
        _completion,
        "Save it in the shell's directory for such files, for example "
        "`chronik completion bash > ~/.local/share/bash-completion/completions/chronik`, "
        "`chronik completion fish > ~/.config/fish/completions/chronik.fish`, "
        "or for zsh as _chronik in a directory of $fpath.",
    )
    made.add_argument("shell", choices=SHELLS, metavar="SHELL", help=f"one of {', '.join(SHELLS)}")


def _completion(asked: argparse.Namespace) -> int:
    complete_parser = parser()
    _name_files(complete_parser)
    print(shtab.complete(complete_parser, asked.shell))
    return 0


def _name_files(complete_parser: Parser) -> None:
    """Marks the arguments that are files; shtab reads an attribute of the action."""
    for action in complete_parser.files:
        vars(action)["complete"] = shtab.FILE
    for command in complete_parser.commands.choices.values() if complete_parser.commands else ():
        _name_files(command)
