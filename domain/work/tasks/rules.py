"""When a task may be created, changed, ranked, shared, reminded of, deleted, restored and purged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from msgspec import UNSET

from domain.errors import InvalidArgument, NotFound, Refused
from domain.kernel import Moment
from domain.records import check_ascending
from domain.work.items.facts import DeleteItem, EmptyBin, PurgeItem, RestoreItem, ShareItem
from domain.work.items.kinds import BinFacts, ContentFacts
from domain.work.items.rules import (
    agreed,
    already_begun,
    check_begins,
    check_not_binned,
    check_one_statement,
    move_in_bin,
    new_content,
    opened,
    share,
)
from domain.work.tasks.commenting import add_comment, remove_comment, revise_comment, share_comment
from domain.work.tasks.completing import complete
from domain.work.tasks.facts import (
    AddComment,
    ChangeTask,
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
    TaskCommand,
    TaskCreated,
    TaskDeleted,
    TaskEvent,
    TaskFiled,
    TaskPurged,
    TaskRanked,
    TaskRestored,
    TaskRevised,
    TaskScheduled,
    TaskShared,
    TaskStatusChanged,
)
from domain.work.tasks.reminding import reminded_of
from domain.work.tasks.schedule import Schedule, check_schedule
from domain.work.tasks.state import KeptTask, Task, begun, changed, evolve

FACTS = ContentFacts(revised=TaskRevised, audience_changed=TaskAudienceChanged, shared=TaskShared)
BIN = BinFacts(deleted=TaskDeleted, restored=TaskRestored, purged=TaskPurged)


def decide(command: TaskCommand, task: KeptTask | None, moment: Moment) -> list[TaskEvent]:
    match command:
        case CreateTask():
            return _create(command, task, moment)
        case DeleteItem() | RestoreItem() | PurgeItem() | EmptyBin():
            return list(move_in_bin(BIN, command, task, moment))
        case SpreadTask(rank=rank):
            return _ranked(task, rank)
        case FireReminder():
            return _remind(command, task)
        case _:
            return _decide(command, _living(task, moment), moment)


def _decide(
    command: ChangeTask | RankTask | ShareItem | AddComment | ReviseComment | RemoveComment | ShareComment,
    task: KeptTask,
    moment: Moment,
) -> list[TaskEvent]:
    match command:
        case ChangeTask():
            return _change(command, task, moment)
        case RankTask(rank=rank):
            return _ranked(task, rank)
        case ShareItem():
            return list(share(FACTS, command, task, moment))
        case AddComment():
            return add_comment(command, task, moment)
        case ReviseComment():
            return revise_comment(command, task, moment)
        case RemoveComment():
            return remove_comment(command, task, moment)
        case ShareComment():
            return share_comment(command, task)
        case _:
            assert_never(command)


def _living(task: KeptTask | None, moment: Moment) -> KeptTask:
    found = opened(task, moment)
    if found.state == "purged":
        raise NotFound("There is no such item.")
    check_not_binned(found)
    return found


def _create(command: CreateTask, task: KeptTask | None, moment: Moment) -> list[TaskEvent]:
    if already_begun(command.sealed, task):
        return []
    if command.parent_id == command.id:
        raise InvalidArgument("A task is no part of itself.", reason="parent")
    check_begins(command.id, command.sealed, command.audience, moment)
    column, times = command.column, command.schedule
    check_schedule(times)
    if column.category == "done" and times.recurrence is not None:
        raise Refused("What is done from the beginning does not come again.", reason="complete_required")
    created = TaskCreated(
        task_id=command.id,
        sealed=command.sealed,
        audience=command.audience,
        status_id=column.status_id,
        category=column.category,
        outcome=column.outcome,
        rank=command.rank,
        profile_ids=command.profile_ids,
        topic_ids=command.topic_ids,
        document_ids=command.document_ids,
        assignee_ids=command.assignee_ids,
        start_on=times.start_on,
        due_on=times.due_on,
        due_time=times.due_time,
        recurrence=times.recurrence,
        reminders=times.reminders,
        parent_id=command.parent_id,
    )
    _check_lists(Task(**begun(created)))
    return agreed(evolve, None, [created], command.sealed, None)


def _change(command: ChangeTask, task: KeptTask, moment: Moment) -> list[TaskEvent]:
    sealed, attested = command.sealed, command.attested
    check_one_statement(sealed, attested)
    if attested is not None and attested.signed.statement_b64u in _statements(task):
        return []
    events: list[TaskEvent] = []
    if sealed is not None:
        events.append(new_content(FACTS, task, sealed, command.audience, moment))
    events += [*_filed(command, task), *_assigned(command, task), *_scheduled(command, task)]
    events += _moved(command, task)
    if command.completion is not None:
        if command.column is not None:
            raise InvalidArgument("Complete a task, or move it.", reason="form")
        attrs = sealed.attrs if sealed else attested.attrs if attested else {}
        events += complete(command.completion, _after(task, events), attrs, moment.now)
    after = _after(task, events)
    _check_lists(after)
    check_schedule(after.schedule)
    return agreed(evolve, task, events, sealed, attested)


def _statements(task: Task) -> set[str]:
    return {entry.statement_b64u for entry in task.later}


def _after(task: KeptTask, events: Sequence[TaskEvent]) -> KeptTask:
    for event in events:
        task = changed(task, event)
    return task


def _filed(command: ChangeTask, task: Task) -> list[TaskEvent]:
    profiles = task.profile_ids if command.profile_ids is UNSET else command.profile_ids
    topics = task.topic_ids if command.topic_ids is UNSET else command.topic_ids
    documents = task.document_ids if command.document_ids is UNSET else command.document_ids
    if (profiles, topics, documents) == (task.profile_ids, task.topic_ids, task.document_ids):
        return []
    return [TaskFiled(profile_ids=profiles, topic_ids=topics, document_ids=documents)]


def _assigned(command: ChangeTask, task: Task) -> list[TaskEvent]:
    if command.assignee_ids is UNSET or command.assignee_ids == task.assignee_ids:
        return []
    check_ascending("assigneeIds", command.assignee_ids)
    added = tuple(user for user in command.assignee_ids if user not in task.assignee_ids)
    removed = tuple(user for user in task.assignee_ids if user not in command.assignee_ids)
    return [TaskAssigned(added=added, removed=removed)]


def _scheduled(command: ChangeTask, task: Task) -> list[TaskEvent]:
    times = Schedule(
        task.start_on if command.start_on is UNSET else command.start_on,
        task.due_on if command.due_on is UNSET else command.due_on,
        task.due_time if command.due_time is UNSET else command.due_time,
        task.recurrence if command.recurrence is UNSET else command.recurrence,
        task.reminders if command.reminders is UNSET else command.reminders,
    )
    next_due_on = task.next_due_on if command.due_on is UNSET else None
    if (times, next_due_on) == (task.schedule, task.next_due_on):
        return []
    if times.recurrence != task.recurrence and next_due_on is not None:
        # What is due now was counted by the repetition that goes; the new one needs a signed beginning.
        raise Refused("Say from which day on it repeats otherwise.", reason="due_on_required")
    return [
        TaskScheduled(
            start_on=times.start_on,
            due_on=times.due_on,
            due_time=times.due_time,
            recurrence=times.recurrence,
            reminders=times.reminders,
            next_due_on=next_due_on,
        )
    ]


def _moved(command: ChangeTask, task: Task) -> list[TaskEvent]:
    column = command.column
    if column is None or column.status_id == task.status_id:
        return []
    recurrence = task.recurrence if command.recurrence is UNSET else command.recurrence
    if column.category == "done" and task.category != "done" and recurrence is not None:
        raise Refused("Complete it, so that its next date is found.", reason="complete_required")
    return [
        TaskStatusChanged(
            from_id=task.status_id,
            to_id=column.status_id,
            category=column.category,
            outcome=column.outcome,
            cause="reopened" if command.reopens else "moved",
        )
    ]


def _ranked(task: KeptTask | None, rank: str) -> list[TaskEvent]:
    if task is None or task.state == "purged" or task.rank == rank:
        return []
    return [TaskRanked(rank)]


def _remind(command: FireReminder, task: KeptTask | None) -> list[TaskEvent]:
    """Once for each date, and only while there is something to be reminded of."""
    if task is None or task.state != "active" or task.category == "done":
        return []
    reminder = next((each for each in task.reminders if each.id == command.reminder_id), None)
    if reminder is None or command.due_on != reminded_of(reminder, task.due):
        return []
    if command.reminder_id in task.fired and task.fired[command.reminder_id] == command.due_on:
        return []
    if command.missed:
        return [ReminderMissed(command.reminder_id, command.due_on)]
    return [ReminderFired(command.reminder_id, command.due_on, command.user_ids)]


def _check_lists(task: Task) -> None:
    check_ascending("profileIds", task.profile_ids)
    check_ascending("topicIds", task.topic_ids)
    check_ascending("documentIds", task.document_ids)
    check_ascending("assigneeIds", task.assignee_ids)
