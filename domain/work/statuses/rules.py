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
from domain.work.entries.facts import ChangeEntry
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
    FormerDefault,
    Outcome,
    RemoveStatus,
    ShareStatus,
    StatusAdded,
    StatusBoardBegun,
    StatusCommand,
    StatusDefaultEnded,
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
        raise Refused("Add the status first, then make it the default.", reason="default")
    id = StatusId(command.id)
    ranks = ranks_at(command.place, id, board.standing)
    added = StatusAdded(
        status_id=id,
        category=command.category,
        outcome=command.outcome,
        sealed=command.sealed,
        audience=command.audience,
        rank=ranks[id],
    )
    _check_signed(board, [added], id, command.sealed.attrs)
    return [added, *_moved({other: rank for other, rank in ranks.items() if other != id})]


def _change(command: ChangeStatus, board: StatusBoard, moment: Moment) -> list[StatusEvent]:
    status = found(board.status(command.id), moment)
    becomes = command.default is True and not status.default
    if command.default is False and status.default:
        raise Refused("Make another status the default instead.", reason="default")
    if becomes:
        _check_can_be_default(status.category, status.outcome)
    made: list[StatusEvent] = [StatusMadeDefault(status_id=status.id)] if becomes else []
    events = _signed_change(command, status, board, made, moment)
    former = _former(command.also, status, board, moment, is_needed=becomes)
    return [*former, *events, *_moved(moves(command.place, status, board.standing))]


def _former(
    also: FormerDefault | None, status: Status, board: StatusBoard, moment: Moment, *, is_needed: bool
) -> list[StatusEvent]:
    """The default that this status takes the place of, which is signed to be it no more."""
    if also is None and not is_needed:
        return []
    former = board.default_of(status.category)
    if not is_needed or also is None or also.id != former.id or also.default is not False:
        raise Refused("Sign with it that the former default is no longer the default.", reason="default")
    ended = StatusDefaultEnded(status_id=former.id)
    return _signed_change(also, found(former, moment), board, [ended], moment)


def _signed_change(
    command: ChangeEntry,
    status: Status,
    board: StatusBoard,
    attributes: Sequence[StatusEvent],
    moment: Moment,
) -> list[StatusEvent]:
    """A new content, or attributes under their statement: either says what the events about them come to."""
    events: list[StatusEvent] = []
    audience = next_content(status, command, moment)
    if command.sealed is not None and audience is not None:
        events.append(StatusRevised(status_id=status.id, sealed=command.sealed, audience=audience))
    elif attributes and command.attested is None:
        raise InvalidArgument("That it is the default is signed.", reason="statement")
    events.extend(attributes)
    if command.attested is not None:
        _check_signed(board, events, status.id, command.attested.attrs)
        return stated(events, command.attested)
    if command.sealed is not None:
        _check_signed(board, events, status.id, command.sealed.attrs)
    return events


def _remove(command: RemoveStatus, board: StatusBoard, moment: Moment) -> list[StatusEvent]:
    if has_left(board.status(command.id), moment.actor.reads):
        return []
    status = found(board.status(command.id), moment)
    _check_is_not_the_last(status, board.standing)
    if status.default:
        raise Refused("Make another status the default first.", reason="default")
    if command.move_to is None:
        raise Refused("Say which status its tasks go to.", reason="move_to_required")
    target = board.status(command.move_to)
    if target is None or target.state == "deleted" or target.id == status.id:
        raise Refused("There is no such status to move to.", reason="move_to_required")
    if target.category != status.category:
        raise Refused("Tasks stay in their category.", reason="category")
    if command.attested is None or (command.sealed is None) != (status.sealed is not None):
        raise InvalidArgument("Sign where its tasks go to.", reason="statement")
    events: list[StatusEvent] = []
    if command.sealed is not None:
        first = ChangeStatus(id=status.id, sealed=command.sealed, audience=command.audience)
        events = _signed_change(first, status, board, [], moment)
    removed = StatusRemoved(status_id=status.id, moved_to=target.id, deleted=command.signed)
    _check_signed(board, [*events, removed], status.id, command.attested.attrs)
    return [*events, *stated([removed], command.attested)]


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
