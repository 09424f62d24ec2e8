"""Binding secrets to their data: at the first migration of a database, and never again."""

from __future__ import annotations

import psycopg
from cryptography.exceptions import InvalidTag

from infrastructure.personal_data.blind_index import hash_key, keyed_hash
from infrastructure.personal_data.keys import KeyWrapping, known_on
from infrastructure.personal_data.sealing import open_values, parse
from infrastructure.secret_checks import (
    AUTH,
    KEK,
    LOG_KEY,
    RESTORE,
    WrongSecrets,
    foreign,
    kept_in,
    refuse_foreign,
    served_with,
    signed_with,
)
from infrastructure.settings import Settings
from infrastructure.vault.log_key import make_log_key, read_log_key

# Whoever else binds secrets to this database waits until this has been committed.
_LOCK = 0x636F66666574
# People whose addresses can be looked up, and whose keys are there to open them.
_SOME_PEOPLE = """
select u.email_ref, u.email_index from read.users as u
where u.email_index is not null and exists (select from es.subject_key as k where k.subject = u.id)
order by u.created_at desc limit 3
"""


def bind_secrets(owner_url: str, settings: Settings) -> None:
    """Compare the secrets with the check values of the database, or leave them there when it has none.

    A database without check values is either new, or of a version before them: then a secret is taken for
    its own only when it opens what lies there. All of it is one transaction, so a crash leaves all check
    values or none. Raises `WrongSecrets`.
    """
    with psycopg.connect(owner_url) as owner:
        owner.execute("select pg_advisory_xact_lock(%s)", (_LOCK,))
        kept = kept_in(owner)
        if LOG_KEY not in kept and not settings.log_key_file.exists():
            if _has_signed(owner):
                raise WrongSecrets(f"{LOG_KEY} ({settings.log_key_file}) is missing. {RESTORE}")
            make_log_key(settings.log_key_file)
        held = {**served_with(settings), **signed_with(settings.log_key_file)}
        refuse_foreign({name: held[name] for name in held if name in kept}, kept)
        proofs = {KEK: _opens_keys, AUTH: _finds_people, LOG_KEY: _has_signed_this}
        new = [name for name in held if name not in kept]
        for name in new:
            if name in proofs and not proofs[name](owner, settings):
                raise WrongSecrets(foreign([name]))
            owner.execute("insert into es.secret_check (name, value) values (%s, %s)", (name, held[name]))


def refuse_other_secrets(owner_url: str, settings: Settings) -> None:
    """Raise `WrongSecrets` when the database knows others, before anything is changed in it."""
    with psycopg.connect(owner_url) as owner:
        if owner.execute("select to_regclass('es.secret_check')").fetchone() == (None,):
            return
        if kept := kept_in(owner):
            refuse_foreign({**served_with(settings), **signed_with(settings.log_key_file)}, kept)


def _opens_keys(owner: psycopg.Connection, settings: Settings) -> bool:
    """Whether this key wraps the keys of people and records that lie there."""
    wrapping = KeyWrapping(settings.kek)
    with owner.cursor(name="wrapped") as rows:
        try:
            for subject, wrapped in rows.execute("select subject, wrapped from es.subject_key"):
                wrapping.unwrap(subject, wrapped)
        except (KeyError, InvalidTag):
            return False
    return True


def _finds_people(owner: psycopg.Connection, settings: Settings) -> bool:
    """Whether the addresses of people lie under the hashes that this secret gives them.

    Asked after the key of keys, which opens the addresses.
    """
    if owner.execute("select to_regclass('read.users')").fetchone() == (None,):
        return True
    key, wrapping = hash_key(settings.auth_secret, "email"), KeyWrapping(settings.kek)
    for ref, index in owner.execute(_SOME_PEOPLE).fetchall():
        sealed = parse(ref)
        try:
            (address,) = open_values([sealed], known_on(owner, wrapping, [sealed.subject]))
        except (KeyError, InvalidTag):
            return False
        if address is not None and keyed_hash(key, address.strip().lower()) != index:
            return False
    return True


def _has_signed(owner: psycopg.Connection) -> bool:
    return owner.execute("select from vault.log_key limit 1").fetchone() is not None


def _has_signed_this(owner: psycopg.Connection, settings: Settings) -> bool:
    """Whether the history was signed by this key, or by none yet."""
    key = read_log_key(settings.log_key_file).public_key().public_bytes_raw()
    row = owner.execute(
        "select public_key from vault.log_key where name = %s", (settings.log_name,)
    ).fetchone()
    return row is None or bytes(row[0]) == key
