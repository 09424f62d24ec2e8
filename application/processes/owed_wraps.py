"""Roles that an item is for although no wrap was made: only while their key must be renewed."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from application.unit_of_work import Work
from domain.errors import NotSignedIn, Refused
from domain.vault.key_log import KEY_LOG


async def check_owed(work: Work, roles: Iterable[UUID]) -> None:
    """Refuse unless each of these roles takes no wraps at the moment; readers add theirs after the roll."""
    missing = list(roles)
    if not missing:
        return
    account_id = work.context.actor.account_id
    if account_id is None:
        raise NotSignedIn()
    log = await work.guard(KEY_LOG, account_id)
    if log is None or any(role not in log.roles for role in missing):
        raise Refused("A role of the audience has no key yet.", reason="keys_missing")
    unexcused = [role for role in missing if not log.roles[role].roll_due]
    if unexcused:
        raise Refused(
            "A role of the audience has no wrap.",
            reason="wraps_incomplete",
            role_ids=[str(role) for role in unexcused],
        )


async def roll_due_roles(work: Work) -> frozenset[UUID]:
    """The roles that take no wraps at the moment, by the key log that the append then depends on."""
    account_id = work.context.actor.account_id
    log = await work.guard(KEY_LOG, account_id) if account_id is not None else None
    return frozenset(id for id, role in log.roles.items() if role.roll_due) if log else frozenset()
