"""When a status may be added, changed, moved and removed: tasks always have where to begin and to end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never
from uuid import UUID

from domain.errors import InvalidArgument, Refused
from domain.ids import StatusId
from domain.kernel import Moment
from domain.records import check_attributes
from domain.work.attributes import stated
from domain.work.entries.places import ranks_at
from domain.work.entries.rules import (
    account_of,
    check_addition,
    found,
    has_left,
    is_known,
    moves,
    next_content,
    shared_audience,
)
from domain.work.ranks import Rank
from domain.work.statuses.facts import (
    AddStatus,
    Category,
    ChangeStatus,
    Outcome,
    RemoveStatus,
    ShareStatus,
    StatusAdded,
    StatusBoardBegun,
    StatusCommand,
    StatusEvent,
    StatusMadeDefault,
    StatusMoved,
    StatusRemoved,
    StatusRevised,
    StatusShared,
)
from domain.work.statuses.state import Status, StatusBoard, board_of, evolve

MOST = 100


def decide(command: StatusCommand, board: StatusBoard | None, moment: Moment) -> list[StatusEvent]:
    account_id = account_of(moment)
    before = board_of(account_id, board)
    events = _decided(command, before, moment)
    if events and board is None:
        return [StatusBoardBegun(account_id=account_id), *events]
    return events


def _decided(command: StatusCommand, board: StatusBoard, moment: Moment) -> list[StatusEvent]:
    match command:
        case AddStatus():
            return _add(command, board, moment)
        case ChangeStatus():
            return _change(command, board, moment)
        case ShareStatus():
            status = found(board.status(command.id), moment)
            audience = shared_audience(status, command, moment)
            if audience is None:
                return []
            wraps, signed = command.wraps, command.signed
            return [StatusShared(status_id=status.id, audience=audience, wraps=wraps, signed=signed)]
        case RemoveStatus():
            return _remove(command, board, moment)
        case _:
            assert_never(command)


def _add(command: AddStatus, board: StatusBoard, moment: Moment) -> list[StatusEvent]:
    if is_known(board.status(command.id), command):
        return []
    check_addition(command, board.statuses.values(), MOST, moment)
    if (command.category == "done") != (command.outcome is not None):
        raise InvalidArgument("What is done has an outcome, and nothing else has.", reason="outcome")
    if command.default:
        _check_can_be_default(command.category, command.outcome)
    id = StatusId(command.id)
    ranks = ranks_at(command.place, id, board.standing)
    added = StatusAdded(
        status_id=id,
        category=command.category,
        outcome=command.outcome,
        default=command.default,
        sealed=command.sealed,
        audience=command.audience,
        rank=ranks[id],
    )
    _check_signed(board, [added], id, command.sealed.attrs)
    return [added, *_moved({other: rank for other, rank in ranks.items() if other != id})]


def _change(command: ChangeStatus, board: StatusBoard, moment: Moment) -> list[StatusEvent]:
    status = found(board.status(command.id), moment)
    events: list[StatusEvent] = []
    audience = next_content(status, command, moment)
    if command.sealed is not None and audience is not None:
        events.append(StatusRevised(status_id=status.id, sealed=command.sealed, audience=audience))
    if command.default is not None and command.default != status.default:
        if not command.default:
            raise Refused("Make another status the default instead.", reason="default")
        if command.sealed is None and command.attested is None:
            raise InvalidArgument("That it is the default is signed.", reason="statement")
        _check_can_be_default(status.category, status.outcome)
        events.append(StatusMadeDefault(status_id=status.id))
    if command.attested is not None:
        _check_signed(board, events, status.id, command.attested.attrs)
        events = stated(events, command.attested)
    elif command.sealed is not None:
        _check_signed(board, events, status.id, command.sealed.attrs)
    return [*events, *_moved(moves(command.place, status, board.standing))]


def _remove(command: RemoveStatus, board: StatusBoard, moment: Moment) -> list[StatusEvent]:
    if has_left(board.status(command.id), moment.actor.reads):
        return []
    status = found(board.status(command.id), moment)
    _check_is_not_the_last(status, board.standing)
    if command.move_to is None:
        raise Refused("Say which status its tasks go to.", reason="move_to_required")
    target = board.status(command.move_to)
    if target is None or target.state == "deleted" or target.id == status.id:
        raise Refused("There is no such status to move to.", reason="move_to_required")
    if target.category != status.category:
        raise Refused("Tasks stay in their category.", reason="category")
    if status.default:
        _check_can_be_default(target.category, target.outcome)
    removed = StatusRemoved(status_id=status.id, moved_to=target.id)
    if command.attested is not None and command.sealed is None:
        if status.sealed is None:
            raise InvalidArgument("Its first statement brings a content.", reason="statement")
        _check_signed(board, [removed], status.id, command.attested.attrs)
        return stated([removed], command.attested)
    if command.sealed is None or command.attested is not None or status.sealed is not None:
        raise InvalidArgument("Sign where its tasks go to.", reason="statement")
    first = ChangeStatus(id=status.id, sealed=command.sealed, audience=command.audience)
    audience = next_content(status, first, moment) or ()
    revised = StatusRevised(status_id=status.id, sealed=command.sealed, audience=audience)
    _check_signed(board, [revised, removed], status.id, command.sealed.attrs)
    return [revised, removed]


def _check_is_not_the_last(status: Status, standing: Sequence[Status]) -> None:
    """Tasks can begin, go on, be completed and be called off."""
    others = [one for one in standing if one.id != status.id and one.category == status.category]
    if not others or (status.outcome == "completed" and all(one.outcome != "completed" for one in others)):
        raise Refused("The last status of its kind stays.", reason="last_in_category")


def _check_can_be_default(category: Category, outcome: Outcome | None) -> None:
    """Tasks begin where they are open and end where they are completed."""
    if category == "active" or outcome == "cancelled":
        raise Refused("Only what is open or completed can be a default.", reason="default")


def _check_signed(
    board: StatusBoard, events: Sequence[StatusEvent], status_id: UUID, attrs: Mapping[str, str]
) -> None:
    """What the events come to is what was signed."""
    after: StatusBoard | None = board
    for event in events:
        after = evolve(after, event)
    status = after.status(status_id) if after else None
    if status is not None:
        check_attributes(attrs, status.attributes)


def _moved(ranks: Mapping[UUID, Rank]) -> list[StatusEvent]:
    return [StatusMoved(status_id=StatusId(id), rank=rank) for id, rank in ranks.items()]
