"""Who has which wrap and who waits for one: hints and carriers, never the source of a membership."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.kernel import wire_time
from projections.kernel import Reader

_PUBLIC_KEYS = """
select d.user_id, d.id, d.device_public_key, d.sign_public_key, d.json->'word'->'deviceName',
    d.statement_hash, d.attached_at, k.held > 0 and k.held = k.wrapped
from read.devices as d
cross join lateral (
    select count(*) as held, count(w.role_id) as wrapped
    from read.role_holders as h
    left join read.role_wraps as w
        on w.account_id = h.account_id and w.role_id = h.role_id and w.device_id = d.id
    where h.account_id = d.account_id and h.user_id = d.user_id
        and (%(role_id)s::uuid is null or h.role_id = %(role_id)s)
) as k
where d.account_id = %(account_id)s and d.state = 'active' and (%(role_id)s::uuid is null or k.held > 0)
order by d.user_id, d.attached_at, d.id
"""
_MISSING = """
select k.role_id, d.user_id, d.id
from read.role_holders as mine
join read.role_keys as k on k.account_id = mine.account_id and k.role_id = mine.role_id and not k.roll_due
join read.role_holders as h on h.account_id = k.account_id and h.role_id = k.role_id
join read.devices as d on d.account_id = h.account_id and d.user_id = h.user_id and d.state = 'active'
where mine.account_id = %(account_id)s and mine.user_id = %(user_id)s
    and not exists (
        select from read.role_wraps as w
        where w.account_id = k.account_id and w.role_id = k.role_id and w.device_id = d.id
    )
order by greatest(h.since, d.attached_at, k.changed_at), k.role_id, d.id
"""
# Wraps are served to an active device of somebody who holds the role, whatever its key was before.
_WRAPS = """
select w.json::text
from read.role_wraps as w
join read.devices as d on d.account_id = w.account_id and d.id = w.device_id and d.state = 'active'
join read.role_holders as h
    on h.account_id = w.account_id and h.role_id = w.role_id and h.user_id = d.user_id
where w.account_id = %(account_id)s and w.device_public_key = %(key)s and d.user_id = %(user_id)s
    and (%(role_id)s::uuid is null or w.role_id = %(role_id)s)
order by w.role_id
"""
_LINKS = """
select sealed from read.role_links where account_id = %(account_id)s and role_id = %(role_id)s
order by generation desc, number
"""
_PENDING = """
select d.json::text
from read.devices as d
left join read.key_people as p on p.account_id = d.account_id and p.user_id = %(user_id)s
where d.account_id = %(account_id)s and (
    (d.state = 'pending' and d.user_id = %(user_id)s and d.announced_at > %(since)s)
    or (d.state = 'waiting' and (d.user_id = %(user_id)s or p.capabilities & 1 = 1))
)
order by d.announced_at, d.id
"""
_ENVELOPES = """
select id, recovery
from read.devices
where account_id = %(account_id)s and user_id = %(user_id)s and state = 'active'
order by attached_at desc, id
"""


async def public_keys(reader: Reader, account_id: UUID, role_id: UUID | None) -> list[dict[str, Any]]:
    rows = await reader.all(
        _PUBLIC_KEYS, {"account_id": account_id, "role_id": role_id}, account_id=account_id
    )
    return [
        {
            "userId": str(user_id),
            "deviceId": str(device_id),
            "devicePublicKeyB64u": agreement,
            "signPublicKeyB64u": signing,
            "statementHashB64u": statement_hash,
            "word": {
                "deviceName": msgspec.json.decode(name),
                "attachedAt": wire_time(attached_at),
                "hasWrap": has_wrap,
            },
        }
        for user_id, device_id, agreement, signing, name, statement_hash, attached_at, has_wrap in rows
    ]


async def missing_wraps(reader: Reader, account_id: UUID, user_id: UUID) -> list[dict[str, Any]]:
    """The devices that this person could serve, who waits longest first: ids only, the key log decides."""
    rows = await reader.all(_MISSING, {"account_id": account_id, "user_id": user_id}, account_id=account_id)
    return [
        {"roleId": str(role_id), "userId": str(other), "deviceId": str(device_id)}
        for role_id, other, device_id in rows
    ]


async def wraps_of_device(
    reader: Reader, account_id: UUID, user_id: UUID, device_key: str, role_id: UUID | None = None
) -> list[str]:
    """The wraps of an own device, as ready JSON."""
    params = {"account_id": account_id, "user_id": user_id, "key": device_key, "role_id": role_id}
    return [json for (json,) in await reader.all(_WRAPS, params, account_id=account_id)]


async def links_of_role(reader: Reader, account_id: UUID, role_id: UUID) -> list[str]:
    """From the newest generation down; several of one generation follow each other."""
    params = {"account_id": account_id, "role_id": role_id}
    return [sealed for (sealed,) in await reader.all(_LINKS, params, account_id=account_id)]


async def pending_devices(
    reader: Reader, account_id: UUID, user_id: UUID, since: datetime
) -> list[dict[str, Any]]:
    """The user's waiting devices; with manage-members also first devices of members without a vouch."""
    params = {"account_id": account_id, "user_id": user_id, "since": since}
    rows = await reader.all(_PENDING, params, account_id=account_id)
    return [msgspec.json.decode(json) for (json,) in rows]


async def envelopes_of(reader: Reader, account_id: UUID, user_id: UUID) -> list[tuple[UUID, Any]]:
    rows = await reader.all(_ENVELOPES, {"account_id": account_id, "user_id": user_id}, account_id=account_id)
    return [(row[0], row[1]) for row in rows]
