"""Why a process of ours does not start, said so that whoever starts it knows what to do."""


class CannotStart(Exception):
    """The text is one line: what is wrong, and what to do. It is printed without a traceback."""
