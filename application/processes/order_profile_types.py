"""The types of profiles as an account has them: in its own order, with how many there are of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from application.commands import Route
from application.unit_of_work import Work
from application.vault.key_statements import account_of
from application.work.ports import ProfilesKept
from domain.accounts.accounts import ACCOUNT
from domain.accounts.accounts.commands import OrderProfileTypes
from domain.errors import NotFound
from domain.ids import ProfileTypeId
from domain.kernel import Value
from domain.work.profile_types import PROFILE_TYPE_CATALOGUE, Field


class OrderTypes(Value, frozen=True):
    """All types, in the order in which they are to be shown."""

    ids: Annotated[tuple[UUID, ...], Meta(max_length=12)]


class ShownType(Value, frozen=True, kw_only=True):
    """A type as the account shows it; `profile_count` are those that the caller can open, without the bin."""

    id: ProfileTypeId
    key: str
    template: tuple[Field, ...]
    suggests: tuple[str, ...]
    rank: int
    profile_count: int


def shown_types(order: Iterable[UUID], counts: Mapping[UUID, int]) -> list[ShownType]:
    """All types there are: those that the order names first."""
    known = [type_id for type_id in order if type_id in PROFILE_TYPE_CATALOGUE]
    ids = dict.fromkeys((*known, *PROFILE_TYPE_CATALOGUE))
    return [
        ShownType(
            id=type.id,
            key=type.key,
            template=type.template,
            suggests=type.suggests,
            rank=rank,
            profile_count=counts.get(type.id, 0),
        )
        for rank, type in enumerate((PROFILE_TYPE_CATALOGUE[id] for id in ids), start=1)
    ]


@dataclass(frozen=True)
class TypeOrder:
    profiles: ProfilesKept

    async def set(self, work: Work, command: OrderTypes) -> list[ShownType]:
        account_id = account_of(work)
        await work.decide(ACCOUNT, account_id, OrderProfileTypes(command.ids))
        account = await work.load(ACCOUNT, account_id)
        if account is None:
            raise NotFound("There is no such account.")
        work.version = await work.version_of(ACCOUNT, account_id)
        counts = await self.profiles.by_type(account_id, work.context.actor.reads)
        return shown_types(account.profile_type_ids, counts)


def type_routes(profiles: ProfilesKept) -> dict[type, Route]:
    return {OrderTypes: Route("profile.structure", TypeOrder(profiles).set, (ACCOUNT,))}
