"""The time zones that an account can be in: the names of the IANA database, with the old ones among them.

Browsers report both (`Asia/Calcutta`, `Asia/Kolkata`). The list is that of the `tzdata` package and not that
of the machine, which may lack the old names and have others of its own, like `localtime`.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from domain.errors import InvalidArgument

# A zone of the database in which nobody lives: a machine that was never told where it is.
NOWHERE = "Factory"


@cache
def zones() -> frozenset[str]:
    names = files("tzdata").joinpath("zones").read_text(encoding="utf-8").split()
    return frozenset(names) - {NOWHERE}


def require_zone(name: str | None) -> None:
    """Refuse a name that no time zone has."""
    if name is not None and name not in zones():
        raise InvalidArgument("There is no such time zone.", reason="zone")
