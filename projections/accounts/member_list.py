"""The members of an account: what opens the commitment to a name, and what only the server knows."""

from __future__ import annotations

from uuid import UUID

from projections.kernel import Reader

_MEMBER = """
select (jsonb_build_object(
    'id', member.user_id,
    'email', jsonb_build_object('pii', person.email_ref),
    'name', jsonb_build_object('pii', person.name_ref)
) || jsonb_strip_nulls(jsonb_build_object(
    'word', jsonb_build_object(
        'roleId', member.role_id,
        'readsRoleIds', to_jsonb(member.reads_role_ids),
        'emailVerified', person.verified,
        'state', case when person.banned then 'banned' else 'active' end,
        'joinedAt', to_char(member.joined_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'lastSeenAt', to_char(known.seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    ),
    'personSaltB64u', (
        select jsonb_build_object('pii', salt.ref)
        from (select coalesce(known.person_salt_ref, (
            select (array_agg(waiting.salt_ref order by waiting.at desc))[1]
            from read.person_salts waiting
            where waiting.account_id = member.account_id and waiting.user_id = member.user_id
        )) as ref) salt
        where salt.ref is not null
    )
)))::text
from read.account_members member
join read.users person on person.id = member.user_id
left join read.key_people known on known.account_id = member.account_id and known.user_id = member.user_id
where member.account_id = %(account_id)s
"""


async def members_of(
    reader: Reader, account_id: UUID, *, role_id: UUID | None, state: str | None
) -> list[str]:
    """All members in the order they joined."""
    rows = await reader.all(
        _MEMBER
        + "and (%(role_id)s::uuid is null or member.role_id = %(role_id)s) "
        + "and (%(state)s::text is null or person.banned = (%(state)s = 'banned')) "
        + "order by member.joined_at, member.user_id",
        {"account_id": account_id, "role_id": role_id, "state": state},
        account_id=account_id,
    )
    return [json for (json,) in rows]


async def member_of(reader: Reader, account_id: UUID, user_id: UUID) -> str | None:
    row = await reader.one(
        _MEMBER + "and member.user_id = %(user_id)s",
        {"account_id": account_id, "user_id": user_id},
        account_id=account_id,
    )
    return None if row is None else row[0]
