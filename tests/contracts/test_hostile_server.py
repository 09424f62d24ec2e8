"""No route, no member and no class of attacks is without a verdict or a word why it has none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from api.cli.dev import ANSWERS_READ, CLIENTS, NOT_ASKED
from infrastructure.local.places import CHECKOUT
from tests.hostile.classes import CLASSES, AttackClass
from tests.hostile.report import (
    FAILURES,
    REFUSALS,
    REPORT,
    WHOLE,
    WITH_MEMBERS,
    code_of_the_judge,
    judgements,
    read,
    render,
    scenarios,
    toured,
    without_comments,
)
from tests.hostile.surface import SOCKET, Operation, surface

NOT_ASKED_THERE = "the app does not ask it"
VERDICTS = {*FAILURES, "word", "refused", "no effect"}


@cache
def operations() -> dict[str, Operation]:
    return {one.id: one for one in surface()}


def test_every_operation_is_toured_or_says_why_not() -> None:
    plan = read("plan.json")
    assert sorted(plan) == sorted(operations())
    assert all(len(set(place) & {*WITH_MEMBERS, "open", "unread", "never"}) == 1 for place in plan.values())


def test_every_operation_that_the_app_asks_has_a_verdict() -> None:
    plan = read("plan.json")
    assert [name for name, place in plan.items() if "open" in place] == []
    assert set(toured(plan)) - set(judgements()) == set()


def test_another_judge_has_another_version() -> None:
    # Where the judge finds more, raise `version`, and all is to be judged anew; where it says the same of
    # every page, as after another name of a constant, or takes for a refusal what failed before, write down
    # `code` alone: what had no failure has none.
    assert read("judge.json")["code"] == code_of_the_judge()


def test_a_judge_is_another_also_behind_a_comment() -> None:
    code = "a();\n  // says why\nb(); /* more\n lines */ c('https://d');\n"
    assert without_comments(code).split() == ["a();", "b();", "c('https://d');"]


def test_every_verdict_is_of_what_is_toured() -> None:
    assert set(judgements()) <= set(toured(read("plan.json")))


def test_every_member_of_an_operation_that_was_run_has_a_verdict() -> None:
    plan = read("plan.json")
    for name, one in judgements().items():
        operation, members = operations()[name], one["members"]
        has_members = bool(WITH_MEMBERS & set(plan[name]))
        of_answer = {member.path for member in operation.members if has_members}
        # A member that came later has no verdict, and the operation is run again.
        assert set(members) - {""} == of_answer, f"run ./coffer dev hostile {name}"
        assert all(verdict in VERDICTS for kinds in members.values() for verdict in kinds.values())
        kinds = ("nothing",) if operation.method == SOCKET else WHOLE if has_members else REFUSALS
        assert set(members[""]) == set(kinds), name


def test_no_member_is_without_a_lie_but_those_that_say_why() -> None:
    untold = {
        f"{name} {member}"
        for name, one in judgements().items()
        for member, kinds in one["members"].items()
        if not kinds
    }
    assert untold == set(read("noValue.json"))
    assert all(read("noValue.json").values())


def test_no_lie_is_shown_as_true_or_signed() -> None:
    assert [
        f"{name} {member} {kind}: {verdict}"
        for name, one in judgements().items()
        for member, kinds in one["members"].items()
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


def test_the_app_has_no_call_for_what_it_never_asks() -> None:
    never = {name for name, place in read("plan.json").items() if place.get("never") == NOT_ASKED_THERE}
    # Without these the client is generated, so that nothing that compiles asks them by a name.
    assert set(json.loads(NOT_ASKED.read_text(encoding="utf-8"))) == never
    for client in CLIENTS:
        written = client.read_text(encoding="utf-8")
        assert [name for name in never if re.search(rf"\b{name}: build\.", written)] == []


def test_the_app_calls_nothing_by_its_path_that_it_never_asks() -> None:
    never = set(json.loads(NOT_ASKED.read_text(encoding="utf-8")))
    called = {operation.id for file in _sources() for operation in _called_in(file.read_text("utf-8"))}
    assert called & never == set()
    # That calls by a path are found at all: of each way of writing them one.
    assert {"listTasks", "listKeyStatements", "addFileWraps", "keepUnlockShare", "getDocuments"} <= called


def _sources() -> list[Path]:
    return [
        file
        for file in (CHECKOUT / "web" / "src").rglob("*.ts*")
        if "generated" not in file.name and ".test." not in file.name and "testing" not in file.parts
    ]


_PATH = re.compile(r"""(auth\()?(["'`])(/?[\w-]+(?:/[^"'`?\s]*)?)[^"'`]*\2""")
_METHOD = re.compile(r"""method: "(GET|POST|PUT|PATCH|DELETE)"|send\("(GET|POST|PUT|PATCH|DELETE)",""")


def _called_in(source: str) -> Iterator[Operation]:
    """What is called by a path that is written out, with the method that stands beside it, or by GET."""
    source = re.sub(r"^\s*(//|\*|/\*\*).*$", "", source, flags=re.M)
    for found in _PATH.finditer(source):
        path = f"/api/auth/{found[3]}" if found[1] else found[3]
        if not re.match(r"/(api|contact|devices|documents?|files|roles|task|users|health)\b", path):
            continue
        # The rest of the call on its line, or of the object that it stands in.
        before = max(source.rfind("\n", 0, found.start()), source.rfind("{", 0, found.start()))
        after = source.find("}", found.end())
        methods = {one or other for one, other in _METHOD.findall(source[before:after])} or {"GET"}
        parts = re.sub(r"\$\{[^}]*\}", "{}", path).split("/")
        fitting = [each for each in operations().values() if each.method in methods and _fits(each, parts)]
        # A fixed part of a path goes before a parameter.
        yield from sorted(fitting, key=lambda each: each.path.count("{"))[:1]


def _fits(operation: Operation, parts: list[str]) -> bool:
    template = operation.path.split("/")
    return len(template) == len(parts) and all(
        one == other or one.startswith("{") for one, other in zip(template, parts, strict=True)
    )


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
