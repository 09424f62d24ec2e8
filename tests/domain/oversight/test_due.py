"""A task is warned of once for each date on which it is due."""

from datetime import date
from uuid import UUID

from domain.ids import TaskId, UserId
from domain.oversight.due import DUE, DueWarned, WarnOfDue, due_id
from tests.support.decisions import Story

TASK, ANN = TaskId(UUID(int=1)), UserId(UUID(int=2))
MONDAY, TUESDAY = date(2026, 5, 4), date(2026, 5, 5)
tasks = Story(DUE)


def warns(day: date) -> WarnOfDue:
    return WarnOfDue(task_id=TASK, due_on=day, user_ids=(ANN,))


def warned(day: date) -> DueWarned:
    return DueWarned(task_id=TASK, due_on=day, user_ids=(ANN,))


def test_each_date_comes_once() -> None:
    tasks.when(warns(MONDAY)).then(warned(MONDAY))
    tasks.given(warned(MONDAY)).when(warns(MONDAY)).then()
    tasks.given(warned(MONDAY)).when(warns(TUESDAY)).then(warned(TUESDAY))


def test_warnings_have_a_stream_of_their_own() -> None:
    assert due_id(TASK) != TASK
