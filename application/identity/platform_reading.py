"""All users, for platform administrators. Names are encrypted, so a search decrypts and filters."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol, runtime_checkable

from application.identity.session_view import PersonView
from domain.ids import UserId
from domain.kernel import wire_time

Operator = Literal[
    "eq", "ne", "lt", "lte", "gt", "gte", "in", "not_in", "contains", "starts_with", "ends_with"
]
MOST = 500
USUAL = 100


class Condition(NamedTuple):
    """A member of the person, by its name on the wire, and what its text has to be like."""

    field: str
    operator: Operator
    values: tuple[str, ...]


class Asked(NamedTuple):
    conditions: tuple[Condition, ...] = ()
    sort_by: str | None = None
    descending: bool = False
    limit: int = USUAL
    offset: int = 0


class Found(NamedTuple):
    people: Sequence[PersonView]
    total: int


@runtime_checkable
class PlatformPeople(Protocol):
    """People as the platform may see them. Who is about to be forgotten is not among them."""

    async def get(self, user_id: UserId) -> PersonView | None: ...

    async def page(self, limit: int, offset: int, *, descending: bool) -> Found:
        """Who was registered first comes first, or last."""
        ...

    def all(self) -> AsyncIterator[Sequence[PersonView]]:
        """All users, in batches, unordered."""
        ...


FIELDS: Mapping[str, Callable[[PersonView], str]] = {
    "id": lambda person: str(person.id),
    "name": lambda person: person.name,
    "email": lambda person: person.email,
    "emailVerified": lambda person: str(person.email_verified).lower(),
    "role": lambda person: person.role,
    "banned": lambda person: str(person.banned).lower(),
    "banReason": lambda person: person.ban_reason or "",
    "banExpires": lambda person: "" if person.ban_expires is None else wire_time(person.ban_expires),
    "createdAt": lambda person: wire_time(person.created_at),
    "updatedAt": lambda person: wire_time(person.updated_at),
}
"""What can be asked about, as the text that stands on the wire; times in it are ordered as texts."""

_HOLDS: Mapping[Operator, Callable[[str, tuple[str, ...]], bool]] = {
    "eq": lambda text, values: text == values[0],
    "ne": lambda text, values: text != values[0],
    "lt": lambda text, values: text < values[0],
    "lte": lambda text, values: text <= values[0],
    "gt": lambda text, values: text > values[0],
    "gte": lambda text, values: text >= values[0],
    "in": lambda text, values: text in values,
    "not_in": lambda text, values: text not in values,
    "contains": lambda text, values: values[0] in text,
    "starts_with": lambda text, values: text.startswith(values[0]),
    "ends_with": lambda text, values: text.endswith(values[0]),
}


async def found(people: PlatformPeople, asked: Asked) -> Found:
    """One page of those who were asked for.

    Names and addresses are sealed one by one, so a search for them decrypts all; the plain list does not.
    """
    if not asked.conditions and asked.sort_by in (None, "createdAt"):
        return await people.page(asked.limit, asked.offset, descending=asked.descending)
    kept: list[PersonView] = []
    async for portion in people.all():
        kept.extend(person for person in portion if _answers(person, asked.conditions))
    kept.sort(key=lambda person: (person.created_at, person.id))
    if asked.sort_by is not None:
        text_of = FIELDS[asked.sort_by]
        kept.sort(key=lambda person: text_of(person).casefold(), reverse=asked.descending)
    return Found(kept[asked.offset : asked.offset + asked.limit], len(kept))


def _answers(person: PersonView, conditions: Sequence[Condition]) -> bool:
    return all(
        _HOLDS[operator](
            FIELDS[field](person).casefold(), tuple(value.casefold() for value in values) or ("",)
        )
        for field, operator, values in conditions
    )
