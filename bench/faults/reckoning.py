"""What was answered, compared with what is there."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import UUID

from bench.faults.load import PASSWORD, Load
from infrastructure.local.inbox import read_inbox

# A mail whose sender was killed is tried again after a minute, and one that was refused after another.
MAIL_PATIENCE_SECONDS = 200.0


@dataclass(frozen=True)
class Reckoning:
    lost: int
    doubled: int
    mails_lost: int
    mails_doubled: int
    # Whose address, password or title stands in a log.
    logged: int

    @property
    def clean(self) -> bool:
        return self == Reckoning(0, 0, 0, 0, 0)


async def reckon(load: Load, logs: Path) -> Reckoning:
    """Once everybody rests: each document is listed once, each file opens to its content, each session of a
    person who signed up is theirs, and each promised mail came once."""
    answered = load.answered
    documents, files = await _listed(load, "/document"), 0
    for file_id, content in answered.files.items():
        files += (await load.uploads.download(file_id)).content != content
    people = 0
    for email, person in answered.people.items():
        session = await person.session()
        people += session is None or session["user"]["email"] != email
    came = await _mails(load)
    promised = Counter(answered.mails)
    return Reckoning(
        lost=len(answered.documents - documents.keys()) + files + people,
        doubled=sum(times - 1 for times in documents.values()),
        mails_lost=(promised - came).total(),
        mails_doubled=(came - promised).total(),
        logged=await asyncio.to_thread(_logged, logs, [*load.answered.mails, *load.titles, PASSWORD]),
    )


def _logged(logs: Path, private: Sequence[str]) -> int:
    """How many of these the logs hold, which every fault has made speak."""
    said = "".join(log.read_text(encoding="utf-8", errors="replace") for log in logs.glob("*.log"))
    assert said, "the parts have written nothing"
    return sum(one in said for one in private)


async def _listed(load: Load, path: str) -> Counter[UUID]:
    listed: Counter[UUID] = Counter()
    asked: dict[str, Any] = {"limit": 200}
    api = load.cabinet.of.api
    while True:
        headers = {"X-Account-Id": str(api.account_id), "X-Min-Position": str(api.position)}
        answer = await api.http.post(path, json=asked, headers=headers)
        answer.raise_for_status()
        page = answer.json()
        listed.update(UUID(item["id"]) for item in page["data"])
        cursor = page["page"].get("nextCursor")
        if not cursor:
            return listed
        asked["cursor"] = cursor


async def _mails(load: Load) -> Counter[str]:
    """What came, once all that was promised did or had its time."""
    promised, until = Counter(load.answered.mails), time.monotonic() + MAIL_PATIENCE_SECONDS
    while True:
        came = Counter(mail.to for mail in await asyncio.to_thread(read_inbox, load.inbox, None))
        if not promised - came or time.monotonic() > until:
            return came
        await asyncio.sleep(1)
