"""What people sign in the clear is read back out of its bytes, and nothing else is."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidArgument
from domain.records import encoded, unpadded
from domain.work.documents.facts import DocumentAttributes
from domain.work.plain.facts import PlainAttributes
from domain.work.profile_tree.facts import GroupAttributes, SubGroupAttributes
from domain.work.profiles.facts import ProfileAttributes
from domain.work.recurrence import Recurrence
from domain.work.saved_filters.facts import FilterAttributes
from domain.work.signed_attributes import read_attributes
from domain.work.statuses.facts import StatusAttributes
from domain.work.tasks.facts import CommentAttributes, TaskAttributes
from domain.work.tasks.schedule import Reminder, Schedule
from domain.work.topics.facts import TopicAttributes

ID, OTHER = UUID(int=0xA1), UUID(int=0xB2)
KINDS: list[Any] = [
    DocumentAttributes(
        profile_ids=(ID, OTHER),
        state="archived",
        expires_on=date(2031, 2, 28),
        remind_days=(7, 30),
        versions=(ID, OTHER, ID),  # type: ignore[arg-type]
        note_only=True,
    ),
    PlainAttributes(state="active"),
    ProfileAttributes(type_id=ID, group_id=OTHER, sub_group_id=ID, state="active"),  # type: ignore[arg-type]
    FilterAttributes(entity="task", scope="shared", pinned=True),
    StatusAttributes(category="done", outcome="completed", default=True, moved_to=ID),  # type: ignore[arg-type]
    TopicAttributes(parent_id=ID),  # type: ignore[arg-type]
    GroupAttributes(type_id=ID, moved_to=OTHER),  # type: ignore[arg-type]
    SubGroupAttributes(group_id=ID, moved_to=OTHER),  # type: ignore[arg-type]
    CommentAttributes(task_id=ID, mention_ids=(OTHER,)),  # type: ignore[arg-type]
    TaskAttributes(
        status_id=ID,  # type: ignore[arg-type]
        assignee_ids=(OTHER,),  # type: ignore[arg-type]
        start_on=date(2026, 5, 1),
        due_on=date(2026, 6, 1),
        due_time="09:30",
        recurrence=Recurrence("FREQ=WEEKLY", "fixed", "Europe/London", 3),
        reminders=(
            Reminder(UUID(int=1), "inapp", minutes_before=15),
            Reminder(UUID(int=2), "email", at=datetime(2026, 5, 31, 8, tzinfo=UTC)),
        ),
        parent_id=OTHER,  # type: ignore[arg-type]
        state="active",
    ),
]


def signed(attributes: Any) -> dict[str, str]:
    """The bytes of each value that there is, by its name on the wire."""
    values: dict[str, Any] = {}
    for name, wire in zip(attributes.__struct_fields__, attributes.__struct_encode_fields__, strict=True):
        value = getattr(attributes, name)
        if isinstance(value, Recurrence):
            value = value.signed_text
        if wire == "reminders":
            value = Schedule(reminders=value).signed_reminders
        values[wire] = encoded(value)
    return {name: unpadded(data) for name, data in values.items() if data}


@pytest.mark.parametrize("attributes", KINDS, ids=lambda kind: type(kind).__name__)
def test_what_was_signed_is_what_is_read(attributes: Any) -> None:
    assert read_attributes(type(attributes), signed(attributes)) == attributes


@pytest.mark.parametrize("attributes", KINDS, ids=lambda kind: type(kind).__name__)
def test_what_a_kind_does_not_have_is_refused_in_it(attributes: Any) -> None:
    for name in {name for kind in KINDS for name in kind.__struct_encode_fields__} | {"title"}:
        if name in attributes.__struct_encode_fields__:
            continue
        with pytest.raises(InvalidArgument) as refused:
            read_attributes(type(attributes), signed(attributes) | {name: unpadded(b"\x01")})
        assert (refused.value.reason, refused.value.details["fields"][0]["path"]) == ("attrs", name)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("profileIds", ID.bytes + b"\x00"),
        ("profileIds", b""),
        ("state", b"deleted"),
        ("state", b"\xff"),
        ("expiresOn", b"2031-02-29"),
        ("expiresOn", b"28 February"),
        ("remindDays", (731).to_bytes(8, "big")),
        ("remindDays", b"\x07"),
        ("noteOnly", b"\x00"),
        ("noteOnly", b"yes"),
        ("versions", ID.bytes * 201),
    ],
)
def test_bytes_that_say_nothing_are_refused(name: str, data: bytes) -> None:
    attrs = signed(KINDS[0]) | {name: unpadded(data)}
    with pytest.raises(InvalidArgument) as refused:
        read_attributes(DocumentAttributes, attrs)
    assert refused.value.reason == "attrs"


@given(
    st.dictionaries(st.sampled_from(list(TaskAttributes.__struct_encode_fields__)), st.binary(max_size=80))
)
def test_any_bytes_are_read_or_refused(values: dict[str, bytes]) -> None:
    attrs = {name: unpadded(data) for name, data in values.items()}
    with suppress(InvalidArgument):
        assert read_attributes(TaskAttributes, attrs).status_id.bytes == values["statusId"]
