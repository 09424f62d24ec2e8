"""No route, no member and no class of attacks is without a verdict or a word why it has none."""

from __future__ import annotations

import json
import re
from functools import cache

import pytest

from api.cli.dev import ANSWERS_READ
from infrastructure.local.places import CHECKOUT
from tests.hostile.classes import CLASSES, AttackClass
from tests.hostile.report import FAILURES, REPORT, WHOLE, read, render, scenarios
from tests.hostile.surface import Operation, surface

# Operations of the app that nothing lies about yet. The number may only fall.
WITHOUT_A_TOUR = 22
NOT_JUDGED_YET = 31

VERDICTS = {*FAILURES, "word", "refused", "no effect"}


@cache
def operations() -> dict[str, Operation]:
    return {one.id: one for one in surface()}


def test_every_operation_is_toured_or_says_why_not() -> None:
    plan = read("plan.json")
    assert sorted(plan) == sorted(operations())
    assert all(len(set(place) & {"screens", "open", "unread", "never"}) == 1 for place in plan.values())


def test_what_has_no_verdict_becomes_less() -> None:
    plan, verdicts = read("plan.json"), read("verdicts.json")
    assert sum("open" in place for place in plan.values()) == WITHOUT_A_TOUR
    assert (
        sum("screens" in place and not verdicts.get(name) for name, place in plan.items()) == NOT_JUDGED_YET
    )


def test_every_member_of_an_operation_that_was_run_has_a_verdict() -> None:
    plan = read("plan.json")
    for operation, members in read("verdicts.json").items():
        assert "screens" in plan[operation]
        known = {member.path for member in operations()[operation].members}
        # A member that came later has no verdict, and the operation is run again.
        assert set(members) - {""} == known, f"run ./coffer dev hostile {operation}"
        assert all(verdict in VERDICTS for kinds in members.values() for verdict in kinds.values())
        # A member without a value has no lie; the answer as a whole always has.
        assert set(members[""]) == set(WHOLE), operation


def test_no_lie_is_shown_as_true_or_signed() -> None:
    assert [
        f"{operation} {member} {kind}: {verdict}"
        for operation, members in read("verdicts.json").items()
        for member, kinds in members.items()
        for kind, verdict in kinds.items()
        if verdict in FAILURES
    ] == []


def test_what_is_not_read_is_dropped_where_it_comes_in() -> None:
    # That the table is what the app reads: `web/src/api/answersRead.test.ts`.
    answered = set(json.loads(ANSWERS_READ.read_text(encoding="utf-8")))
    unread = {name for name, place in read("plan.json").items() if "unread" in place}
    writes = {name for name, one in operations().items() if not one.reads}
    assert answered <= writes
    assert unread & answered == set()
    assert unread - writes == {"getAuthStatus"}


def test_the_app_does_not_use_what_it_is_said_not_to_use() -> None:
    files = [
        file
        for file in (CHECKOUT / "web" / "src").rglob("*.ts*")
        if "generated" not in file.name and ".test." not in file.name and "testing" not in file.parts
    ]
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    for name, place in read("plan.json").items():
        operation = operations()[name]
        if "never" in place and operation.members:
            hook = rf"\buse(?:Lazy)?{name[0].upper()}{name[1:]}(?:Query|Mutation)\b"
            assert not re.search(hook, source), name


def test_the_classes_are_those_of_the_threat_model() -> None:
    assert [one.number for one in CLASSES] == list(range(1, 35))
    assert all(one.scenarios or one.tests for one in CLASSES)


@pytest.mark.parametrize("one", CLASSES, ids=lambda one: str(one.number))
def test_what_shows_a_class_exists(one: AttackClass) -> None:
    assert set(one.scenarios) <= set(scenarios())
    for path, name in one.tests:
        text = (CHECKOUT / path).read_text(encoding="utf-8")
        found = f"def {name}(" in text if path.endswith(".py") else f'"{name}"' in text
        assert found, f"{path} has no test {name!r}"


def test_what_is_open_is_an_attack_of_the_suite_and_says_who_closes_it() -> None:
    assert set(read("open.json")) <= set(scenarios())
    assert all(read("open.json").values())


def test_the_page_says_what_was_found() -> None:
    assert REPORT.read_text(encoding="utf-8") == render(), "run ./coffer dev hostile --page"
