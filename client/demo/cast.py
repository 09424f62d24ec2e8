"""The accounts and people of the demo. All names are invented."""

from __future__ import annotations

from typing import Final, NamedTuple

SEED: Final = 20260101
HOUSE_STAFF: Final = "House staff"
HOUSE_STAFF_MAY: Final = {
    "account": ["read"],
    "member": ["list"],
    "role": ["list"],
    "key": ["read", "grant"],
    "task": ["read", "create", "update", "comment"],
    "vendor": ["read", "create", "update"],
    "profile": ["read"],
    "topic": ["read"],
    "status": ["read"],
    "savedFilter": ["read", "create"],
}


class Somebody(NamedTuple):
    key: str
    name: str


class Membership(NamedTuple):
    """`waits`: joined by the link of the mail, so that two people have to compare a code first."""

    person: str
    role: str
    waits: bool = False


class House(NamedTuple):
    key: str
    name: str
    plan: str
    zone: str
    date_format: str
    founder: str
    members: tuple[Membership, ...]
    invited: tuple[str, ...]
    """Addresses that have not answered yet."""


PEOPLE: Final = (
    Somebody("eleanor", "Eleanor Hawthorne"),
    Somebody("marcus", "Marcus Hawthorne"),
    Somebody("priya", "Priya Nair"),
    Somebody("tom", "Tom Abara"),
    Somebody("ines", "Ines Duarte"),
    Somebody("joel", "Joel Brandt"),
    Somebody("nell", "Nell Okafor"),
)
HAWTHORNE: Final = House(
    "hawthorne",
    "Hawthorne Family Office",
    "office",
    "Europe/London",
    "ddmmyyyy",
    "eleanor",
    (
        Membership("marcus", "member"),
        Membership("priya", "admin"),
        Membership("tom", HOUSE_STAFF),
        Membership("ines", "auditor"),
        Membership("joel", "analyst"),
        Membership("nell", "member", waits=True),
    ),
    ("anthony.vale@example.test",),
)
KESTREL: Final = House(
    "kestrel",
    "Kestrel & Wren Advisers",
    "family",
    "America/New_York",
    "mmddyyyy",
    "priya",
    (Membership("joel", "analyst"),),
    (),
)
HOUSES: Final = (HAWTHORNE, KESTREL)
ASSIGNABLE: Final = ("eleanor", "marcus", "priya", "tom", "nell")
"""Who reads tasks, at least as soon as they have keys."""


def address_of(person: Somebody, round_: int) -> str:
    """Addresses stay with the people of a round, so who begins anew is somebody else."""
    beside = "" if round_ == 1 else f".{round_}"
    return f"{person.name.lower().replace(' ', '.')}{beside}@example.test"
