"""Devices, people, roles and wraps as the key log has them: the tables of one read model."""

from __future__ import annotations

from projections.kernel import Table

DEVICES = Table(
    "devices",
    {
        "id": "uuid not null",
        "user_id": "uuid not null",
        # pending: asks one of its person's devices; waiting: for a vouch; active; revoked
        "state": "text not null",
        "device_public_key": "text not null",
        "sign_public_key": "text not null",
        "statement_hash": "text",
        "recovery": "jsonb not null",
        "announced_at": "timestamptz not null",
        "attached_at": "timestamptz",
        "json": "jsonb not null",
    },
    indexes=("account_id, user_id", "account_id, device_public_key"),
)
PEOPLE = Table(
    "key_people",
    {
        "user_id": "uuid not null",
        "capabilities": "smallint not null",
        "verified": "boolean not null",
        "person_salt_ref": "text",
        "seen_at": "timestamptz",
    },
    key=("user_id",),
)
PERSON_SALTS = Table(
    "person_salts",
    # Of commitments that no vouch has confirmed, by the `device.add` that makes them.
    {
        "user_id": "uuid not null",
        "statement_hash": "text not null",
        "salt_ref": "text",
        "at": "timestamptz not null",
    },
    key=("user_id", "statement_hash"),
)
ROLE_KEYS = Table(
    "role_keys",
    {
        "role_id": "uuid not null",
        "generation": "bigint not null",
        "public_key": "text not null",
        "sign_public_key": "text not null",
        "name_salt": "text",
        "roll_due": "boolean not null",
        "personal": "boolean not null",
        "changed_at": "timestamptz not null",
    },
    key=("role_id",),
)
HOLDERS = Table(
    "role_holders",
    {"role_id": "uuid not null", "user_id": "uuid not null", "since": "timestamptz not null"},
    key=("role_id", "user_id"),
    indexes=("account_id, user_id",),
)
WRAPS = Table(
    "role_wraps",
    {
        "role_id": "uuid not null",
        "device_id": "uuid not null",
        "generation": "bigint not null",
        "user_id": "uuid not null",
        "device_public_key": "text not null",
        "json": "jsonb not null",
    },
    key=("role_id", "device_id"),
    indexes=("account_id, device_public_key",),
)
LINKS = Table(
    "role_links",
    {
        "role_id": "uuid not null",
        "generation": "bigint not null",
        "number": "integer not null",
        "sealed": "text not null",
    },
    key=("role_id", "generation", "number"),
)
