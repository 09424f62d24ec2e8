"""Secrets belong to their data: a check value of each stands in the database, and tells nothing of it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping
from pathlib import Path

import psycopg
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from infrastructure.canonical import canonical
from infrastructure.refusals import CannotStart
from infrastructure.settings import Settings
from infrastructure.vault.log_key import UnreadableLogKey, read_log_key

KEK, AUTH, BLOB, LOG_KEY = "COFFER_KEK", "COFFER_AUTH_SECRET", "COFFER_BLOB_SECRET", "COFFER_LOG_KEY_FILE"

_KEPT = "select name, value from es.secret_check"


class WrongSecrets(CannotStart):
    """Secrets are missing or another installation's; the text is one line that says which and what to do."""


def check_value(name: str, secret: bytes) -> bytes:
    """What the database keeps of a secret: of 32 random bytes and more, so nobody can guess it by this."""
    return HKDF(SHA256(), 32, salt=None, info=canonical("coffer.v1.secret_check", name)).derive(secret)


def served_with(settings: Settings) -> dict[str, bytes]:
    """The check values of the secrets that every process has."""
    held = {KEK: settings.kek, AUTH: settings.auth_secret, BLOB: settings.blob_secret}
    return {name: check_value(name, secret) for name, secret in held.items()}


def signed_with(file: Path) -> dict[str, bytes]:
    """That of the log's key, which only who signs the history has. Raises `WrongSecrets` without it."""
    try:
        key = read_log_key(file)
    except FileNotFoundError:
        raise WrongSecrets(f"{_named([LOG_KEY], file)} is missing. {RESTORE}") from None
    except UnreadableLogKey as unreadable:
        raise WrongSecrets(f"{LOG_KEY}: {unreadable} {RESTORE}") from None
    return {LOG_KEY: check_value(LOG_KEY, key.private_bytes_raw())}


def differing(held: Mapping[str, bytes], kept: Mapping[str, bytes]) -> list[str]:
    """The names of the secrets that are not those of the data, or that it knows nothing of."""
    return [name for name, value in held.items() if not hmac.compare_digest(value, kept.get(name, b""))]


def kept_in(connection: psycopg.Connection) -> dict[str, bytes]:
    return {name: bytes(value) for name, value in connection.execute(_KEPT).fetchall()}


def refuse_foreign(held: Mapping[str, bytes], kept: Mapping[str, bytes]) -> None:
    """Raise `WrongSecrets` unless each of these secrets is the one that the data was written with."""
    if wrong := differing(held, kept):
        raise WrongSecrets(foreign(wrong))


def foreign(names: Iterable[str]) -> str:
    return f"{_named(names)} did not write this data. {RESTORE}"


RESTORE = (
    "Put back the folder `secrets` that was kept with this database, or use another database. "
    "Nothing was changed."
)


def _named(names: Iterable[str], file: Path | None = None) -> str:
    listed = ", ".join(names)
    return listed if file is None else f"{listed} ({file})"
