"""Printed facts: what a game reads from a data set, of which there may be several."""


class BadFacts(Exception):
    """A data set is not what the rule book of its game asks for; the sentence says what and where."""
