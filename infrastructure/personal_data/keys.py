"""The keys of persons and records: made on first use, wrapped by a key outside the database, destroyed."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from hashlib import sha256
from uuid import UUID

import psycopg
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from psycopg_pool import AsyncConnectionPool

from infrastructure.canonical import canonical
from infrastructure.postgres import ask, connection_of

# A destroyed key may live on in another process for this long, and no longer.
REMEMBERED_SECONDS = 30.0
_MOST_REMEMBERED = 10_000
_LABEL = "coffer.v1.subject_key.aad"


class KeyWrapping:
    """Keys of subjects as they are stored: under the newest of the installation's keys."""

    def __init__(self, newest: bytes, *older: bytes) -> None:
        self._ciphers = {sha256(key).digest()[:4]: AESGCM(key) for key in (newest, *older)}
        self._newest = sha256(newest).digest()[:4]

    def wrap(self, subject: UUID, key: bytes) -> bytes:
        iv = os.urandom(12)
        sealed = self._ciphers[self._newest].encrypt(iv, key, canonical(_LABEL, subject))
        return self._newest + iv + sealed

    def unwrap(self, subject: UUID, wrapped: bytes) -> bytes:
        cipher = self._ciphers[wrapped[:4]]
        return cipher.decrypt(wrapped[4:16], wrapped[16:], canonical(_LABEL, subject))


class SubjectKeys:
    """Keys by subject, remembered for half a minute."""

    def __init__(self, pool: AsyncConnectionPool, wrapping: KeyWrapping) -> None:
        self._pool = pool
        self._wrapping = wrapping
        self._remembered: dict[UUID, tuple[bytes, float]] = {}

    async def key(self, subject: UUID, *, owner: UUID | None = None, expires_on: date | None = None) -> bytes:
        """The key of a subject, made when there is none."""
        known = (await self.known((subject,))).get(subject)
        if known is not None:
            return known
        wrapped = self._wrapping.wrap(subject, AESGCM.generate_key(256))
        # Somebody else may have been faster: the row that is there is the key.
        values = (subject, owner or subject, wrapped, expires_on)
        await ask(self._pool, lambda connection: connection.execute(_INSERT, values, prepare=True))
        return (await self.known((subject,)))[subject]

    async def known(self, subjects: Collection[UUID]) -> dict[UUID, bytes]:
        """The keys that there are."""
        now = time.monotonic()
        found = {s: kept[0] for s in subjects if (kept := self._remembered.get(s)) and kept[1] > now}
        missing = [subject for subject in subjects if subject not in found]
        if missing:

            async def question(connection: psycopg.AsyncConnection) -> list[tuple[UUID, bytes]]:
                return await (await connection.execute(_SELECT, (missing,), prepare=True)).fetchall()

            rows = await ask(self._pool, question)
            found |= self._unwrapped(rows, now)
        return found

    def remembered_until(self, subject: UUID) -> float:
        """Until when, by the monotonic clock, this process may use the key without asking for it again."""
        kept = self._remembered.get(subject)
        return 0.0 if kept is None else kept[1]

    async def forget(self, subject: UUID) -> None:
        """Destroy the key and all that belong to the same owner; snapshots under it go as well."""
        async with connection_of(self._pool) as connection, connection.transaction():
            rows = await connection.execute(
                "delete from es.subject_key where subject = %(it)s or owner_id = %(it)s returning subject",
                {"it": subject},
            )
            gone = [row[0] async for row in rows]
            await connection.execute("delete from es.snapshot where stream_id = any(%s)", ([subject, *gone],))
        self.drop(gone)

    def drop(self, subjects: Iterable[UUID]) -> None:
        """Remember these no longer: they were destroyed."""
        for subject in subjects:
            self._remembered.pop(subject, None)

    def _unwrapped(self, rows: Sequence[tuple[UUID, bytes]], now: float) -> dict[UUID, bytes]:
        if len(self._remembered) > _MOST_REMEMBERED:
            self._remembered.clear()
        keys = {subject: self._wrapping.unwrap(subject, wrapped) for subject, wrapped in rows}
        for subject, key in keys.items():
            self._remembered[subject] = (key, now + REMEMBERED_SECONDS)
        return keys


def known_on(
    connection: psycopg.Connection, wrapping: KeyWrapping, subjects: Sequence[UUID]
) -> dict[UUID, bytes]:
    """The keys that there are, for a follower: it reads on its own connection and remembers nothing."""
    if not subjects:
        return {}
    rows = connection.execute(_SELECT, (list(subjects),), prepare=True).fetchall()
    return {subject: wrapping.unwrap(subject, wrapped) for subject, wrapped in rows}


_SELECT = "select subject, wrapped from es.subject_key where subject = any(%s::uuid[])"
_INSERT = """
insert into es.subject_key (subject, owner_id, wrapped, expires_on) values (%s, %s, %s, %s)
on conflict do nothing
"""
