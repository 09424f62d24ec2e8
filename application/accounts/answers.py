"""Accounts, members and invitations as a write answers them: from the aggregate it just saved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from application.accounts.ports import Directory, Registered
from application.personal_values import place
from domain.accounts.accounts import Account
from domain.accounts.accounts.plans import Usage
from domain.accounts.accounts.state import Member
from domain.accounts.invitations import Invitation
from domain.errors import NotFound
from domain.ids import RoleId, UserId
from domain.kernel import wire_time


def role_word(account: Account, role_id: RoleId) -> str:
    """What a role is called: the word of a built-in one, the name of another."""
    role = account.roles.get(role_id)
    return "" if role is None else role.key or role.name


async def account_answer(
    directory: Directory, account: Account, version: int, viewer: UserId | None
) -> dict[str, Any]:
    """The Account of the interface, as this member sees it."""
    people = await directory.people(list(account.members))
    mine = None if viewer is None else account.members.get(viewer)
    answer: dict[str, Any] = {
        "id": account.account_id,
        "displayName": account.display_name,
        "state": account.state,
        "users": [
            _user(account, user_id, member, people[user_id])
            for user_id, member in account.members.items()
            if user_id in people
        ],
        **msgspec.to_builtins(account.dates),
        "language": account.language,
        "zone": account.zone,
        "disclosure": account.disclosure,
        "expiryStages": account.expiry_stages,
        "securityPolicy": account.security,
        "plan": _plan(account, await directory.usage(account.account_id)),
        "readOnlyFrom": _at(account.read_only_from),
        "dueAt": _at(account.due_at),
        "roleId": None if mine is None else mine.role_id,
        "version": version,
    }
    return {**_shown(answer), "plan": answer["plan"]}


def _user(account: Account, user_id: UserId, member: Member, person: Registered) -> dict[str, Any]:
    return {
        "id": user_id,
        "email": place(person.email_ref),
        "name": place(person.name_ref),
        "role": role_word(account, member.role_id),
    }


def _plan(account: Account, used: Usage) -> dict[str, Any] | None:
    if account.limits is None:
        return None
    shown: dict[str, Any] = {
        "id": account.plan_id,
        "limits": account.limits,
        "trialEndsAt": _at(account.trial_ends_at),
        "paidUntil": _at(account.paid_until),
        "usage": {
            "seats": account.seats_taken,
            "customRoles": account.custom_roles,
            "storageBytes": used.storage_bytes,
        },
    }
    return _shown(shown)


def _at(moment: datetime | None) -> str | None:
    return None if moment is None else wire_time(moment)


async def member_answer(directory: Directory, account: Account, user_id: UserId) -> dict[str, Any]:
    """What a change of a membership came to."""
    member = account.members.get(user_id)
    person = (await directory.people([user_id])).get(user_id)
    if member is None or person is None:
        raise NotFound("There is no such member.", reason="member")
    return {
        "id": user_id,
        "email": place(person.email_ref),
        "name": place(person.name_ref),
        "word": {"roleId": member.role_id, "readsRoleIds": member.reads},
    }


def invitation_answer(invitation_id: UUID, invitation: Invitation) -> dict[str, Any]:
    """An invitation as the account's list shows it."""
    word: dict[str, Any] = {
        "email": place(invitation.email_ref),
        "state": invitation.state,
        "sentCount": 1 + invitation.resends,
    }
    if not invitation.paired:  # there is no `invite.create` that says it
        word["roleId"] = invitation.role_id
        word["invitedBy"] = invitation.invited_by
        word["expiresAt"] = wire_time(invitation.expires_at)
    return {"id": invitation_id, "word": word}


def _shown(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Without the members that have nothing to say."""
    return {name: value for name, value in answer.items() if value is not None}
