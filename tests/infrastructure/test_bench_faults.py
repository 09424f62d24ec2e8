"""The proof that the product keeps standing is one that can fail: each rule sees what it is there to see."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID, uuid4

import httpx
import psycopg
import pytest

from bench.faults import page, rebuilt
from bench.faults.arrivals import Arrivals, Letter
from bench.faults.patient import Patient, browser
from bench.faults.reckoning import (
    Happened,
    Mails,
    Reckoning,
    commands_twice,
    jobs_twice,
    mails_reckoned,
    unavoidable,
)
from bench.faults.sight import AT_REST, BEFORE, Sight, inexcusable
from bench.faults.standing import parts_down
from bench.faults.strikes import FAULTS, Fault
from bench.faults.told import Outcome, Struck, Told, seconds_late
from bench.faults.work import JOB, KINDS, MAIL, SIGN_UP, WRITE, Done, Waits, Work
from infrastructure.local.inbox import keep_mail
from infrastructure.local.processes import Program
from infrastructure.local.restarts import Patience
from infrastructure.local.server import ready_if
from infrastructure.local.stack import LocalStack
from infrastructure.local.supervisor import Part, Supervisor
from infrastructure.personal_data.keys import KeyWrapping
from projections.catalogue import PROJECTIONS
from tests.support.house import an_open_house

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
CLEAN = Reckoning(0, 0, 0, 0, 0, 0, 0, 0)


def happened(
    type_: str,
    *,
    entity: UUID | None = None,
    origin: UUID | None = None,
    request: UUID | None = None,
    cause: UUID | None = None,
    at: datetime = NOON,
) -> Happened:
    entity = entity or uuid4()
    return Happened(1, type_, entity, entity, origin, request or uuid4(), cause, at)


# What is done twice


def test_one_key_that_has_the_events_of_two_requests_was_done_twice() -> None:
    key, first, again = uuid4(), uuid4(), uuid4()
    once = [happened(type_, origin=key, request=first) for type_ in ("account.opened", "seat.reserved")]
    assert commands_twice([*once, happened("account.opened", origin=uuid4())]) == 0
    assert commands_twice([*once, happened("account.opened", origin=key, request=again)]) == 1
    assert commands_twice([happened("code.requested"), happened("code.requested")]) == 0


def test_what_follows_from_an_event_twice_and_a_mail_that_ends_twice_are_counted() -> None:
    file, other, cause, mail = uuid4(), uuid4(), uuid4(), uuid4()
    linked = happened("file.linked", entity=file, cause=cause)
    assert jobs_twice([linked, happened("file.linked", entity=other, cause=cause)]) == 0
    assert jobs_twice([linked, linked]) == 1
    ends = [happened("email.sent", entity=mail), happened("email.failed", entity=mail)]
    assert jobs_twice(ends[:1]) == 0
    assert jobs_twice(ends) == 1


def letter(message: UUID, *minutes: float, to: str = "ann@x.test", code: str | None = "482913") -> Letter:
    return Letter(message, to, code, tuple(NOON + timedelta(minutes=one) for one in minutes))


def mails(
    letters: list[Letter], events: list[Happened], *deaths: float, asked: tuple[str, ...] = ("ann@x.test",)
) -> Mails:
    died = [NOON + timedelta(minutes=one) for one in deaths]
    return mails_reckoned(events, letters, asked, asked, died)


def test_a_mail_is_counted_each_time_it_is_handed_in() -> None:
    message = uuid4()
    events = [happened("email.queued", entity=message), happened("email.sent", entity=message)]
    assert mails([letter(message, 0)], events) == Mails(0, 0, 0)
    assert mails([letter(message, 0, 1)], events) == Mails(0, 1, 0)
    assert mails([letter(message, 0, 1, 2)], events[:1], 1.5) == Mails(0, 1, 1)


def test_two_messages_for_one_request_are_one_too_many_whatever_else_somebody_is_told() -> None:
    first, second, notice = uuid4(), uuid4(), uuid4()
    events = [happened("email.queued", entity=one) for one in (first, second, notice)]
    told = letter(notice, 0, code=None)
    assert mails([letter(first, 0), told], [events[0], events[2]]) == Mails(0, 0, 0)
    assert mails([letter(first, 0), letter(second, 0), told], events) == Mails(0, 1, 0)


def test_a_promise_without_a_message_and_a_message_that_never_came_are_lost() -> None:
    message = uuid4()
    assert mails([], []) == Mails(1, 0, 0)
    assert mails(
        [letter(message, 0)], [happened("email.queued"), happened("email.queued", entity=message)]
    ) == (Mails(1, 0, 0))


@pytest.mark.parametrize(
    ("noted", "death", "excused"),
    [
        (None, 1, True),
        (3, 1, True),
        # It was written down before: whoever came after the end could have known.
        (0.5, 1, False),
        # Nobody had died when it was handed in again, or it was handed in for the first time afterwards.
        (None, 3, False),
        (None, -1, False),
        (None, None, False),
    ],
)
def test_only_an_end_between_taking_and_writing_down_excuses_a_second_time(
    noted: float | None, death: float | None, excused: bool
) -> None:
    def at(minutes: float | None) -> datetime | None:
        return None if minutes is None else NOON + timedelta(minutes=minutes)

    died = at(death)
    assert (
        unavoidable(NOON, NOON + timedelta(minutes=2), at(noted), [] if died is None else [died]) is excused
    )


def test_a_mail_that_its_inbox_keeps_once_arrives_as_often_as_it_came(tmp_path: Path) -> None:
    message = uuid4()
    content = f"Message-ID: <{message}@localhost>\r\nSubject: Code\r\n\r\n482913\r\n".encode()
    arrivals = Arrivals(tmp_path)
    for minutes in (0, 1):
        keep_mail(tmp_path, content, ["ann@x.test"], NOON + timedelta(minutes=minutes))
        (found,) = arrivals.look()
        assert found == letter(message, *range(minutes + 1))


# What clients see


@pytest.mark.parametrize(
    ("during", "what", "told"),
    [
        ("kill API", "write: ReadError", False),
        ("kill API", "write: 503 store_away", False),
        ("kill API", "sign up: 500 INTERNAL", True),
        ("kill API", "write: 500", True),
        # After the product was back and before the next fault it still is of the fault before.
        (BEFORE, "read: 503 store_away", True),
        (AT_REST, "upload: ReadTimeout", True),
        ("kill worker", "read: 503 store_away", True),
        ("kill worker", "write: 503 store_away", False),
        # Others stand and can say why.
        ("stop", "write: 503 store_away", False),
        ("stop", "write: 503", True),
        ("stop", "write: ReadTimeout", True),
    ],
)
def test_what_no_fault_excuses_is_told(during: str, what: str, told: bool) -> None:
    sight = Sight()
    sight.turn(during)
    kind, _, said = what.partition(": ")
    sight.saw(kind, said)
    found = list(inexcusable(sight.seen, unnoticed={"kill worker"}, held={"stop"}))
    assert found == ([f"{during}: {what} × 1"] if told else [])


class Answers(httpx.AsyncBaseTransport):
    """First two failures, then the answer."""

    def __init__(self) -> None:
        self.asked: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        if len(self.asked) == 1:
            raise httpx.ReadError("gone")
        return httpx.Response(503 if len(self.asked) == 2 else 200, json={"code": "STORE_AWAY"})


async def test_a_write_is_repeated_under_its_key_and_the_log_will_know_it_by_it() -> None:
    sight, answers, key = Sight(), Answers(), str(uuid4())
    async with browser("http://x.test", Patient(sight, WRITE, inner=answers)) as http:
        answer = await http.post("/document/create", json={}, headers={"Idempotency-Key": key})
    assert answer.status_code == 200
    named = {(one.headers["Idempotency-Key"], one.headers["X-Tab-Id"]) for one in answers.asked}
    assert len(answers.asked) == 3
    assert named == {(key, key)}
    assert sight.seen[BEFORE] == Counter({"write: ReadError": 1, "write: 503 STORE_AWAY": 1})


@pytest.mark.parametrize("path", ["/api/auth/sign-up/email", "/api/auth/email-otp/send-verification-otp"])
async def test_a_ceremony_is_tried_once(path: str) -> None:
    answers = Answers()
    async with browser("http://x.test", Patient(Sight(), WRITE, inner=answers)) as http:
        with pytest.raises(httpx.ReadError):
            await http.post(path, json={})
    assert len(answers.asked) == 1


# How long it takes


def test_what_counts_is_work_that_began_after_the_fault_beyond_what_it_usually_takes() -> None:
    work = Work()
    work.done[WRITE] = [Done(0, 1), Done(9.5, 10.2), Done(12, 14), Done(15, 16)]
    assert work.back(WRITE, 10) == 4
    # What others do after an answer begins with the answer, however late that is.
    work.done[MAIL] = [Done(9, 12), Done(14, 18), Done(15, 16)]
    assert work.back(MAIL, 10) == 4
    assert work.usual(WRITE) == 1
    assert seconds_late(work, WRITE, 10) == 3
    assert seconds_late(work, WRITE, 15.5) == float("inf")


def test_what_was_under_way_has_caught_up_when_the_last_of_it_came() -> None:
    work = Work()
    work.later[MAIL] = {
        "before": Waits(0, 1),
        "quick": Waits(8, 11),
        "slow": Waits(9, 71),
        "new": Waits(12, None),
    }
    assert work.caught_up(MAIL, 10) == 61
    assert seconds_late(work, f"waiting {MAIL}", 10) == 61
    assert work.caught_up(MAIL, 13) is None
    # What waits since the fault before is late for that one alone.
    assert work.caught_up(MAIL, 13, after=12.5) == 0
    assert work.caught_up(MAIL, 10, after=8.5) == 61
    assert work.caught_up(JOB, 10) == 0


def test_a_job_may_be_done_before_its_request_is_answered() -> None:
    work = Work()
    work.came(JOB, "quick")
    work.awaits(JOB, "quick")
    assert not work.waits_for(JOB)
    assert work.back(JOB, 0) is not None
    work.awaits(JOB, "slow")
    assert work.waits_for(JOB)
    work.came(JOB, "slow")
    work.came(JOB, "slow")
    assert not work.waits_for(JOB)
    assert len(work.done[JOB]) == 2


@pytest.mark.parametrize(
    ("late", "held", "answer", "failed"),
    [
        (3.0, False, {WRITE: 30.0}, False),
        (3.1, False, {}, True),
        (0.0, True, {WRITE: 5.9, SIGN_UP: 20.5}, False),
        (0.0, True, {WRITE: 6.1}, True),
        (0.0, True, {SIGN_UP: 21.1}, True),
    ],
)
def test_more_than_three_seconds_fail_and_so_does_a_long_silence(
    late: float, held: bool, answer: dict[str, float], failed: bool
) -> None:
    told = Told(Fault("it", (nothing,), held=held), longest=answer)
    told.struck, told.late = [Struck(0, True)], {WRITE: [0.0, late]}
    assert bool(list(told.failures(timed=True))) is failed
    assert not list(told.failures(timed=False))


async def nothing(_: object) -> None: ...


def test_what_does_not_come_back_fails_also_where_nothing_is_timed() -> None:
    told = Told(Fault("it", (nothing,)), [Struck(0, True), Struck(9, False)])
    assert list(told.failures(timed=False)) == ["it: did not come back in 1 of 2 rounds"]


def outcome(**changed: object) -> Outcome:
    given: dict[str, object] = {
        "stage": "here",
        "told": [],
        "reckoning": CLEAN,
        "differing": {},
        "compared": 1,
        "usual": dict.fromkeys(KINDS, 0.1),
        "answered": 5,
        "refused": 0,
        "unsure": 0,
        "seen": Sight().seen,
        "broken": [],
    }
    return Outcome(**{**given, **changed})  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("place", range(8))
def test_each_number_of_the_reckoning_fails_but_for_what_smtp_cannot_avoid(place: int) -> None:
    numbers = [int(one == place) for one in range(8)]
    reckoning = Reckoning(*numbers)
    failures = list(outcome(reckoning=reckoning).failures(timed=False))
    assert len(failures) == (0 if reckoning.mails_again else 1)


def test_read_models_that_differ_and_a_load_that_broke_fail() -> None:
    assert len(list(outcome(differing={"after round 1": ("notices.notices",)}).failures(timed=False))) == 1
    assert len(list(outcome(broken=[ValueError("it")]).failures(timed=False))) == 1


def test_the_page_shows_every_fault_marks_what_is_late_and_says_what_was_not_done() -> None:
    struck = [Struck(0, True)]
    told = Told(FAULTS[0], struck, {WRITE: [3.2], MAIL: [0.4]})
    text = page.render([outcome(told=[told])], {FAULTS[-1].name: "no clock"})
    for fault in FAULTS:
        assert f"\n| {fault.name} | " in text
    assert f"| {FAULTS[0].name} | 1 | 1 | **3.2** |" in text
    assert f"| {FAULTS[-1].name} | 0 | no clock |" in text
    assert f"\n* {FAULTS[0].name}: write 3.2 s late, 3 s are allowed\n" in text


# What is done at all


def test_each_part_of_the_stack_is_killed(tmp_path: Path) -> None:
    stack = LocalStack(tmp_path, 1, dev=False, environ={})
    assert stack.postgres is not None
    assert stack.valkey is not None
    parts = [stack.postgres.name, stack.valkey.name, stack.mail_catcher(1).name, stack.api().name]
    names = {fault.name for fault in FAULTS}
    assert {f"kill {part}" for part in parts} | {"kill worker", "kill followers"} <= names


def test_what_is_late_by_permission_says_why() -> None:
    assert all(bool(fault.allowed) is bool(fault.why) for fault in FAULTS)


async def test_a_part_is_what_was_said_of_it_last(tmp_path: Path) -> None:
    """The sentences are the supervisor's own. A start that fails on the way is told of like an end."""
    lines: list[str] = []
    supervisor = Supervisor(lines.append, Patience(9, 600, 0.01, 0.01))
    broken, number = tmp_path / "broken", tmp_path / "number"
    program = (
        "import os, pathlib, sys, time\n"
        "if pathlib.Path(sys.argv[1]).exists(): sys.exit(3)\n"
        "pathlib.Path(sys.argv[2]).write_text(str(os.getpid()))\n"
        "time.sleep(300)"
    )
    argv = (sys.executable, "-c", program, str(broken), str(number))
    part = Part(
        "the part",
        lambda: Program(argv, tmp_path),
        lambda: ready_if(number.exists() and bool(number.read_text(encoding="utf-8"))),
        tmp_path / "log",
        prepare=lambda: number.unlink(missing_ok=True),
    )

    def said() -> str:
        return "".join(f"{line}\n" for line in lines)

    async def until(words: str, times: int) -> None:
        async with asyncio.timeout(60):
            while True:
                if said().count(words) >= times:
                    return
                await asyncio.sleep(0.01)

    try:
        await supervisor.start(part)
        assert parts_down(said()) == set()
        broken.touch()
        os.kill(int(number.read_text(encoding="utf-8")), signal.SIGKILL)
        await until("Starting it again.", 3)
        assert parts_down(said()) == {"the part"}
        broken.unlink()
        await until("is back after", 1)
        assert parts_down(said()) == set()
    finally:
        await supervisor.stop()


def test_a_part_that_was_given_up_is_down() -> None:
    given_up = "It ended 6 times within 60 s and is not started again. Everything else goes on."
    assert parts_down(f"API was ended by SIGKILL. {given_up}\n") == {"API"}


# Read models


async def test_a_row_that_the_log_does_not_give_is_found(
    product_database_url: str, valkey_url: str, tmp_path: Path
) -> None:
    async with an_open_house(product_database_url, valkey_url, tmp_path / "mail") as house:
        ann = await house.person().arrived("Ann")
        await ann.subscribed()
        await house.follow()
        wrapping = KeyWrapping(house.settings.kek)
        with psycopg.connect(house.owner_url, autocommit=True) as owner:
            assert rebuilt.compared(owner, wrapping, PROJECTIONS) == ()
            owner.execute("update p_accounts_5.memberships set seq = seq + 1")
            assert rebuilt.compared(owner, wrapping, PROJECTIONS) == ("accounts.memberships",)
            left = owner.execute(
                "select nspname from pg_namespace where nspname like 'p\\_%\\_1000'"
            ).fetchall()
            assert left == []
