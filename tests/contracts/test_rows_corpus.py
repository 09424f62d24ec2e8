"""Lists in the form of rows beside what JSON says of the same items: written by the server, read by all.

`rows.json` is read by the web app, too (`web/src/keyring/rows`), so that all of them mean the same bytes.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest

from api.http.work.plain_bodies import CONTACT_ROWS
from api.http.work.row_form import Places, Row, RowForm
from api.http.work.row_frames import END
from api.http.work.task_bodies import TASK_ROWS
from client.crypto import base64url
from projections.vault.chains import Link
from projections.work.row_lists import Contents
from tests.support.in_rows import check_row, read

CORPUS: Final = Path(__file__).with_name("rows.json")
_KINDS: Final = {"contact": CONTACT_ROWS, "task": TASK_ROWS}


class Case(NamedTuple):
    """A list for a holder of the roles `reads`; `roles` and `people` are those that its header names."""

    kind: str
    reads: list[str]
    roles: list[str]
    people: list[str]
    header: dict[str, Any]
    items: list[dict[str, Any]]


def _cases() -> list[tuple[Case, bytes]]:
    stored: list[dict[str, Any]] = json.loads(CORPUS.read_bytes()) if CORPUS.exists() else []
    return [
        (Case(*(case[name] for name in Case._fields)), base64url.decode(case["rowsB64u"])) for case in stored
    ]


def rows_of(case: Case) -> bytes:
    """The list as the server writes it, with the proof of each row."""
    places = Places([*map(UUID, case.roles)]), Places([*map(UUID, case.people)])
    form = RowForm(_KINDS[case.kind], "all", frozenset(map(UUID, case.reads)), *places)
    rows = [
        Row(
            Contents(
                UUID(one["item"]["id"]),
                json.dumps(one["item"]),
                None if one["numbers"] is None else json.dumps({"sealed": one["numbers"]}),
            )
        )
        for one in case.items
    ]
    beginnings = {
        UUID(one["item"]["id"]): [
            Link(place, said["statementB64u"], said["signatureB64u"])
            for place, said in enumerate(one["before"], start=1)
        ]
        for one in case.items
    }
    return form.header(case.header) + form.frames(rows, beginnings) + END


@pytest.mark.parametrize(("case", "rows"), _cases())
def test_rows_are_written_as_the_corpus_has_them(case: Case, rows: bytes) -> None:
    assert rows_of(case) == rows


@pytest.mark.parametrize(("case", "rows"), _cases())
def test_the_corpus_is_read_as_its_items_say(case: Case, rows: bytes) -> None:
    found = asyncio.run(read(rows, "all"))
    assert len(found.rows) == len(case.items) > 0
    for row, one in zip(found.rows, case.items, strict=True):
        check_row(row, one["item"], [UUID(role) for role in case.reads])
