"""What can be asked of logs that nobody decides over, and of what people are told of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import get_args

from domain.ids import DeviceId, DocumentId, FileId, TaskId, UserId
from domain.kernel import Actor, Moment
from domain.messaging.digests import ChooseDigest, Digest, GiveDigest
from domain.oversight.damage import Damage, EndDamage, ReportDamage
from domain.oversight.due import DueTold, WarnOfDue
from domain.oversight.erasure import STEPS, Erasure, FinishStep, ProveErasure, StartErasure
from domain.oversight.expiry import Warned, WarnOfExpiry
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


def erasure(kept: Erasure | None, _word: str) -> Iterator[Ask]:
    yield Ask(StartErasure(ACCOUNT, NOON), NOW)
    for step in STEPS:
        yield Ask(FinishStep(step, 1, "names"), NOW)
    yield Ask(ProveErasure(), NOW)
    if kept is not None and kept.done:
        yield Ask(FinishStep(kept.done[-1].step, 2, "others"), NOW)


def expiry(_kept: Warned | None, _word: str) -> Iterator[Ask]:
    passport = DocumentId(named("passport"))
    for day in (date(2026, 6, 1), date(2026, 7, 1)):
        for stage in (30, 7, 0):
            about = {"document_id": passport, "expires_on": day, "stage": stage}
            yield Ask(WarnOfExpiry(**about, user_ids=(ANN,)), NOW)


def due(_kept: DueTold | None, _word: str) -> Iterator[Ask]:
    for day in (date(2026, 6, 1), date(2026, 7, 1)):
        yield Ask(WarnOfDue(task_id=TaskId(named("task")), due_on=day, user_ids=(ANN,)), NOW)


def digest(kept: Digest | None, _word: str) -> Iterator[Ask]:
    through = kept.through if kept else 0
    for days in range(2):
        day = (kept.day if kept and kept.day else NOON.date()) + timedelta(days=days)
        for position in (through, through + 1):
            yield Ask(GiveDigest(user_id=ANN, day=day, documents=1, through=position), NOW)
    for wanted in (True, False):
        yield Ask(ChooseDigest(ANN, wanted), NOW)


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
