"""The statuses of tasks: one board per account, of which a few are there from its opening."""

from typing import get_args

from domain.kernel import Decider
from domain.work.statuses.facts import StatusCommand, StatusEvent
from domain.work.statuses.rules import decide
from domain.work.statuses.state import StatusBoard, evolve

STATUS_BOARD: Decider[StatusCommand, StatusBoard, StatusEvent] = Decider(
    "status_board", get_args(StatusEvent), decide, evolve, state=StatusBoard, snapshot_version=1
)
