"""What can be asked of a task: planned, moved, done, spoken about, reminded of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

from msgspec.structs import replace

from domain.ids import CommentId, StatusId, TaskId, UserId, built_in_status
from domain.work.recurrence import Recurrence
from domain.work.tasks import facts as t
from domain.work.tasks.reminding import reminded_of
from domain.work.tasks.schedule import Reminder, Schedule
from domain.work.tasks.state import KeptTask
from tests.support.lives.items import CLOCK, FURTHER, ITEM, NOW, next_content, shared_and_binned, signs
from tests.support.lives.steps import Ask
from tests.support.shapes import (
    ACCOUNT,
    ANN,
    EVERYBODY,
    NOON,
    OWNER,
    attested,
    attributes,
    named,
    sealed,
    signed,
    with_roles,
    wrap,
)

ID = TaskId(ITEM)
BEN = UserId(named("ben"))
TODO, DOING, DONE, CANCELLED = (
    t.Column(StatusId(built_in_status(ACCOUNT, key)), category, outcome)
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
AT_NOON = Reminder(named("at noon"), "email", at=NOON)
ONCE = Schedule(due_on=MONDAY, reminders=(AT_NOON,))
AGAIN = Schedule(due_on=MONDAY, recurrence=WEEKLY, reminders=(BEFORE,))


def task(kept: KeptTask | None, word: str) -> Iterator[Ask]:
    if kept is None:
        for schedule in (AGAIN, ONCE, Schedule()):
            yield Ask(_creates(schedule), NOW)
        return
    yield Ask(t.ChangeTask(id=ID, sealed=next_content(kept), audience=kept.audience), NOW)
    yield Ask(t.ChangeTask(id=ID, sealed=next_content(kept, OWNER), audience=(OWNER,)), NOW)
    yield from _changes(kept, word)
    for rank in ("V", "k"):
        yield Ask(t.RankTask(ID, rank), NOW)
        yield Ask(t.SpreadTask(ID, rank), CLOCK)
    for reminder in kept.reminders:
        for missed in (False, True):
            due = reminded_of(reminder, kept.due)
            yield Ask(t.FireReminder(ID, reminder.id, due, (ANN,), missed), CLOCK)
    yield from _comments(kept, word)
    yield from shared_and_binned(kept, word)


def _creates(schedule: Schedule) -> t.CreateTask:
    attrs = attributes(
        statusId=TODO.status_id,
        state="active",
        dueOn=schedule.due_on,
        recurrence=schedule.recurrence and schedule.recurrence.signed_text,
        reminders=schedule.signed_reminders,
    )
    return t.CreateTask(
        id=ID,
        sealed=sealed(ITEM, attrs=attrs),
        audience=EVERYBODY,
        column=TODO,
        rank="V",
        schedule=schedule,
    )


def _changes(kept: KeptTask, word: str) -> Iterator[Ask]:
    filed = (named("taxes"),) if not kept.topic_ids else ()
    yield _says(word + "filed", kept, topic_ids=filed)
    people = tuple(sorted((ANN, BEN)))
    for who in ((), (BEN,), people):
        yield _says(f"{word} {who}", kept, assignee_ids=who)
    for day in (MONDAY, date(2026, 6, 1)):
        yield _says(f"{word} {day}", kept, due_on=day, recurrence=WEEKLY, reminders=(BEFORE, AT_NOON))
    yield _says(word + "never", kept, due_on=None, recurrence=None, reminders=())
    for column in (TODO, DOING, DONE):
        attrs = signs(replace(kept, status_id=column.status_id))
        yield Ask(
            t.ChangeTask(
                id=ID,
                attested=attested(f"{word} {column.status_id}", attrs),
                column=column,
                reopens=kept.category == "done",
            ),
            NOW,
        )
    for outcome, done in (("completed", DONE), ("cancelled", CANCELLED)):
        for goes_to in (done, TODO):
            attrs = signs(replace(kept, status_id=goes_to.status_id))
            says = attested(f"{word} {outcome} {goes_to.status_id}", attrs)
            completion = t.Completion(outcome, done, TODO)
            yield Ask(t.ChangeTask(id=ID, attested=says, completion=completion), NOW)


def _says(word: str, kept: KeptTask, **members: Any) -> Ask:
    """A change under signed attributes that say the same."""
    attrs = signs(replace(kept, **members))
    return Ask(t.ChangeTask(id=ID, attested=attested(word, attrs), **members), NOW)


def _comments(kept: KeptTask, word: str) -> Iterator[Ask]:
    new = CommentId(named(f"{word} comment"))
    for mentioned in ((), (BEN,)):
        attrs = attributes(taskId=ID, mentionIds=mentioned)
        content = sealed(new, *kept.audience, attrs=attrs)
        yield Ask(t.AddComment(ID, new, content, mentioned), NOW)
    for comment in kept.comments.values():
        revised = sealed(
            comment.id,
            *kept.audience,
            revision=comment.revision + 1,
            content=comment.sealed.content_revision + 1,
            attrs=attributes(taskId=ID),
        )
        yield Ask(t.ReviseComment(ID, comment.id, revised), NOW)
        for role in (FURTHER, OWNER):
            says = signed(f"{word} {comment.id} {role}")
            yield Ask(
                t.ShareComment(ID, comment.id, (wrap(role),), says, with_roles(comment.audience, role)), NOW
            )
        yield Ask(t.RemoveComment(ID, comment.id, signed(f"{word} {comment.id} remove")), NOW)
