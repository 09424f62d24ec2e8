"""The program that replays one account for one request, in a process of its own, and ends.

It reads what is asked as JSON from standard input and answers with JSON. A process of its own can be ended at
its deadline, and folding keeps nobody waiting whose request is answered beside it.
"""

from __future__ import annotations

import base64
import contextlib
import io
import os
import re
import sys
import time
from collections.abc import Generator
from contextlib import closing, contextmanager
from typing import Any
from uuid import UUID

import msgspec
import psycopg

from api.composition.auditing import verifier
from application.catalogue import DECIDERS
from application.oversight.histories import (
    AccountAsOf,
    AccountVerified,
    KindCount,
    LogFinding,
    Moment,
    ReadModelFinding,
    RecordFinding,
    ThingAsOf,
    ThingsAsOf,
)
from infrastructure.event_store.as_of import CannotFold, counts_as_of, things_as_of
from infrastructure.event_store.beside import compare_account
from infrastructure.event_store.completing import History
from infrastructure.event_store.moments import position_at, recorded_at
from infrastructure.event_store.recorded import held_to_what_was_recorded
from infrastructure.event_store.registry import EventRegistry
from infrastructure.event_store.replay import TookTooLong
from infrastructure.log_tree.bundle import NothingSealed, connected, lines_of
from infrastructure.oversight.replays import Asked, Busy, Unfoldable
from infrastructure.personal_data.keys import KeyWrapping
from infrastructure.vault.log_key import KEY_OF_LOG
from projections.catalogue import PROJECTIONS
from projections.oversight.as_of import KINDS, listed

# Its requests are never in a hurry.
_NICENESS = 10
# Digests of the last months; the command line goes through all.
_RECORDS = 90
_NOT_VERIFIED = re.compile(r"NOT VERIFIED\. Position (\d+)")
_ONE_AT_A_TIME = "select pg_try_advisory_lock(hashtextextended(%s, 0))"
# `kept` is what an answer does not say of itself; an address is a guess away from its hash.
_UNSAID = ("account_id", "seq", "kept", "email_hash")


class _Replaying:
    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._history = History(EventRegistry(DECIDERS), KeyWrapping(asked.kek))
        self._ends = time.monotonic() + asked.seconds

    def answer(self) -> AccountAsOf | ThingsAsOf | AccountVerified:
        if self._asked.what == "verify":
            return self._verified()
        with connected(self._asked.url) as connection:
            position = _position(connection, self._asked.at or 0)
            at = recorded_at(connection, position)
        if self._asked.what == "counts":
            counts = counts_as_of(
                self._asked.url, self._history, KINDS, self._asked.account_id, position, self._ends
            )
            return AccountAsOf(position, at, tuple(KindCount(*one) for one in counts.items()))
        return self._things(position, at)

    def _things(self, position: int, at: Any) -> ThingsAsOf:
        asked, kind = self._asked, KINDS[self._asked.kind]
        found = things_as_of(
            *(asked.url, self._history, kind, asked.account_id, position, asked.thing_id),
            after=asked.after,
            limit=asked.limit + 1,
            ends=self._ends,
        )
        things = tuple(
            ThingAsOf(
                asked.kind,
                thing.id,
                thing.position,
                listed({name: value for name, value in thing.values.items() if name not in _UNSAID}),
                thing.values["json"] if kind.current is not None else None,
            )
            for thing in found[: asked.limit]
        )
        further = len(found) > asked.limit
        return ThingsAsOf(position, at, things, UUID(things[-1].id) if further else None)

    def _verified(self) -> AccountVerified:
        asked = self._asked
        log = self._log()
        compared = list(
            compare_account(asked.url, self._history, PROJECTIONS, asked.account_id, ends=self._ends)
        )
        models = tuple(
            ReadModelFinding(
                *(one.name, one.version, one.position, one.live.rows, one.equal),
                tuple(map(str, one.differences)) + ((one.failed,) if one.failed else ()),
            )
            for one in compared
        )
        records = tuple(
            RecordFinding(
                one.position,
                one.at,
                tuple(sorted(one.equal)),
                tuple(sorted({*one.different, *one.failed})),
                tuple(sorted(one.other_versions)),
            )
            for one in held_to_what_was_recorded(
                *(asked.url, self._history, PROJECTIONS, asked.account_id), newest=_RECORDS, ends=self._ends
            )
        )
        well = log.verified and all(one.equal for one in models) and not any(one.different for one in records)
        return AccountVerified(well, log, models, records)

    def _log(self) -> LogFinding:
        """By the program that auditors have, over the account's bundle."""
        asked, said = self._asked, io.StringIO()
        with connected(asked.url) as connection:
            row = connection.execute(KEY_OF_LOG, (asked.log_name,)).fetchone()
            if row is None:
                return LogFinding(False, "Nothing is signed yet.")
            key = bytes(row[0])
            lines = lines_of(connection, 0, asked.log_name, key, asked.account_id)
            try:
                with closing(lines), contextlib.redirect_stdout(said):
                    code = verifier()(["-", "--key", base64.b64encode(key).decode("ascii")], lines)
            except NothingSealed:
                return LogFinding(False, "Nothing is signed yet.")
        bad = _NOT_VERIFIED.match(said.getvalue())
        return LogFinding(code == 0, said.getvalue().strip(), int(bad[1]) if bad else None)


def _position(connection: psycopg.Connection, at: Moment) -> int:
    if not isinstance(at, int):
        return position_at(connection, at)
    row = connection.execute("select position from es.head where log_id = 0").fetchone()
    return min(at, 0 if row is None else row[0])


@contextmanager
def _alone(url: str, account_id: UUID) -> Generator[bool]:
    """Whether no other process replays this account."""
    with connected(url) as connection:
        row = connection.execute(_ONE_AT_A_TIME, (f"replay of {account_id}",)).fetchone()
        yield row is not None and row[0]


def main() -> None:
    os.nice(_NICENESS)
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=Asked)
    found: Any
    with _alone(asked.url, asked.account_id) as alone:
        try:
            found = _Replaying(asked).answer() if alone else Busy()
        except TookTooLong:
            found = Unfoldable(too_long=True)
        except CannotFold as failure:
            found = Unfoldable(said=str(failure))
    sys.stdout.buffer.write(msgspec.json.encode(found))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
