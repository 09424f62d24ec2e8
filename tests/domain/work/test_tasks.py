"""What is true of tasks: where they stand, when they are due, who does them, and what is said about them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.errors import AlreadyExists, Full, InvalidArgument, NotAllowed, NotFound, Refused, Stale
from domain.ids import CommentId, TaskId, UserId, built_in_status
from domain.kernel import Actor, Moment
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.recurrence import Recurrence
from domain.work.tasks import TASK
from domain.work.tasks.commenting import MAX_COMMENTS
from domain.work.tasks.facts import (
    AddComment,
    ChangeTask,
    Column,
    Completion,
    CreateTask,
    FireReminder,
    RankTask,
    ReminderFired,
    ReminderMissed,
    RemoveComment,
    ReviseComment,
    ShareComment,
    SpreadTask,
    TaskAssigned,
    TaskAudienceChanged,
    TaskFiled,
    TaskOccurrenceClosed,
    TaskRanked,
    TaskRevised,
    TaskScheduled,
    TaskStatusChanged,
)
from domain.work.tasks.schedule import Reminder, Schedule
from domain.work.tasks.state import KeptTask
from tests.support.shapes import (
    ACCOUNT,
    ANN,
    EVERYBODY,
    MEMBER,
    NOON,
    OWNER,
    attested,
    attributes,
    moment,
    named,
    sealed,
    signed,
    statement,
    with_roles,
    wrap,
)

ID = TaskId(named("task"))
BEN = UserId(named("ben"))
TODO, DOING, DONE, CANCELLED = (
    Column(built_in_status(ACCOUNT, key), category, outcome)
    for key, category, outcome in (
        ("todo", "open", None),
        ("inProgress", "active", None),
        ("done", "done", "completed"),
        ("cancelled", "done", "cancelled"),
    )
)
MONDAY = date(2026, 5, 4)
WEEKLY = Recurrence("FREQ=WEEKLY;BYDAY=MO", "fixed", "Europe/London")
BEFORE = Reminder(named("before"), "inapp", minutes_before=30)
AT_NINE = Reminder(named("at"), "email", at=NOON)
AT_NO_TIME = Schedule()


def attrs(task: KeptTask | None = None, **changed: Any) -> dict[str, str]:
    """What is signed about a task: as it is, but for what is changed."""
    base = dict(task.attributes) if task else {"statusId": TODO.status_id, "state": "active"}
    return attributes(**{**base, **changed})


def creates(schedule: Schedule = AT_NO_TIME, column: Column = TODO, **members: Any) -> CreateTask:
    wire = {"profile_ids": "profileIds", "assignee_ids": "assigneeIds", "parent_id": "parentId"}
    record = sealed(
        ID,
        attrs=attrs(
            statusId=column.status_id,
            startOn=schedule.start_on,
            dueOn=schedule.due_on,
            dueTime=schedule.due_time,
            recurrence=schedule.recurrence and schedule.recurrence.signed_text,
            reminders=schedule.signed_reminders,
            **{wire[name]: value for name, value in members.items()},
        ),
    )
    return CreateTask(
        id=ID, sealed=record, audience=EVERYBODY, column=column, rank="V", schedule=schedule, **members
    )


REPEATS = creates(Schedule(due_on=MONDAY, recurrence=WEEKLY, reminders=(BEFORE,)))


def after(*commands: Any, by: Moment | None = None, task: KeptTask | None = None) -> KeptTask:
    """The task that these commands lead to."""
    for command in commands:
        task = TASK.fold(TASK.decide(command, task, by or moment()), task)
    assert task is not None
    return task


def changes(task: KeptTask, word: str = "change", **members: Any) -> ChangeTask:
    """A change under signed attributes that say the same as its members."""
    names = {"due_on": "dueOn", "start_on": "startOn", "due_time": "dueTime", "assignee_ids": "assigneeIds"}
    typed: dict[str, Any] = {names[name]: value for name, value in members.items() if name in names}
    if "column" in members:
        typed["statusId"] = members["column"].status_id
    if "recurrence" in members:
        recurrence = members["recurrence"]
        typed["recurrence"] = recurrence and recurrence.signed_text
    if "reminders" in members:
        typed["reminders"] = Schedule(reminders=members["reminders"]).signed_reminders
    return ChangeTask(id=ID, attested=attested(word, attrs(task, **typed)), **members)


def completes(
    task: KeptTask, to: Column = DONE, word: str = "done", outcome: Any = "completed"
) -> ChangeTask:
    signed_attrs = attrs(task, statusId=to.status_id)
    done = DONE if outcome == "completed" else CANCELLED
    return ChangeTask(
        id=ID, attested=attested(word, signed_attrs), completion=Completion(outcome, done, TODO)
    )


def at(day: date, hour: int = 12) -> Moment:
    return moment(now=datetime(day.year, day.month, day.day, hour, tzinfo=UTC))


def kinds(command: Any, task: KeptTask | None, by: Moment | None = None) -> list[type]:
    return [type(fact) for fact in TASK.decide(command, task, by or moment())]


def test_it_begins_with_what_was_signed() -> None:
    task = after(creates(Schedule(MONDAY, MONDAY, "09:30", WEEKLY, (BEFORE, AT_NINE)), assignee_ids=(ANN,)))
    assert (task.status_id, task.category, task.rank, task.occurrence) == (TODO.status_id, "open", "V", 1)
    assert task.attributes["recurrence"] == "FREQ=WEEKLY;BYDAY=MO\nfixed\nEurope/London\n"
    lines = [f"{BEFORE.id} inapp 30", f"{AT_NINE.id} email 2026-05-04T12:00:00.000Z"]
    assert task.attributes["reminders"] == "\n".join(sorted(lines))
    assert TASK.decide(REPEATS, after(REPEATS), moment()) == []
    other = replace(REPEATS, sealed=replace(REPEATS.sealed, statement_b64u=statement("other")))
    with pytest.raises(AlreadyExists):
        TASK.decide(other, after(REPEATS), moment())


@pytest.mark.parametrize(
    "member",
    [{"rank": "V", "column": DOING}, {"assignee_ids": (BEN,)}, {"parent_id": TaskId(named("other"))}],
)
def test_what_was_not_signed_does_not_begin(member: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        after(replace(creates(), **member))
    assert refusal.value.reason == "attrs"


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule(start_on=date(2026, 5, 5), due_on=MONDAY),
        Schedule(due_time="09:30"),
        Schedule(recurrence=WEEKLY),
        Schedule(due_on=date(1899, 12, 31)),
        Schedule(start_on=date(3000, 1, 1)),
        Schedule(due_on=MONDAY, recurrence=replace(WEEKLY, rule="FREQ=HOURLY")),
        Schedule(reminders=(BEFORE,)),
        Schedule(due_on=MONDAY, reminders=(Reminder(named("none"), "inapp"),)),
        Schedule(due_on=MONDAY, reminders=(replace(BEFORE, at=NOON),)),
        Schedule(due_on=MONDAY, reminders=(BEFORE, replace(AT_NINE, id=BEFORE.id))),
    ],
)
def test_times_that_cannot_be_are_refused(schedule: Schedule) -> None:
    with pytest.raises(InvalidArgument) as refusal:
        after(creates(schedule))
    assert refusal.value.reason in ("schedule", "recurrence")
    with pytest.raises(InvalidArgument):
        TASK.decide(
            changes(after(creates()), **{n: getattr(schedule, n) for n in Schedule.__struct_fields__}),
            after(creates()),
            moment(),
        )


def test_a_task_that_repeats_is_not_done_from_the_beginning_and_none_is_part_of_itself() -> None:
    with pytest.raises(Refused) as refusal:
        after(creates(Schedule(due_on=MONDAY, recurrence=WEEKLY), DONE))
    assert refusal.value.reason == "complete_required"
    with pytest.raises(InvalidArgument):
        after(creates(parent_id=ID))


def test_each_difference_is_a_fact_of_its_own_and_the_first_carries_the_statement() -> None:
    task = after(creates(Schedule(due_on=MONDAY)))
    profile = named("profile")
    change = ChangeTask(
        id=ID,
        attested=attested(
            "all",
            attrs(
                task,
                profileIds=(profile,),
                assigneeIds=(ANN,),
                dueOn=MONDAY,
                statusId=DOING.status_id,
                startOn=MONDAY,
            ),
        ),
        profile_ids=(profile,),
        assignee_ids=(ANN,),
        due_on=MONDAY,
        start_on=MONDAY,
        column=DOING,
    )
    facts = TASK.decide(change, task, moment())
    assert [type(fact) for fact in facts] == [TaskFiled, TaskAssigned, TaskScheduled, TaskStatusChanged]
    assert [fact.signed is not None for fact in facts] == [True, False, False, False]  # type: ignore[union-attr]
    assert facts[3].cause == "moved"  # type: ignore[union-attr]
    changed = TASK.fold(facts, task)
    assert changed is not None
    assert changed.revision == 2
    assert TASK.decide(change, changed, moment()) == [], "its statement is known"
    assert kinds(changes(changed, "back", column=TODO, reopens=True), changed) == [TaskStatusChanged]
    unsorted = tuple(sorted((ANN, BEN), reverse=True))
    with pytest.raises(InvalidArgument, match="ascending"):
        TASK.decide(changes(changed, assignee_ids=unsorted), changed, moment())


def test_a_new_content_says_whether_others_read_it() -> None:
    task = after(creates())
    second = sealed(ID, attrs=attrs(task), revision=2, content=2)
    assert kinds(ChangeTask(id=ID, sealed=second), task) == [TaskRevised]
    fewer = sealed(ID, OWNER, attrs=attrs(task), revision=2, content=2)
    assert kinds(ChangeTask(id=ID, sealed=fewer, audience=(OWNER,)), task) == [TaskAudienceChanged]
    for change in (ChangeTask(id=ID), ChangeTask(id=ID, sealed=second, attested=attested("x", attrs(task)))):
        with pytest.raises(InvalidArgument):
            TASK.decide(change, task, moment())


def test_completing_is_moving_to_what_is_done_and_undone_by_reopening() -> None:
    task = after(creates())
    facts = TASK.decide(completes(task), task, moment())
    assert [type(fact) for fact in facts] == [TaskStatusChanged]
    assert facts[0].cause == "completed"  # type: ignore[union-attr]
    done = after(completes(task), task=task)
    assert (done.category, done.outcome) == ("done", "completed")
    with pytest.raises(Stale):
        TASK.decide(completes(done, word="again"), done, moment())
    cancelled = after(completes(task, CANCELLED, outcome="cancelled"), task=task)
    assert (cancelled.category, cancelled.outcome) == ("done", "cancelled")
    open_again = after(changes(done, "open", column=TODO, reopens=True), task=done)
    assert (open_again.category, open_again.outcome) == ("open", None)
    with pytest.raises(InvalidArgument):
        TASK.decide(replace(completes(task), column=DONE), task, moment())


def test_a_task_that_repeats_is_open_again_and_due_on_the_next_date() -> None:
    task = after(REPEATS, task=None)
    task = after(changes(task, "begun", column=DOING), task=task)
    facts = TASK.decide(completes(task, TODO), task, at(date(2026, 5, 5)))
    assert [type(fact) for fact in facts] == [TaskOccurrenceClosed, TaskStatusChanged]
    assert facts[0] == TaskOccurrenceClosed(
        number=1,
        due_on=MONDAY,
        outcome="completed",
        next_due_on=date(2026, 5, 11),
        skipped=0,
        signed=facts[0].signed,  # type: ignore[union-attr]
        attrs=facts[0].attrs,  # type: ignore[union-attr]
        attrs_salt_b64u=facts[0].attrs_salt_b64u,  # type: ignore[union-attr]
    )
    assert facts[1].cause == "repeated"  # type: ignore[union-attr]
    again = TASK.fold(facts, task)
    assert again is not None
    assert (again.category, again.occurrence, again.due_on, again.due) == (
        *("open", 2, MONDAY),
        date(2026, 5, 11),
    )
    # Nobody looked at it for three weeks: the dates that went by are counted.
    (late,) = TASK.decide(completes(again, TODO, "late"), again, at(date(2026, 6, 2)))
    assert isinstance(late, TaskOccurrenceClosed)
    assert (late.number, late.next_due_on, late.skipped) == (2, date(2026, 6, 8), 3)
    assert after(completes(again, TODO, "late"), task=again, by=at(date(2026, 6, 2))).occurrence == 6


def test_the_day_is_the_one_of_the_task_s_zone() -> None:
    tokyo = Recurrence("FREQ=DAILY", "afterCompletion", "Asia/Tokyo")
    task = after(creates(Schedule(due_on=MONDAY, recurrence=tokyo)))
    late = at(MONDAY, 23)
    assert after(completes(task, TODO), task=task, by=late).due == date(2026, 5, 6)


def test_the_signed_status_goes_with_the_next_date() -> None:
    task = after(REPEATS)
    with pytest.raises(Refused) as refusal:
        TASK.decide(completes(task, DONE), task, at(MONDAY))
    assert refusal.value.reason == "next_due"
    assert refusal.value.details["next_due_on"] == "2026-05-11"
    last = after(creates(Schedule(due_on=MONDAY, recurrence=replace(WEEKLY, until_count=1))))
    with pytest.raises(Refused) as refusal:
        TASK.decide(completes(last, TODO), last, at(MONDAY))
    assert (refusal.value.reason, refusal.value.details["next_due_on"]) == ("next_due", None)
    done = after(completes(last, DONE), task=last, by=at(MONDAY))
    assert (done.category, done.due) == ("done", MONDAY)


def test_moving_it_to_what_is_done_is_no_way_around_the_next_date() -> None:
    task = after(REPEATS)
    with pytest.raises(Refused) as refusal:
        TASK.decide(changes(task, column=DONE), task, moment())
    assert refusal.value.reason == "complete_required"
    ended = after(changes(task, column=DONE, recurrence=None), task=task)
    assert (ended.category, ended.recurrence) == ("done", None)


def test_a_written_date_takes_the_place_of_the_next_one() -> None:
    task = after(REPEATS, by=at(MONDAY))
    task = after(completes(task, TODO), task=task, by=at(MONDAY))
    assert task.next_due_on == date(2026, 5, 11)
    kept = after(changes(task, "reminders", reminders=()), task=task)
    assert kept.due == date(2026, 5, 11)
    moved = after(changes(task, "date", due_on=date(2026, 5, 20)), task=task)
    assert (moved.due, moved.next_due_on, moved.occurrence) == (date(2026, 5, 20), None, 2)
    back = after(changes(task, "same", due_on=MONDAY), task=task)
    assert (back.due, back.next_due_on) == (MONDAY, None)
    daily = replace(WEEKLY, rule="FREQ=DAILY")
    with pytest.raises(Refused) as refusal:
        TASK.decide(changes(task, recurrence=daily), task, moment())
    assert refusal.value.reason == "due_on_required"
    otherwise = after(changes(task, recurrence=daily, due_on=date(2026, 5, 12)), task=task)
    assert otherwise.due == date(2026, 5, 12)


def test_its_place_is_the_servers_and_needs_no_statement() -> None:
    task = after(creates())
    assert kinds(RankTask(ID, "a"), task) == [TaskRanked]
    assert kinds(RankTask(ID, "V"), task) == []
    nobody = Moment(Actor("system", account_id=ACCOUNT), NOON)
    assert kinds(SpreadTask(ID, "a"), task, nobody) == [TaskRanked]
    assert kinds(SpreadTask(ID, "a"), None, nobody) == []
    with pytest.raises(NotFound):
        TASK.decide(RankTask(ID, "a"), task, nobody)


def comment(
    word: str = "hello", *, revision: int = 1, mentions: tuple[UserId, ...] = (), roles: Any = EVERYBODY
) -> Any:
    id = named(word)
    signed_attrs = attributes(taskId=ID, mentionIds=mentions)
    return sealed(id, *roles, attrs=signed_attrs, revision=revision, content=revision)


SAID = AddComment(ID, CommentId(named("hello")), comment(mentions=(BEN,)), (BEN,))
BY_BEN = Moment(Actor("user", BEN, ACCOUNT, reads=frozenset({OWNER, MEMBER})), NOON)


def test_a_comment_is_its_author_s() -> None:
    task = after(creates(), SAID)
    said = task.comments[SAID.comment_id]
    assert (task.comment_count, said.author_id, said.revision) == (1, ANN, 1)
    assert TASK.decide(SAID, task, moment()) == []
    revise = ReviseComment(ID, SAID.comment_id, comment(revision=2))
    with pytest.raises(NotAllowed):
        TASK.decide(revise, task, BY_BEN)
    with pytest.raises(NotAllowed):
        TASK.decide(RemoveComment(ID, SAID.comment_id, signed("mine")), task, BY_BEN)
    task = after(revise, task=task)
    assert task.comments[SAID.comment_id].sealed.content_revision == 2
    assert task.revision == 1, "the task itself says the same as before"
    remove = RemoveComment(ID, SAID.comment_id, signed("away"))
    task = after(remove, task=task)
    assert (task.comment_count, task.comments[SAID.comment_id].sealed.data_b64u) == (0, "")
    assert TASK.decide(remove, task, moment()) == []
    with pytest.raises(NotFound):
        TASK.decide(ReviseComment(ID, SAID.comment_id, comment(revision=3)), task, moment())
    other = replace(SAID, sealed=replace(SAID.sealed, statement_b64u=statement("other")))
    with pytest.raises(AlreadyExists):
        TASK.decide(other, task, moment())


def test_a_comment_is_for_those_who_read_the_task_and_says_whom_it_is_about() -> None:
    task = after(creates())
    for wrong in (
        replace(SAID, mention_ids=()),
        replace(SAID, mention_ids=tuple(sorted((ANN, BEN), reverse=True))),
        replace(SAID, sealed=comment("other")),
        AddComment(ID, SAID.comment_id, comment(roles=(OWNER, named("strangers")))),
    ):
        with pytest.raises(Refused):
            TASK.decide(wrong, task, moment())
    with pytest.raises(Stale):
        TASK.decide(AddComment(ID, SAID.comment_id, comment(revision=2)), task, moment())


def test_a_comment_is_handed_on_to_those_who_read_the_task() -> None:
    owners = AddComment(ID, SAID.comment_id, comment(roles=(OWNER,)))
    task = after(creates(), owners)
    shares = ShareComment(ID, SAID.comment_id, (wrap(MEMBER),), signed("shared"), EVERYBODY)
    shared = after(shares, task=task, by=BY_BEN)
    said = shared.comments[SAID.comment_id]
    assert (said.audience, said.revision, said.removed) == (EVERYBODY, 2, False)
    assert TASK.decide(shares, shared, BY_BEN) == []
    second = ReviseComment(ID, SAID.comment_id, replace(comment(revision=3), content_revision=2))
    assert after(second, task=shared).comments[SAID.comment_id].later == ()
    for wrong in (
        replace(shares, wraps=(wrap(named("strangers")),)),
        replace(
            shares,
            wraps=(wrap(named("strangers")),),
            audience=with_roles(EVERYBODY, named("strangers")),
        ),
        replace(shares, comment_id=named("no")),
    ):
        with pytest.raises(Refused):
            TASK.decide(wrong, task, moment())


def test_there_are_at_most_so_many_comments() -> None:
    task = after(creates(), SAID)
    one = task.comments[SAID.comment_id]
    full = replace(task, comments={CommentId(named(f"{n}")): one for n in range(MAX_COMMENTS)})
    with pytest.raises(Full):
        TASK.decide(SAID, full, moment())


def test_a_reminder_fires_once_for_a_date_and_again_for_the_next() -> None:
    task = after(REPEATS)
    fires = FireReminder(ID, BEFORE.id, MONDAY)
    assert TASK.decide(replace(fires, user_ids=(ANN,)), task, moment()) == [
        ReminderFired(BEFORE.id, MONDAY, (ANN,))
    ]
    assert kinds(replace(fires, missed=True), task) == [ReminderMissed]
    assert kinds(replace(fires, due_on=date(2026, 5, 11)), task) == [], "that is not due yet"
    fired = after(fires, task=task)
    assert kinds(fires, fired) == []
    fired = after(completes(fired, TODO), task=fired, by=at(MONDAY))
    assert kinds(fires, fired) == []
    assert kinds(replace(fires, due_on=date(2026, 5, 11)), fired) == [ReminderFired]
    moved = after(changes(fired, reminders=(replace(BEFORE, minutes_before=60),)), task=fired)
    assert kinds(replace(fires, due_on=date(2026, 5, 11)), moved) == [ReminderFired]
    for silent in (
        after(DeleteItem(ID, signed("bin")), task=fired),
        after(changes(fired, reminders=()), task=fired),
    ):
        assert kinds(replace(fires, due_on=date(2026, 5, 11)), silent) == []
    absolute = after(creates(Schedule(reminders=(AT_NINE,))))
    assert kinds(FireReminder(ID, AT_NINE.id, None), absolute) == [ReminderFired]
    done = after(completes(absolute), task=absolute)
    assert kinds(FireReminder(ID, AT_NINE.id, None), done) == []


def test_it_goes_through_the_bin_as_all_items_do() -> None:
    task = after(creates(), SAID)
    binned = after(DeleteItem(ID, signed("bin")), task=task)
    for command in (
        RankTask(ID, "a"),
        SAID,
        changes(task, column=DOING),
        ShareItem(ID, (wrap(MEMBER),), signed("s"), EVERYBODY),
    ):
        with pytest.raises(Refused, match="bin"):
            TASK.decide(command, binned, moment())
    assert after(RestoreItem(ID, attested("back", attrs(task))), task=binned).state == "active"
    purged = after(EmptyBin(ID), task=binned)
    assert (purged.state, purged.comments, purged.comment_count, purged.sealed.wraps) == ("purged", {}, 0, ())
    assert TASK.decide(PurgeItem(ID), purged, moment()) == []
    with pytest.raises(NotFound):
        TASK.decide(SAID, purged, moment())


@given(
    st.lists(
        st.tuples(st.sampled_from(["complete", "skip", "date", "move", "reopen"]), st.integers(-3, 40)),
        max_size=10,
    ),
    st.sampled_from(["FREQ=WEEKLY;BYDAY=MO", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;COUNT=4"]),
    st.sampled_from([None, 3, 6]),
)
def test_each_occurrence_is_closed_once_and_what_is_signed_is_so(
    steps: list[tuple[str, int]], rule: str, last: int | None
) -> None:
    recurrence = Recurrence(rule, "fixed", "UTC", last)
    task = after(creates(Schedule(due_on=MONDAY, recurrence=recurrence)))
    closed: list[TaskOccurrenceClosed] = []
    for number, (step, days) in enumerate(steps):
        assert task.due is not None
        now, word = at(task.due + timedelta(days=days)), f"{step} {number}"
        end, outcome = (CANCELLED, "cancelled") if step == "skip" else (DONE, "completed")
        tried = {
            "date": [changes(task, word, due_on=task.due + timedelta(days=abs(days)))],
            "move": [changes(task, word, column=DOING)],
            "reopen": [changes(task, word, column=TODO, reopens=True)],
        }.get(step, [completes(task, TODO, word, outcome), completes(task, end, word, outcome)])
        done = task.category == "done"
        ways = [facts for facts in (decided(command, task, now) for command in tried) if facts is not None]
        assert len(ways) == (0 if done and step in ("complete", "skip") else 1), "one status goes with it"
        for fact in ways[0] if ways else ():
            if isinstance(fact, TaskOccurrenceClosed):
                assert fact.due_on == task.due
                assert fact.next_due_on is None or fact.next_due_on > fact.due_on
                closed.append(fact)
        task = TASK.fold(ways[0], task) if ways else task
        assert task is not None
        if ways and ways[0]:
            assert task.sealed.attrs == attrs(task)
    numbers = [fact.number for fact in closed]
    assert numbers == sorted(set(numbers))


def decided(command: ChangeTask, task: KeptTask, by: Moment) -> list[Any] | None:
    try:
        return TASK.decide(command, task, by)
    except Refused:
        return None
