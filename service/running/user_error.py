"""Errors whose text is all that a user needs."""


class UserError(Exception):
    """The reason why a command cannot do its work; the text is shown without a traceback."""


class NoTemporaryFiles(UserError):
    """The directory for temporary files is missing or not writable."""

    def __init__(self) -> None:
        super().__init__(
            "Chronik cannot make a temporary directory. Mount a writable one at /tmp (a read-only container needs "
            "`--tmpfs /tmp`), or set TMPDIR to one."
        )
