"""What is true of statuses: an account has them from its opening, and tasks always have where to go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from domain.errors import AlreadyExists, Full, InvalidArgument, NotFound, Refused, Stale
from domain.ids import StatusId, built_in_status
from domain.work.entries.facts import Place
from domain.work.ranks import evenly
from domain.work.statuses import STATUS_BOARD
from domain.work.statuses.facts import (
    AddStatus,
    ChangeStatus,
    FormerDefault,
    RemoveStatus,
    ShareStatus,
    StatusBoardBegun,
    StatusDefaultEnded,
    StatusMadeDefault,
    StatusMoved,
    StatusRemoved,
    StatusRevised,
)
from domain.work.statuses.rules import MOST
from domain.work.statuses.state import Status, StatusBoard, board_of
from tests.support.shapes import (
    ACCOUNT,
    EVERYBODY,
    MEMBER,
    OWNER,
    PRIVATE,
    attested,
    attributes,
    moment,
    named,
    readers,
    sealed,
    signed,
    wrap,
)

TODO, IN_PROGRESS, WAITING, DONE, CANCELLED = (
    built_in_status(ACCOUNT, key) for key in ("todo", "inProgress", "waiting", "done", "cancelled")
)
BANK, PAID = StatusId(named("waiting on the bank")), StatusId(named("paid"))
ACTIVE = attributes(category="active")


def adds(id: StatusId = BANK, category: Any = "active", outcome: Any = None, **options: Any) -> AddStatus:
    attrs = attributes(category=category, outcome=outcome)
    record = sealed(id, *options.pop("roles", EVERYBODY), attrs=attrs)
    return AddStatus(
        id=id,
        sealed=record,
        audience=readers(record),
        category=category,
        outcome=outcome,
        **options,
    )


def after(*commands: Any, board: StatusBoard | None = None) -> StatusBoard:
    """The board that these commands lead to."""
    for command in commands:
        board = STATUS_BOARD.fold(STATUS_BOARD.decide(command, board, moment()), board)
    return board_of(ACCOUNT, board)


def order(board: StatusBoard) -> list[StatusId]:
    return [status.id for status in board.standing]


def status_of(board: StatusBoard, id: StatusId) -> Status:
    status = board.status(id)
    assert status is not None
    return status


def decided(command: Any, board: StatusBoard | None = None) -> list[Any]:
    return [type(event) for event in STATUS_BOARD.decide(command, board, moment())]


def removes(id: StatusId, to: StatusId | None, **values: Any) -> RemoveStatus:
    attrs = attributes(**values, movedTo=to)
    ends = signed(f"deleted {id}")
    return RemoveStatus(id=id, signed=ends, move_to=to, attested=attested(f"removed {id}", attrs))


def names(id: StatusId, *, revision: int = 1, content: int = 1, **values: Any) -> ChangeStatus:
    record = sealed(id, attrs=attributes(**values), revision=revision, content=content)
    return ChangeStatus(id=id, sealed=record, audience=EVERYBODY)


def takes(id: StatusId, former: StatusId | None, **values: Any) -> ChangeStatus:
    """Makes it the default, and signs with it that the former one is none any more."""
    signs = attested(f"default {id}", attributes(**values, default=True))
    also = None if former is None else ends(former, **values)
    return ChangeStatus(id=id, default=True, attested=signs, also=also)


def ends(id: StatusId, *, default: bool | None = False, **values: Any) -> FormerDefault:
    """A built-in one is the default no more, which its first content says."""
    record = sealed(id, attrs=attributes(**values, default=default))
    return FormerDefault(id=id, sealed=record, audience=EVERYBODY, default=default)


DONE_SIGNED: dict[str, Any] = {"category": "done", "outcome": "completed"}


def test_an_account_has_statuses_before_anything_has_happened() -> None:
    board = board_of(ACCOUNT, None)
    assert order(board) == [TODO, IN_PROGRESS, WAITING, DONE, CANCELLED]
    assert [board.default_of(category).id for category in ("open", "done")] == [TODO, DONE]
    assert all(status.builtin and status.sealed is None for status in board.standing)


def test_the_first_change_says_what_it_began_with() -> None:
    assert decided(ChangeStatus(id=WAITING, place=Place(after_id=TODO))) == [StatusBoardBegun, StatusMoved]
    board = after(ChangeStatus(id=WAITING, place=Place(after_id=TODO)))
    assert order(board) == [TODO, WAITING, IN_PROGRESS, DONE, CANCELLED]
    assert (board.version, status_of(board, WAITING).version, status_of(board, TODO).version) == (2, 2, 0)


def test_a_built_in_one_gets_a_name_under_its_first_statement() -> None:
    rename = names(WAITING, category="active")
    board = after(rename)
    waiting = status_of(board, WAITING)
    assert (waiting.builtin, waiting.revision, waiting.audience) == ("waiting", 1, EVERYBODY)
    with pytest.raises(InvalidArgument):
        after(ChangeStatus(id=TODO, attested=attested("todo", attributes(category="open", default=True))))
    with pytest.raises(Stale):
        after(rename, rename)


def test_what_is_signed_is_what_it_comes_to() -> None:
    with pytest.raises(InvalidArgument):
        after(replace(adds(), category="open"))
    with pytest.raises(InvalidArgument):
        after(adds(), names(BANK, category="open", revision=2, content=2))
    with pytest.raises(InvalidArgument, match="outcome"):
        after(adds(category="done"))
    with pytest.raises(InvalidArgument, match="outcome"):
        after(adds(outcome="completed"))


def test_the_same_again_changes_nothing_and_something_else_is_refused() -> None:
    board = after(adds())
    assert decided(adds(), board) == []
    with pytest.raises(AlreadyExists):
        after(adds(roles=(OWNER,)), replace(adds(), sealed=sealed(BANK, attrs=ACTIVE, revision=2)))
    with pytest.raises(AlreadyExists):
        after(adds(), removes(BANK, WAITING, category="active"), adds())


def test_who_takes_the_default_signs_the_former_one_too() -> None:
    board = after(adds(PAID, "done", "completed"))
    take = takes(PAID, DONE, **DONE_SIGNED)
    assert decided(take, board) == [StatusRevised, StatusDefaultEnded, StatusMadeDefault]
    board = after(take, board=board)
    former = status_of(board, DONE)
    assert board.default_of("done").id == PAID
    assert not former.default
    # From now on it is what was signed, and goes back by attributes alone.
    signs = attested("not the default", attributes(**DONE_SIGNED))
    first = attested("the default again", attributes(**DONE_SIGNED, default=True))
    also = FormerDefault(id=PAID, attested=signs, default=False)
    back = ChangeStatus(id=DONE, attested=first, default=True, also=also)
    assert decided(back, board) == [StatusDefaultEnded, StatusMadeDefault]
    with pytest.raises(Refused, match="instead"):
        after(ChangeStatus(id=PAID, default=False), board=board)
    with pytest.raises(InvalidArgument, match="signed"):
        after(ChangeStatus(id=DONE, default=True, also=also), board=board)


def test_a_default_that_is_not_signed_away_stays() -> None:
    """The server never changes a signed attribute of another status."""
    board = after(adds(PAID, "done", "completed"))
    take = takes(PAID, DONE, **DONE_SIGNED)
    also = take.also
    assert also is not None
    wrong = {
        "nothing": None,
        "another status": ends(CANCELLED, category="done", outcome="cancelled"),
        "that of another category": ends(TODO, category="open"),
        "that it still is": ends(DONE, **DONE_SIGNED, default=True),
        "nothing of the default": replace(also, default=None),
        "no statement": FormerDefault(id=DONE, default=False),
        "other attributes": ends(DONE, category="done", outcome="cancelled"),
    }
    for word, said in wrong.items():
        with pytest.raises(Refused):
            after(replace(take, also=said), board=board)
        assert status_of(board, DONE).default, word
    with pytest.raises(Refused, match="former"):
        after(replace(names(WAITING, category="active"), also=also), board=board)


@pytest.mark.parametrize(("category", "outcome"), [("active", None), ("done", "cancelled")])
def test_tasks_begin_where_they_are_open_and_end_where_they_are_completed(category, outcome) -> None:
    with pytest.raises(Refused, match="open or completed"):
        after(adds(PAID, category, outcome), takes(PAID, None, category=category, outcome=outcome))


def test_what_is_new_is_not_the_default_yet() -> None:
    attrs = attributes(category="done", outcome="completed", default=True)
    with pytest.raises(Refused, match="then make it"):
        after(replace(adds(PAID, "done", "completed"), default=True, sealed=sealed(PAID, attrs=attrs)))


def test_a_removed_status_names_the_one_its_tasks_are_in() -> None:
    remove = removes(BANK, WAITING, category="active")
    board = after(adds(), remove)
    assert BANK not in order(board)
    assert board.followed(BANK) == status_of(board, WAITING)
    gone = status_of(board, BANK)
    statements = [later.statement_b64u for later in gone.later]
    assert remove.attested is not None
    assert statements == [remove.attested.signed.statement_b64u, remove.signed.statement_b64u]
    assert (gone.revision, gone.attributes["movedTo"]) == (3, WAITING)
    assert decided(remove, board) == []
    with pytest.raises(NotFound):
        after(names(BANK, category="active", revision=3, content=2), board=board)


def test_a_default_is_made_another_one_before_it_is_removed() -> None:
    board = after(adds(PAID, "done", "completed"), takes(PAID, DONE, **DONE_SIGNED))
    with pytest.raises(Refused, match="the default first"):
        after(removes(PAID, DONE, **DONE_SIGNED, default=True), board=board)
    signs = attested("none", attributes(**DONE_SIGNED))
    also = FormerDefault(id=PAID, default=False, attested=signs)
    board = after(replace(takes(DONE, None, **DONE_SIGNED), also=also), board=board)
    board = after(removes(PAID, DONE, **DONE_SIGNED), board=board)
    assert board.default_of("done").id == DONE


def test_a_built_in_one_without_a_name_is_removed_under_its_first_statement() -> None:
    plain = removes(WAITING, IN_PROGRESS, category="active")
    remove = replace(plain, sealed=sealed(WAITING, attrs=ACTIVE), audience=EVERYBODY)
    assert decided(remove) == [StatusBoardBegun, StatusRevised, StatusRemoved]
    assert after(remove).followed(WAITING) == status_of(after(remove), IN_PROGRESS)
    assert status_of(after(remove), WAITING).revision == 3
    lied = replace(remove, sealed=sealed(WAITING, attrs=attributes(category="open")))
    with pytest.raises(InvalidArgument):
        after(lied)
    with pytest.raises(InvalidArgument):
        after(replace(remove, attested=None))
    with pytest.raises(InvalidArgument):
        after(removes(WAITING, IN_PROGRESS, category="active"))
    with pytest.raises(InvalidArgument):
        after(names(WAITING, category="active"), remove)


def test_tasks_stay_in_their_category_and_the_last_of_it_stays() -> None:
    board = after(adds())
    for to, reason in ((None, "move_to_required"), (BANK, "move_to_required"), (TODO, "category")):
        with pytest.raises(Refused) as refused:
            after(removes(BANK, to, category="active"), board=board)
        assert refused.value.reason == reason
    for last in (TODO, DONE):
        with pytest.raises(Refused) as refused:
            after(removes(last, CANCELLED))
        assert refused.value.reason == "last_in_category"


def test_it_is_for_roles_and_for_nobody_alone() -> None:
    with pytest.raises(Refused, match="owner"):
        after(adds(roles=(PRIVATE,)))
    board = after(adds(roles=(OWNER,)))
    with pytest.raises(NotFound):
        STATUS_BOARD.decide(ChangeStatus(id=BANK, place=Place(rank="A")), board, moment(MEMBER))
    share = ShareStatus(BANK, (wrap(MEMBER),), signed("shared"), EVERYBODY)
    board = after(share, board=board)
    assert status_of(board, BANK).audience == EVERYBODY
    assert decided(share, board) == []


@pytest.mark.parametrize("ranks", [("V", "V"), ("A" * 64, "A" * 64 + "1")])
def test_an_order_is_made_anew_where_there_is_no_room(ranks) -> None:
    board = after(adds(place=Place(rank=ranks[1])), ChangeStatus(id=TODO, place=Place(rank=ranks[0])))
    ids = order(board)
    upper = ids[max(ids.index(TODO), ids.index(BANK))]
    move = ChangeStatus(id=DONE, place=Place(before_id=upper))
    events = STATUS_BOARD.decide(move, board, moment())
    assert len(events) == 6
    board = after(move, board=board)
    assert sorted(status.rank for status in board.standing) == sorted(evenly(6))
    assert order(board).index(DONE) + 1 == order(board).index(upper)
    with pytest.raises(Refused, match="neighbour"):
        after(ChangeStatus(id=DONE, place=Place(before_id=PAID)), board=board)


def test_there_are_so_many_and_no_more() -> None:
    board = after(*(adds(StatusId(named(str(number)))) for number in range(MOST - 5)))
    with pytest.raises(Full):
        after(adds(), board=board)


DEFAULTS = [("open", None), ("done", "completed")]
KINDS = [*DEFAULTS, ("active", None), ("done", "cancelled")]


class Boards(RuleBasedStateMachine):
    """Whatever is asked for, the order is total and tasks have where to begin and to end."""

    @initialize()
    def open(self) -> None:
        self.board: StatusBoard | None = None
        self.number = 0

    @property
    def now(self) -> StatusBoard:
        return board_of(ACCOUNT, self.board)

    def ask(self, command: Any) -> bool:
        try:
            events = STATUS_BOARD.decide(command, self.board, moment())
        except Refused:
            return False
        self.board = STATUS_BOARD.fold(events, self.board)
        return True

    def _any(self, data: st.DataObject) -> Status:
        return data.draw(st.sampled_from(list(self.now.statuses.values())))

    @rule(kind=st.sampled_from(KINDS))
    def add(self, kind: tuple[Any, Any]) -> None:
        self.number += 1
        assert self.ask(adds(StatusId(named(str(self.number))), *kind))
        assert order(self.now)[-1] == named(str(self.number))

    @rule(data=st.data(), after_it=st.booleans())
    def move(self, data: st.DataObject, after_it: bool) -> None:
        status, other = self._any(data), self._any(data)
        place = Place(after_id=other.id) if after_it else Place(before_id=other.id)
        ids = order(self.now)
        if self.ask(ChangeStatus(id=status.id, place=place)):
            ids.remove(status.id)
            ids.insert(ids.index(other.id) + after_it, status.id)
        assert order(self.now) == ids

    @rule(data=st.data())
    def take_the_default(self, data: st.DataObject) -> None:
        status = self._any(data)
        also = FormerDefault(**self.signs(self.now.default_of(status.category), default=False))
        took = self.ask(ChangeStatus(**self.signs(status, default=True), also=also))
        possible = status.category != "active" and status.outcome != "cancelled"
        assert took == (possible and status.state == "active" and not status.default)
        if took:
            assert self.now.default_of(status.category).id == status.id

    def signs(self, status: Status, *, default: bool) -> dict[str, Any]:
        """Under attributes, or the first content of one that nobody has signed."""
        attrs = attributes(category=status.category, outcome=status.outcome, default=default)
        if status.sealed is None:
            record = sealed(status.id, attrs=attrs)
            return {"id": status.id, "sealed": record, "audience": EVERYBODY, "default": default}
        signs = attested(f"{status.id} default {self.now.version}", attrs)
        return {"id": status.id, "attested": signs, "default": default}

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        status, other = self._any(data), self._any(data)
        moved = attested(f"{status.id}", attributes(**{**status.attributes, "movedTo": other.id}))
        deleted = signed(f"deleted {status.id}")
        command = RemoveStatus(id=status.id, signed=deleted, move_to=other.id, attested=moved)
        if status.sealed is None:
            record = sealed(status.id, attrs=attributes(**status.attributes))
            command = replace(command, sealed=record, audience=EVERYBODY)
        if self.ask(command) and status.state == "active":
            assert self.now.followed(status.id) == self.now.followed(other.id)

    @invariant()
    def tasks_have_where_to_go(self) -> None:
        standing = self.now.standing
        for category in ("open", "done"):
            (default,) = [one for one in standing if one.category == category and one.default]
            assert default.outcome == ("completed" if category == "done" else None)
        assert {status.category for status in standing} == {"open", "active", "done"}
        assert all(self.now.followed(id) in standing for id in self.now.statuses)

    @invariant()
    def the_order_is_total(self) -> None:
        ranks = [status.rank for status in self.now.standing]
        assert len(set(ranks)) == len(ranks)


Boards.TestCase.settings = settings(max_examples=40, stateful_step_count=25)
test_boards = Boards.TestCase


@given(st.integers(0, 3))
def test_a_version_says_what_changed_last(moves: int) -> None:
    board = after(*(ChangeStatus(id=TODO, place=Place(rank=str(number + 1))) for number in range(moves)))
    assert status_of(board, TODO).version == board.version == (moves + 1 if moves else 0)
