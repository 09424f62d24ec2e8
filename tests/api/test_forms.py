"""How problems of a body are worded: all of them, each by its place, none in the decoder's words."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import pytest
from msgspec import Meta

from api.http.forms import LONGEST_NAME, MOST_PROBLEMS, Malformed, Problem, problems_in, read_as, worded
from domain.kernel import Value


class Part(Value, frozen=True):
    number: Annotated[int, Meta(ge=1, le=9)]


class Whole(Value, frozen=True, kw_only=True):
    id: UUID | None = None
    first_name: Annotated[str, Meta(min_length=1, max_length=3, pattern=r"\A[a-z]*\Z")] | None = None
    parts: Annotated[tuple[Part, ...], Meta(max_length=2)] = ()
    names: Annotated[dict[str, int], Meta(max_length=1)] | None = None
    state: Literal["open", "done"] = "open"
    day: date | None = None
    at: Annotated[datetime, Meta(tz=True)] | None = None
    ratio: float = 0.0
    flag: bool = False


@pytest.mark.parametrize(
    ("member", "value", "path", "rule", "message"),
    [
        ("id", "x", "id", "format", "This is no id."),
        ("id", 1, "id", "type", "This has to be an id."),
        ("firstName", "", "firstName", "minLength", "At least 1 character."),
        ("firstName", "abcd", "firstName", "maxLength", "At most 3 characters."),
        ("firstName", "a\0", "firstName", "pattern", "This is not written as it has to be."),
        ("firstName", 7, "firstName", "type", "This has to be a text."),
        ("parts", {}, "parts", "type", "This has to be a list."),
        ("parts", [{"number": 1}] * 3, "parts", "maxLength", "At most 2 entries."),
        ("parts", [{"number": 1}, {}], "parts[1].number", "required", "A value is needed."),
        ("parts", [{"number": 0}], "parts[0].number", "min", "This has to be at least 1."),
        ("parts", [{"number": 10}], "parts[0].number", "max", "This has to be at most 9."),
        ("parts", [{"number": "1"}], "parts[0].number", "type", "This has to be a whole number."),
        ("parts", [{"number": 1, "more": 1}], "parts[0].more", "unknown", "There is no such member."),
        ("names", {"a": 1, "b": 2}, "names", "maxLength", "At most 1 member."),
        ("names", {"a": "b"}, "names[...]", "type", "This has to be a whole number."),
        ("state", "shut", "state", "value", "This is none of the values that are possible here."),
        ("day", "2026-02-30", "day", "format", "This is no day: write it as 2026-01-31."),
        ("at", "now", "at", "format", "This is no moment: write it as 2026-01-31T09:30:00.000Z."),
        ("at", "2026-01-31T09:30:00", "at", "format", "This moment needs its zone: end it with Z."),
        ("ratio", "x", "ratio", "type", "This has to be a number."),
        ("flag", "true", "flag", "type", "This has to be true or false."),
    ],
)
def test_a_wrong_member_is_named_with_its_rule(
    member: str, value: Any, path: str, rule: str, message: str
) -> None:
    assert problems_in({member: value}, Whole) == [Problem(path, rule, message)]


def test_all_wrong_members_are_named() -> None:
    body = {"id": "x", "surprise": 1, "day": "x"}
    assert [problem.path for problem in problems_in(body, Whole)] == ["id", "day", "surprise"]


def test_what_is_right_has_no_problems() -> None:
    assert problems_in({}, Whole) == []
    assert read_as({"parts": [{"number": 3}]}, Whole) == Whole(parts=(Part(3),))


def test_what_is_wrong_is_not_read() -> None:
    with pytest.raises(Malformed) as refused:
        read_as({"flag": 1}, Whole)
    assert [problem.path for problem in refused.value.problems] == ["flag"]


def test_what_the_sender_made_up_does_not_come_back_at_length() -> None:
    ((path, *_),) = problems_in({"a" * 5000: 1}, Whole)
    assert len(path) == LONGEST_NAME + 1
    assert len(problems_in({str(number): 1 for number in range(5000)}, Whole)) == MOST_PROBLEMS


def test_a_complaint_that_is_not_known_is_not_repeated() -> None:
    assert worded("Something `new` about 'secret' - at `$.a.b`") == Problem(
        "a.b", "value", "This is none of the values that are possible here."
    )
