"""Those of some people who are in an account now and may read something in it, by the account's own word."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from uuid import UUID

from domain.accounts.accounts import Account
from domain.accounts.accounts.authority import permissions_of
from domain.ids import UserId


def readers_among(
    account: Account, people: Iterable[UserId], audience: Collection[UUID], permission: str
) -> tuple[UserId, ...]:
    """In the order of their ids."""
    return tuple(sorted(p for p in set(people) if _may_read(account, p, audience, permission)))


def _may_read(account: Account, user_id: UserId, audience: Collection[UUID], permission: str) -> bool:
    member = account.members.get(user_id)
    if member is None or permission not in permissions_of(account, user_id):
        return False
    return not frozenset(member.reads).isdisjoint(audience)
