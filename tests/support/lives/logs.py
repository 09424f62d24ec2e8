"""What can be asked of logs that nobody decides over, and of what people are told of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import get_args

from domain.ids import DeviceId, DocumentId, FileId, UserId
from domain.kernel import Actor, Moment
from domain.oversight.damage import Damage, EndDamage, ReportDamage
from domain.oversight.notices import GiveNotice, MailNotice, Notice
from domain.oversight.suspicion.activities import Acknowledge, Activity, Detect, Resolve, Verdict
from domain.oversight.suspicion.findings import Finding, Response, Subject
from tests.support.decisions import NOON
from tests.support.lives.steps import AnyDecider, Ask, Offers
from tests.support.shapes import ACCOUNT, ANN, named
from tests.support.shapes_of import all_members

NOW = Moment(Actor("system"), NOON)


def log_of(decider: AnyDecider) -> Offers:
    """A log that takes each of its events as it is told."""

    def offers(_state: None, _word: str) -> Iterator[Ask]:
        yield from (Ask(all_members(event), NOW) for event in decider.events)

    return offers


def notice(kept: Notice | None, word: str) -> Iterator[Ask]:
    told = UserId(named(f"told at {word}"))
    yield Ask(GiveNotice(device_id=DeviceId(named("phone")), person_id=ANN, user_ids=(told,)), NOW)
    yield Ask(MailNotice(), NOW)


def damage(_kept: Damage | None, word: str) -> Iterator[Ask]:
    scan, held_by = FileId(named("scan")), DocumentId(named(f"document at {word}"))
    yield Ask(ReportDamage(file_id=scan, document_id=held_by, user_ids=(ANN,)), NOW)
    yield Ask(EndDamage(), NOW)


def activity(kept: Activity | None, word: str) -> Iterator[Ask]:
    cause = kept.causes[-1] + 1 if kept else 1
    for hours in (1, 25):
        found = Finding(
            detector="guessing",
            severity=2,
            subject=Subject("address", "hash"),
            at=(kept.last_at if kept else NOON) + timedelta(hours=hours),
            cause=cause,
            evidence=(named(f"evidence at {word}"),),
            positions=(cause,),
            responses=(Response("codesOff", "hash", NOON + timedelta(hours=1)), Response("stepUp", "ann")),
        )
        yield Ask(Detect(found, (ACCOUNT,)), NOW)
    if kept is not None:
        yield Ask(Acknowledge(kept.activity_id, ANN), NOW)
        for verdict in get_args(Verdict):
            yield Ask(Resolve(kept.activity_id, verdict, ANN), NOW)
