"""How a table is asked for that a spreadsheet opens by itself."""

from typing import Annotated

from litestar.params import QueryParameter

from service.tournaments.sheets.words import Language

Opened = Annotated[
    Language | None,
    QueryParameter(
        name="lang",
        description="For a spreadsheet in this language: UTF-8 is marked, and in `de` and `nl` semicolons stand "
        "between cells and numbers have a decimal comma. Without it the table is for programs (RFC 4180).",
    ),
]
