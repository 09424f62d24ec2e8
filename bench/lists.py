"""How fast a whole list comes through HTTP, with session and row security: as JSON, and in the form of rows.

Contacts of one account, sealed by the product's own client for three roles each, are read to the last page by
one caller, who takes the bytes and does nothing with them. Each turn takes all forms in the same minute.
`rowsPerCpuSecond` counts the processor time of all processes of the server, `cpuMsPer1000` names each;
`firstByteMs` is that of the first page, of 200 rows in JSON and of 2,000 otherwise.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from uuid import uuid4

import httpx
import msgspec

from bench.crowds.people import cabinet_of, people_of
from bench.crowds.processor import counted
from bench.figures import emit, spread
from client.cabinet import Cabinet
from client.rows import MEDIA_TYPE, fields_of
from infrastructure.local.product import Product, running_product

_AT_ONCE: Final = 40
# A payload of the size that people's contacts have.
_CONTACT: Final = {
    "v": 1,
    "kind": "individual",
    "name": {"full": "Ada Ambrose"},
    "notes": "Rings twice, and then once more. " * 20,
}


class Form(NamedTuple):
    name: str
    accept: str
    query: dict[str, Any]


FORMS: Final = (
    Form("json", "application/json", {"limit": 200}),
    Form("rowsOpen", MEDIA_TYPE, {"limit": 2000, "parts": "open"}),
    Form("rowsAll", MEDIA_TYPE, {"limit": 2000, "parts": "all"}),
    Form("rowsProof", MEDIA_TYPE, {"limit": 2000, "parts": "proof"}),
    Form("rowsIds", MEDIA_TYPE, {"limit": 2000, "parts": "ids"}),
)


class Turn(NamedTuple):
    rows: int
    bytes: int
    seconds: float
    first_byte: float
    cpu: Counter[str]


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench lists", description=__doc__)
    parser.add_argument("--records", type=int, default=2000, help="contacts, made once")
    parser.add_argument("--turns", type=int, default=5)
    given = parser.parse_args(argv)
    with running_product(os.environ) as product:
        emit("lists", asyncio.run(_measured(product, given.records, given.turns)))
    return 0


async def _measured(product: Product, records: int, turns: int) -> dict[str, Any]:
    async with people_of(product, 1) as (somebody,):
        cabinet = await cabinet_of(somebody)
        await _written(cabinet, records)
        http = cabinet.of.api.http
        found: dict[str, list[Turn]] = {form.name: [] for form in FORMS}
        for form in FORMS * (turns + 1):
            turn = await _read(product, http, form)
            if turn.rows != records:
                raise SystemExit(f"{form.name}: {turn.rows} of {records} rows came")
            found[form.name].append(turn)
            # Below the pace of one session.
            await asyncio.sleep(1)
    # The first of each is read by a server that has just begun.
    shown = {name: _shown(taken[1:]) for name, taken in found.items()}
    pairs = zip(found["rowsOpen"][1:], found["json"][1:], strict=True)
    ratios = [_per_cpu(rows) / _per_cpu(json) for rows, json in pairs]
    return {
        "records": records,
        "wrapsPerRecord": len(cabinet.audience_for("contact")),
        "forms": shown,
        "rowsOpenOfJsonPerCpu": {
            "min": round(min(ratios), 2),
            "median": round(statistics.median(ratios), 2),
            "max": round(max(ratios), 2),
        },
    }


async def _written(cabinet: Cabinet, records: int) -> None:
    await cabinet.of.ledger.sync()
    audience = cabinet.audience_for("contact")
    for start in range(0, records, _AT_ONCE):
        items: list[dict[str, Any]] = []
        for _ in range(min(_AT_ONCE, records - start)):
            id = uuid4()
            sealed = await cabinet.sealed("contact", id, _CONTACT, {"state": "active"}, audience)
            items.append({"id": str(id), "sealed": sealed})
        done = await cabinet.of.api.whole("POST", "/contact/create", {"items": items})
        if done["errors"]:
            raise SystemExit(f"not written: {done['errors'][0]}")
    # Until they can be read.
    await cabinet.of.api.whole("POST", "/contact", {"limit": 1})


async def _read(product: Product, http: httpx.AsyncClient, form: Form) -> Turn:
    """The whole list, page by page. What the caller makes of it is not the server's time."""
    cpu = Counter[str]()
    pages: list[bytes] = []
    cursor: str | None = None
    first_byte = 0.0
    began = time.perf_counter()
    with counted(product.pid, cpu):
        while True:
            asked = form.query | ({"cursor": cursor} if cursor else {})
            sent = time.perf_counter()
            async with http.stream("POST", "/contact", json=asked, headers={"Accept": form.accept}) as answer:
                if answer.status_code != 200:
                    raise SystemExit(f"{form.name}: {(await answer.aread())[:200]!r}")
                chunks: list[bytes] = []
                async for chunk in answer.aiter_raw():
                    if not pages and not chunks:
                        first_byte = time.perf_counter() - sent
                    chunks.append(chunk)
            pages.append(b"".join(chunks))
            cursor = _cursor_of(pages[-1], form)
            if cursor is None:
                break
        seconds = time.perf_counter() - began
    rows = sum(_rows_in(page, form) for page in pages)
    return Turn(rows, sum(map(len, pages)), seconds, first_byte, cpu)


def _cursor_of(page: bytes, form: Form) -> str | None:
    if form.accept == MEDIA_TYPE:
        (header,) = fields_of(page[4 : 4 + int.from_bytes(page[:4], "big")])
        return msgspec.json.decode(header)["nextCursor"]
    return msgspec.json.decode(page)["page"]["nextCursor"]


def _rows_in(page: bytes, form: Form) -> int:
    if form.accept != MEDIA_TYPE:
        return len(msgspec.json.decode(page)["data"])
    _, *frames, _end = fields_of(page)
    if form.query["parts"] == "ids":
        return sum((len(frame) - 4) // 24 for frame in frames)
    return len(frames)


def _shown(turns: Sequence[Turn]) -> dict[str, Any]:
    rows = turns[0].rows
    total = sum((turn.cpu for turn in turns), Counter[str]())
    return {
        "bytesPerRow": round(turns[0].bytes / rows),
        "rowsPerSecond": spread([turn.rows / turn.seconds for turn in turns]),
        "rowsPerCpuSecond": spread([_per_cpu(turn) for turn in turns]),
        "firstByteMs": spread([turn.first_byte * 1000 for turn in turns]),
        "cpuMsPer1000": {
            name: round(seconds * 1e6 / (rows * len(turns)), 1)
            for name, seconds in total.most_common()
            if seconds * 1e6 / (rows * len(turns)) >= 1
        },
    }


def _per_cpu(turn: Turn) -> float:
    return turn.rows / max(sum(turn.cpu.values()), 1e-9)


if __name__ == "__main__":
    sys.exit(main())
