"""What an account says of a member and what the key log says of the same person have to agree."""

from __future__ import annotations

from collections.abc import Set
from uuid import UUID

from application.unit_of_work import Work
from application.vault.invites import sole_held_roles
from domain.accounts.accounts import Account
from domain.accounts.accounts.state import Member
from domain.errors import Refused
from domain.ids import UserId
from domain.vault.key_log import KEY_LOG


async def agree_with_keys(work: Work, account: Account, user_id: UserId, before: Member) -> None:
    """The key log changes first, so that no member reads less than shown, or longer.

    Who has no active device is left out: the vouch that lets a person in assigns what the account says.
    """
    after = account.members[user_id]
    given_up = set(before.reads) - set(after.reads)
    if lost := given_up & await sole_held_roles(work, user_id):
        raise last_holder(lost)
    log = await work.guard(KEY_LOG, account.account_id)
    if log is None or not log.active_devices(user_id):
        return
    keyed = {role_id: key for role_id, key in log.roles.items() if not key.personal}
    if missing := [role for role in after.reads if role in keyed and user_id not in keyed[role].assigned]:
        raise Refused(
            "Give this person the keys of the role first.",
            reason="not_assigned",
            role_ids=[str(role) for role in missing],
        )
    if kept := [role for role in given_up if role in keyed and user_id in keyed[role].assigned]:
        raise Refused(
            "Take the keys of the former role from this person first.",
            reason="still_assigned",
            role_ids=sorted(str(role) for role in kept),
        )
    role_key = log.roles.get(after.role_id)
    needed = 0 if role_key is None else role_key.capabilities
    if log.capabilities(user_id) != needed:
        raise Refused(
            "An owner has to sign first what this person may do with keys in the new role.",
            reason="capabilities",
            capabilities=needed,
        )


def last_holder(roles: Set[UUID]) -> Refused:
    return Refused(
        "No one else has these keys. Content encrypted for them could no longer be read.",
        reason="last_key_holder",
        role_ids=sorted(str(role) for role in roles),
    )
