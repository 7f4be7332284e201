"""One family of errors: each says what happened, where, and what to do about it."""


class TabletopError(Exception):
    """Anything that Tabletop reports to a person in one line; the command line exits with 2."""
