"""The invitations of an account, as the account lists them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from domain.accounts import invitations as i
from domain.accounts.accounts.events import RoleRetired
from domain.kernel import Recorded, wire_time
from projections.accounts.roles import ROLES
from projections.kernel import Reader, Rows, Table
from projections.wire import person, shape

INVITATIONS = Table(
    "invitations",
    {
        "id": "uuid not null",
        "email_hash": "text not null",
        "role_id": "uuid not null",
        "state": "text not null",
        "expires_at": "timestamptz not null",
        "custodian_role_id": "uuid",
        # The sealed pairing secret: only holders of the custodian role are served it.
        "pairing": "jsonb",
        "json": "jsonb not null",
    },
    indexes=("account_id, email_hash, state", "account_id, role_id", "account_id, seq"),
)

ENDS: dict[type[Any], str] = {
    i.InvitationAccepted: "accepted",
    i.InvitationCancelled: "cancelled",
    i.InvitationExpired: "expired",
}


def apply(rows: Rows, recorded: Recorded) -> None:
    event, invitation_id = recorded.event, recorded.entity_id
    match event:
        case i.InvitationSent():
            _sent(rows, recorded, event)
        case i.InvitationResent():
            row = rows.get(INVITATIONS, invitation_id)
            if row is not None:
                again = {"sentCount": row["json"]["word"]["sentCount"] + 1}
                rows.patch(INVITATIONS, invitation_id, json=_saying(row, again))
        case i.InvitationAccepted() | i.InvitationCancelled() | i.InvitationExpired():
            row = rows.get(INVITATIONS, invitation_id)
            if row is not None:
                state = ENDS[type(event)]
                json = _saying(row, {"state": state})
                rows.patch(INVITATIONS, invitation_id, state=state, json=json)
        case RoleRetired(role_id=role_id, moved_to=moved_to) if moved_to is not None:
            for row in rows.select(INVITATIONS, role_id=role_id, state="pending"):
                moved = {"roleId": str(moved_to)} if row["pairing"] is None else {}
                rows.patch(INVITATIONS, row["id"], role_id=moved_to, json=_saying(row, moved))
        case _:
            pass


def _saying(row: Mapping[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    return {**row["json"], "word": {**row["json"]["word"], **more}}


def _sent(rows: Rows, recorded: Recorded, event: i.InvitationSent) -> None:
    word: dict[str, Any] = {"email": person(event.email_ref), "state": "pending", "sentCount": 1}
    if event.pairing is None:  # no `invite.create` says it
        word["roleId"] = str(event.role_id)
        word["invitedBy"] = None if event.invited_by is None else str(event.invited_by)
        word["createdAt"] = wire_time(recorded.occurred_at)
        word["expiresAt"] = wire_time(event.expires_at)
    rows.put(
        INVITATIONS,
        recorded.entity_id,
        email_hash=event.email_hash,
        role_id=event.role_id,
        state="pending",
        expires_at=event.expires_at,
        custodian_role_id=event.custodian_role_id,
        pairing=shape(event.pairing),
        json={"id": str(recorded.entity_id), "word": word},
    )


def role_name(rows: Rows, role_id: UUID) -> str:
    """The name of a role that the account has, "" of one it had."""
    row = rows.get(ROLES, {"role_id": role_id})
    return "" if row is None else row["name"]


# An invitation whose time has passed is over, whether or not the sweep has written that down already.
_INVITATIONS = """
select (jsonb_set(invitation.json, '{word,state}', to_jsonb(now.state)) || case
    when invitation.custodian_role_id = any(%(reads)s::uuid[])
        then jsonb_build_object('pairing', invitation.pairing)
    else '{}'::jsonb
end)::text
from read.invitations invitation
cross join lateral (
    select case when invitation.state = 'pending' and invitation.expires_at <= %(now)s
        then 'expired' else invitation.state end as state
) now
where invitation.account_id = %(account_id)s
  and (%(states)s::text[] is null
      or invitation.state = any(%(states)s::text[])
          and (invitation.state <> 'pending' or invitation.expires_at > %(now)s)
      or 'expired' = any(%(states)s::text[])
          and invitation.state = 'pending' and invitation.expires_at <= %(now)s)
order by invitation.seq desc
limit 1000
"""

_WAITING = """
select id from read.invitations
where account_id = %(account_id)s and email_hash = %(email_hash)s and state = 'pending'
"""


async def invitations_of(
    reader: Reader, account_id: UUID, now: datetime, *, reads: Sequence[UUID], states: Sequence[str] | None
) -> list[str]:
    """The newest 1,000 of these states; `reads` are the roles the caller holds keys of."""
    asked = {"reads": list(reads), "states": None if states is None else list(states), "now": now}
    rows = await reader.all(_INVITATIONS, {"account_id": account_id, **asked}, account_id=account_id)
    return [json for (json,) in rows]


async def waiting_for(reader: Reader, account_id: UUID, email_hash: str) -> UUID | None:
    """The invitation of this account that waits for an address."""
    row = await reader.one(
        _WAITING, {"account_id": account_id, "email_hash": email_hash}, account_id=account_id
    )
    return None if row is None else row[0]
