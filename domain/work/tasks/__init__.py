"""A task: sealed content, where it stands, when it is due, who does it, and what is said about it."""

from typing import get_args

from domain.kernel import Decider
from domain.work.tasks.facts import TaskCommand, TaskEvent, TaskFact
from domain.work.tasks.rules import decide
from domain.work.tasks.state import KeptTask, evolve

TASK: Decider[TaskCommand, KeptTask, TaskEvent] = Decider("task", get_args(TaskFact), decide, evolve)
