"""An audit bundle: events as they are stored, and what proves that they are those of the sealed log.

A bundle is a file of JSON, an object a line:

- first `{"bundle": "coffer.audit.v1", "log", "logName", "publicKey", "account", "size"}`;
- for each position in order either the event, `{"n": position, "h": header, "s": state, "l": sealed leaf,
  "v": version in its stream, "t": when it was recorded}`, or for events of others the root of a complete
  subtree of the tree, `{"n": first position, "c": count, "x": root}`;
- after the last position that it covers, `{"note": checkpoint}`.

Bytes are in Base64. The header is `infrastructure.canonical` of the envelope, and the leaf is
SHA-256(0x00 ‖ header ‖ state). `client/verify_log.py` reads it, and shares no code with this.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import Any, LiteralString, NamedTuple
from uuid import UUID

import psycopg

from infrastructure.event_store.leaf import VERSION, header_as_hashed
from infrastructure.log_tree.tiles import Tiles, tiles_of
from infrastructure.postgres import REACHED
from projections.merkle import peaks_of

FORMAT = "coffer.audit.v1"
# A checkpoint takes an auditor's machine some milliseconds: of those that were signed so many events apart.
APART = 4_096
_AT_ONCE = 2_000

_EVENTS: LiteralString = """
select position, state, recorded_at, account_id, kind, entity_id, stream_id, stream_version, type,
    schema_version, event_id, actor_kind, actor_id, impersonator_id, session_id, device_id, correlation_id,
    causation_id, request_id, origin, ip_ref, agent_ref, occurred_at
from es.event where log_id = %(log)s and position <= %(size)s
"""
_ALL = f"{_EVENTS} order by position"
_OF_ACCOUNT = f"{_EVENTS} and account_id = %(account)s order by position"
_NOTES = "select size, note from seal.checkpoint where log_id = %s order by size"
NEWEST_NOTE = "select note from seal.checkpoint where log_id = %s order by size desc limit 1"


class NothingSealed(Exception):
    """There is no checkpoint yet."""


class Note(NamedTuple):
    size: int
    note: str


def connected(url: str) -> psycopg.Connection:
    """A connection for `lines_of` and `newest_note`, of a command."""
    return psycopg.connect(url, autocommit=True, application_name="coffer audit", **REACHED)


def newest_note(connection: psycopg.Connection, log: int) -> str:
    """The newest checkpoint. Raises `NothingSealed`."""
    row = connection.execute(NEWEST_NOTE, (log,)).fetchone()
    if row is None:
        raise NothingSealed
    return row[0]


def lines_of(
    connection: psycopg.Connection, log: int, log_name: str, public_key: bytes, account: UUID | None = None
) -> Generator[str]:
    """The lines of a bundle up to the newest checkpoint: of the whole log, or of what concerns an account.

    Raises `NothingSealed`.
    """
    with connection.transaction():
        connection.execute("set transaction isolation level repeatable read, read only")
        notes = _notes(connection, log)
        yield _line(
            {
                "bundle": FORMAT,
                "log": log,
                "logName": log_name,
                "publicKey": _base64(public_key),
                "account": None if account is None else str(account),
                "size": notes[-1].size,
            }
        )
        tiles = tiles_of(connection, log)
        told = 0
        # A reader may stop early: the cursor has to end before the connection.
        with closing(_events(connection, log, notes[-1].size, account, tiles)) as events:
            for position, line in events:
                yield from _up_to(position - 1, told, notes, tiles)
                yield line
                told = position
                if notes and notes[0].size == position:
                    yield _line({"note": notes.pop(0).note})
        yield from _up_to(notes[-1].size if notes else told, told, notes, tiles)


def _notes(connection: psycopg.Connection, log: int) -> list[Note]:
    """The newest, and of those before it some."""
    notes: list[Note] = []
    newest: Note | None = None
    for newest in map(Note._make, connection.execute(_NOTES, (log,))):
        if newest.size - (notes[-1].size if notes else 0) >= APART:
            notes.append(newest)
    if newest is None:
        raise NothingSealed
    return notes if notes and notes[-1] == newest else [*notes, newest]


def _up_to(end: int, told: int, notes: list[Note], tiles: Tiles) -> Iterator[str]:
    """Facts of others that stand between, with the checkpoints over them."""
    while told < end or (notes and notes[0].size == told):
        until = min(end, notes[0].size) if notes else end
        for level, index in peaks_of(told, until):
            root = _base64(tiles.root(level, index))
            yield _line({"n": (index << level) + 1, "c": 1 << level, "x": root})
        told = until
        if notes and notes[0].size == told:
            yield _line({"note": notes.pop(0).note})


def _events(
    connection: psycopg.Connection, log: int, size: int, account: UUID | None, tiles: Tiles
) -> Generator[tuple[int, str]]:
    statement = _ALL if account is None else _OF_ACCOUNT
    with connection.cursor(name="events", binary=True) as cursor:
        cursor.itersize = _AT_ONCE
        cursor.execute(statement, {"log": log, "size": size, "account": account})
        for position, state, recorded_at, *envelope in cursor:
            sealed = tiles.root(0, position - 1)
            yield (
                position,
                _line(
                    {
                        "n": position,
                        "h": _base64(header_as_hashed(envelope, state, sealed)),
                        "s": _base64(state),
                        "l": _base64(sealed),
                        "v": envelope[VERSION],
                        "t": recorded_at.isoformat(),
                    }
                ),
            )


def _line(members: dict[str, Any]) -> str:
    return json.dumps(members, separators=(",", ":")) + "\n"


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")
