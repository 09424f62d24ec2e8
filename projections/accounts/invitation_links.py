"""Invitations as the invited person finds them: by the link, or by the address, in every account."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from domain.accounts import invitations as i
from domain.accounts.accounts.events import AccountRenamed, RoleChanged, RoleRetired
from domain.kernel import Recorded, wire_time
from projections.accounts.accounts import ACCOUNTS
from projections.accounts.invitations import ENDS, role_name
from projections.kernel import Reader, Rows, Table
from projections.wire import person

# Whoever is invited belongs to no account yet whose rows could be shown; so these belong to none.
LINKS = Table(
    "invitation_links",
    {
        "account_id": "uuid not null",
        "id": "uuid not null",
        "email_hash": "text not null",
        "token_hash": "text not null",
        "role_id": "uuid not null",
        "invited_by": "uuid",
        "state": "text not null",
        "expires_at": "timestamptz not null",
        "json": "jsonb not null",
    },
    account=False,
    key=("account_id", "id"),
    indexes=("email_hash, state, seq", "id", "expires_at where state = 'pending'"),
    unique=("token_hash",),
)


def apply(rows: Rows, recorded: Recorded) -> None:
    event = recorded.event
    key = {"account_id": recorded.account_id, "id": recorded.entity_id}
    match event:
        case i.InvitationSent():
            _sent(rows, recorded, event)
        case i.InvitationResent(token_hash=token_hash):
            rows.patch(LINKS, key, token_hash=token_hash)
        case i.InvitationAccepted() | i.InvitationCancelled() | i.InvitationExpired():
            rows.patch(LINKS, key, state=ENDS[type(event)])
        case AccountRenamed(display_name=name):
            _show(rows, {"accountName": name}, account_id=recorded.account_id)
        case RoleChanged(role_id=role_id, name=name) if name is not None:
            _show(rows, {"roleName": name}, account_id=recorded.account_id, role_id=role_id)
        case RoleRetired(role_id=role_id, moved_to=moved_to) if moved_to is not None:
            for row in rows.select(LINKS, account_id=recorded.account_id, role_id=role_id):
                _say(rows, row, {"roleName": role_name(rows, moved_to)}, role_id=moved_to)
        case _:
            pass


def _show(rows: Rows, shown: dict[str, Any], **where: Any) -> None:
    for row in rows.select(LINKS, **where):
        _say(rows, row, shown)


def _say(rows: Rows, row: Mapping[str, Any], shown: dict[str, Any], **columns: Any) -> None:
    place = {"account_id": row["account_id"], "id": row["id"]}
    json = {**row["json"], "word": {**row["json"]["word"], **shown}}
    rows.patch(LINKS, place, json=json, **columns)


def _sent(rows: Rows, recorded: Recorded, event: i.InvitationSent) -> None:
    account = rows.get(ACCOUNTS, {"account_id": recorded.account_id})
    rows.put(
        LINKS,
        {"account_id": recorded.account_id, "id": recorded.entity_id},
        email_hash=event.email_hash,
        token_hash=event.token_hash,
        role_id=event.role_id,
        invited_by=event.invited_by,
        state="pending",
        expires_at=event.expires_at,
        json={
            "id": str(recorded.entity_id),
            "accountId": str(recorded.account_id),
            "word": {
                "accountName": "" if account is None else account["display_name"],
                "roleName": role_name(rows, event.role_id),
                "emailMasked": person(event.email_ref),
                "expiresAt": wire_time(event.expires_at),
            },
        },
    )


class InvitationLink(NamedTuple):
    """An invitation with its ready JSON; `emailMasked` in it is still the whole address' place."""

    id: UUID
    account_id: UUID
    email_hash: str
    json: str


_CARD = """
select link.id, link.account_id, link.email_hash, (link.json || jsonb_build_object(
    'word', link.json -> 'word' || jsonb_build_object(
        'state', case when link.state = 'pending' and link.expires_at <= %(now)s
            then 'expired' else link.state end,
        'inviterName', case when inviter.id is not null then jsonb_build_object('pii', inviter.name_ref) end
    )
))::text
from read.invitation_links link
left join read.users inviter on inviter.id = link.invited_by
"""


async def link_of_token(reader: Reader, token_hash: str, now: datetime) -> InvitationLink | None:
    """What the newest link of an invitation leads to."""
    row = await reader.one(
        _CARD + "where link.token_hash = %(token_hash)s", {"token_hash": token_hash, "now": now}
    )
    return None if row is None else InvitationLink(*row)


async def link_of_id(
    reader: Reader, invitation_id: UUID, email_hash: str, now: datetime
) -> InvitationLink | None:
    """The same for a user with the verified invited address."""
    row = await reader.one(
        _CARD + "where link.id = %(id)s and link.email_hash = %(email_hash)s",
        {"id": invitation_id, "email_hash": email_hash, "now": now},
    )
    return None if row is None else InvitationLink(*row)


async def link_of_bearer(reader: Reader, invitation_id: UUID, now: datetime) -> InvitationLink | None:
    """The invitation of a handed-over link, for a caller without a session."""
    row = await reader.one(_CARD + "where link.id = %(id)s", {"id": invitation_id, "now": now})
    return None if row is None else InvitationLink(*row)


async def links_of_address(reader: Reader, email_hash: str, now: datetime) -> list[InvitationLink]:
    """All that wait for an address, in all accounts."""
    rows = await reader.all(
        _CARD + "where link.email_hash = %(email_hash)s and link.state = 'pending' "
        "and link.expires_at > %(now)s order by link.seq desc limit 200",
        {"email_hash": email_hash, "now": now},
    )
    return [InvitationLink(*row) for row in rows]


async def links_over_at(reader: Reader, now: datetime) -> list[tuple[UUID, UUID]]:
    """Account and id of invitations that have expired but are still open."""
    rows = await reader.all(
        "select account_id, id from read.invitation_links "
        "where state = 'pending' and expires_at <= %(now)s order by expires_at limit 500",
        {"now": now},
    )
    return [(account_id, id) for account_id, id in rows]
