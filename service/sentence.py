"""What is told in a sentence."""


class Sentence(Exception):
    """Why a command cannot do what it was asked to; the sentence is enough, and no stack of calls is shown."""
