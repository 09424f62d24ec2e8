"""Writes `tests/contracts/rows.json` anew, after the form of rows has changed.

Run it by `python -m pytest tests/api/work/rows_corpus.py`. Contacts are those of random lives, with
statements that were really signed; tasks are made up: of them it matters that moments and people are not
written as in JSON.
"""

from __future__ import annotations

import json
from hashlib import shake_128
from itertools import count
from typing import Any
from uuid import UUID

from client.crypto import base64url
from tests.api.work.test_rows import Lives
from tests.contracts.test_rows_corpus import CORPUS, Case, rows_of
from tests.support.workplace import House

ROLES = [UUID(int=number) for number in range(1, 5)]
PEOPLE = [UUID(int=number) for number in range(100, 103)]
READERS = ("ann", "ben")

_MADE = count()


def some(size: int) -> str:
    return base64url.encode(shake_128(next(_MADE).to_bytes(8, "big")).digest(size))


def wrap(role: UUID, mode: str, generation: int) -> dict[str, Any]:
    boxed = {"ivB64u": some(12), "saltB64u": some(16), "dataB64u": some(81 if mode == "wrap" else 146)}
    return {"roleId": str(role), "generation": generation, "mode": mode, **boxed}


def task(
    number: int, assignees: list[UUID], closed_at: str | None, wraps: list[dict[str, Any]]
) -> dict[str, Any]:
    sealed = {
        "statementB64u": some(200),
        "signatureB64u": some(64),
        "attrs": {
            "statusId": base64url.encode(UUID(int=7).bytes),
            "assigneeIds": base64url.encode(b"".join(one.bytes for one in assignees)),
            "state": base64url.encode(b"active"),
        },
        "attrsSaltB64u": some(16),
        "ivB64u": some(12),
        "saltB64u": some(16),
        "dataB64u": some(300),
        "wraps": wraps,
    }
    word = {
        "version": number,
        "seq": 40 + number,
        "storedAt": "2026-11-26T02:00:00.001Z",
        "rank": "a0",
        "hiddenBy": None,
        "occurrence": 1,
        "nextDueOn": None,
        "closedAt": closed_at,
        "commentCount": 2,
    }
    item: dict[str, Any] = {"id": str(UUID(int=1000 + number)), "sealed": sealed, "later": [], "word": word}
    return {"item": item, "numbers": {"revision": 1, "contentRevision": 1, "schema": 1}, "before": []}


def tasks() -> Case:
    items = [
        task(1, [PEOPLE[0], PEOPLE[1]], None, [wrap(ROLES[0], "wrap", 1), wrap(ROLES[1], "seal", 2)]),
        # A person and a role that came in after the header was written.
        task(
            2, [PEOPLE[2]], "1970-01-01T00:00:00.000Z", [wrap(ROLES[2], "seal", 1), wrap(ROLES[3], "wrap", 1)]
        ),
        task(3, [], "2026-01-31T23:59:59.999Z", [wrap(ROLES[1], "seal", 1), wrap(ROLES[3], "seal", 1)]),
    ]
    word = items[2]["item"]["word"]
    closed: dict[str, Any] = {
        "id": str(UUID(int=2000)),
        "sealed": {"statementB64u": some(90), "signatureB64u": some(64)},
        "later": [],
    }
    ended = {"version": word["version"], "seq": word["seq"], "storedAt": word["storedAt"]}
    items.append({"item": {**closed, "word": ended}, "numbers": None, "before": []})
    header = {"sync": {"seq": 44}, "nextCursor": "more"}
    return Case(
        "task", [str(ROLES[0]), str(ROLES[2])], [*map(str, ROLES[:3])], [*map(str, PEOPLE[:2])], header, items
    )


async def contacts(house: House) -> list[Case]:
    lives = Lives(house, "contact", 3)
    for _ in range(5):
        await lives.begin()
    for _ in range(40):
        await lives.step()
    await lives.shown()
    cases: list[Case] = []
    for who in READERS:
        answer = await house.post(who, "/contact/ids", {"ids": [*map(str, lives.ids)]})
        chains = await house.post(
            who,
            "/api/auth/keys/chain",
            {"objects": [{"kind": "contact", "id": str(id), "after": 0} for id in lives.ids]},
        )
        statements = {one["id"]: one["statements"] for one in chains.json()["data"]}
        items: list[dict[str, Any]] = []
        for item in answer.json()["data"]:
            shown = 1 + len(item["later"])
            chain = [
                {name: said[name] for name in ("statementB64u", "signatureB64u")}
                for said in statements.get(item["id"], [])
            ]
            is_open = "dataB64u" in item["sealed"]
            numbers = {"revision": len(chain) - shown + 1, "contentRevision": 1, "schema": 1}
            items.append(
                {
                    "item": item,
                    "numbers": numbers if is_open else None,
                    "before": chain[:-shown] if is_open else [],
                }
            )
        reads = sorted(map(str, house.actors[who].reads))
        every = sorted(str(house.role(key)) for key in ("owner", "admin", "member"))
        cases.append(Case("contact", reads, every, [], {"sync": {"seq": 9}, "nextCursor": None}, items))
    return cases


async def test_write_the_corpus(house: House) -> None:
    cases = [tasks(), *await contacts(house)]
    written = [{**case._asdict(), "rowsB64u": base64url.encode(rows_of(case))} for case in cases]
    assert any(len(one["before"]) > 1 for case in cases for one in case.items)
    CORPUS.write_text(json.dumps(written, indent=1) + "\n")
