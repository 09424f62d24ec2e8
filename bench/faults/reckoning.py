"""What was answered, compared with what is there, and what was done more than once."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from bench.faults.arrivals import Letter
from bench.faults.load import PASSWORD, Load
from infrastructure.local.data_folder import environment_of_running

_EVENTS = """
select position, type, stream_id, entity_id, origin, request_id, causation_id, recorded_at
from es.event where log_id = 0 order by position
"""
# What a person is told is known by its own id, so that the same twice has two of them.
_NOTICES = "select user_id, about, target_id, count(*) from read.notices group by 1, 2, 3"


class Happened(NamedTuple):
    """An event of the log. `origin` is the key of the request that it came from."""

    position: int
    type: str
    stream_id: UUID
    entity_id: UUID
    origin: UUID | None
    request_id: UUID
    causation_id: UUID | None
    recorded_at: datetime


@dataclass(frozen=True)
class Reckoning:
    """All but `mails_again` have to be 0."""

    lost: int
    mails_lost: int
    commands_twice: int
    jobs_twice: int
    notices_twice: int
    mails_twice: int
    # Handed in twice because one of the two who hand over died before it could write down the first time.
    mails_again: int
    # Whose address, password or title stands in a log.
    logged: int


async def reckon(load: Load, deaths: Sequence[datetime]) -> Reckoning:
    """Once everybody rests. `deaths` are the moments at which the worker or the mail catcher was killed."""
    events, notices = await asyncio.to_thread(kept, load.product.data)
    letters = await asyncio.to_thread(load.arrivals.look)
    # Otherwise nothing could have been seen twice.
    assert any(event.origin for event in events), "no event names the key of its request"
    assert any(event.causation_id for event in events), "no event follows from another"
    answered = load.answered
    mails = mails_reckoned(events, letters, answered.mails, answered.asked_for, deaths)
    private = [*answered.asked_for, *load.titles, PASSWORD]
    return Reckoning(
        lost=await _lost(load, events),
        commands_twice=commands_twice(events),
        jobs_twice=jobs_twice(events),
        notices_twice=sum(count - 1 for count in notices),
        logged=await asyncio.to_thread(_logged, load.product.data / "logs", private),
        mails_lost=mails.lost,
        mails_twice=mails.twice,
        mails_again=mails.again,
    )


async def _lost(load: Load, events: Iterable[Happened]) -> int:
    """Each document is listed, each file opens to its content and is known to belong to its document, and
    each session of a person who signed up is theirs."""
    answered, lost = load.answered, 0
    for file_id, content in answered.files.items():
        lost += (await load.uploads.download(file_id)).content != content
    for email, person in answered.people.items():
        session = await person.session()
        lost += session is None or session["user"]["email"] != email
    linked = {event.entity_id for event in events if event.type == "file.linked"}
    listed = await _listed(load, "/document")
    return lost + len(answered.documents - listed) + len(answered.links - linked)


def commands_twice(events: Iterable[Happened]) -> int:
    """A request that is repeated under its key is another request to the server, which draws a new id for it:
    one key has the events of one request, or what it asked for was done again."""
    requests: defaultdict[UUID, set[UUID]] = defaultdict(set[UUID])
    for event in events:
        if event.origin is not None:
            requests[event.origin].add(event.request_id)
    return sum(len(of_one) - 1 for of_one in requests.values())


def jobs_twice(events: Iterable[Happened]) -> int:
    """What follows from one event happens to each thing once; and a message is noted as sent once."""
    follows: Counter[tuple[Any, ...]] = Counter()
    for event in events:
        if event.causation_id is not None:
            follows[event.causation_id, event.type, event.stream_id] += 1
        elif event.type in ("email.sent", "email.failed"):
            follows[event.stream_id, "end"] += 1
    return sum(times - 1 for times in follows.values())


class Mails(NamedTuple):
    lost: int
    twice: int
    again: int


def mails_reckoned(
    events: Sequence[Happened],
    letters: Sequence[Letter],
    promised: Iterable[str],
    asked_for: Iterable[str],
    deaths: Sequence[datetime],
) -> Mails:
    """Counted at the carrier, which takes a message as often as it is handed in.

    Every message of the log comes, and every promise has a message; whoever asked for one code has one, and
    so may have whoever heard no answer.
    """
    by_address = Counter(letter.to for letter in letters if letter.code is not None)
    queued = {event.entity_id for event in events if event.type == "email.queued"}
    noted = {event.entity_id: event.recorded_at for event in events if event.type == "email.sent"}
    arrived = {letter.message_id for letter in letters}
    lost = len(queued - arrived) + sum(not by_address[address] for address in promised)
    twice = sum(max(0, by_address[address] - 1) for address in asked_for if address in by_address)
    again = 0
    for letter in letters:
        for first, second in zip(letter.times, letter.times[1:], strict=False):
            if unavoidable(first, second, noted.get(letter.message_id), deaths):
                again += 1
            else:
                twice += 1
    return Mails(lost, twice, again)


def unavoidable(
    first: datetime, second: datetime, noted: datetime | None, deaths: Sequence[datetime]
) -> bool:
    """SMTP has no answer to the end of one of its two sides between the taking and the note of it: whoever
    is asked next cannot know. That the store was away is no such end, and neither is one after the note."""
    return any(first <= death <= second and (noted is None or death <= noted) for death in deaths)


def kept(data: Path) -> tuple[list[Happened], list[int]]:
    with psycopg.connect(environment_of_running(data)["COFFER_OWNER_DATABASE_URL"]) as owner:
        events = [Happened(*row) for row in owner.execute(_EVENTS)]
        return events, [count for *_, count in owner.execute(_NOTICES)]


def _logged(logs: Path, private: Sequence[str]) -> int:
    """How many of these the logs hold, which every fault has made speak."""
    said = "".join(log.read_text(encoding="utf-8", errors="replace") for log in logs.glob("*.log"))
    assert said, "the parts have written nothing"
    return sum(one in said for one in private)


async def _listed(load: Load, path: str) -> set[UUID]:
    listed: set[UUID] = set()
    asked: dict[str, Any] = {"limit": 200}
    api = load.cabinet.of.api
    headers: Mapping[str, str] = {"X-Account-Id": str(api.account_id), "X-Min-Position": str(api.position)}
    while True:
        answer = await api.http.post(path, json=asked, headers=headers)
        answer.raise_for_status()
        page = answer.json()
        listed |= {UUID(item["id"]) for item in page["data"]}
        cursor = page["page"].get("nextCursor")
        if not cursor:
            return listed
        asked["cursor"] = cursor
