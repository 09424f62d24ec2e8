"""`docs/hostile-server.md`: what became of every lie, out of what the suite has written down."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from infrastructure.local.places import CHECKOUT
from tests.hostile.classes import CLASSES
from tests.hostile.surface import Operation, surface

HERE = CHECKOUT / "tests" / "hostile"
REPORT = CHECKOUT / "docs" / "hostile-server.md"
FAILURES = ("signed", "drawn", "missing")
ORDER = (*FAILURES, "word", "refused", "no effect")
KINDS = ("sibling", "older", "later", "foreign", "empty", "dropped")
WHOLE = ("not found", "nothing", "late")

Verdicts = dict[str, dict[str, dict[str, str]]]


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def scenarios() -> list[str]:
    """The names of the attacks that are made in a browser."""
    return re.findall(r'^    name: "(.+)",$', (HERE / "scenarios.ts").read_text(encoding="utf-8"), re.M)


def take_in(findings: Path) -> None:
    """Puts what a run has found, an operation a line, in the place of what was known of these operations."""
    verdicts: Verdicts = read("verdicts.json")
    for line in findings.read_text(encoding="utf-8").splitlines():
        verdicts |= json.loads(line)
    (HERE / "verdicts.json").write_text(
        json.dumps(verdicts, indent=1, sort_keys=True) + "\n", encoding="utf-8"
    )


def write(path: Path = REPORT) -> None:
    path.write_text(render(), encoding="utf-8")


def render() -> str:
    plan: dict[str, dict[str, Any]] = read("plan.json")
    verdicts: Verdicts = read("verdicts.json")
    open_ones: dict[str, str] = read("open.json")
    return "\n".join(
        [
            *_head(),
            *_classes(open_ones),
            *_totals(plan, verdicts),
            *_failures(verdicts),
            *_members(plan, verdicts),
            *_others(plan),
        ]
    )


def _head() -> Iterator[str]:
    yield "# A hostile server"
    yield ""
    yield "What the app makes of a server that lies. `./coffer dev hostile` writes this page: the product"
    yield "runs in a real browser, and one member of one answer at a time is not what the server said."
    yield ""
    yield "| Word | Means |"
    yield "|---|---|"
    yield "| no effect | the screens and what leaves the browser are those of an honest server |"
    yield "| refused | the app says that something is wrong, and draws nothing in its place |"
    yield "| word | only what is marked as the server's word differs, an order, or what is offered |"
    yield "| **drawn** | a failure: the lie is shown as true |"
    yield "| **missing** | a failure: something is left out without a word |"
    yield "| **signed** | a failure: a signature, a wrap or a grant differs |"
    yield ""


def _classes(open_ones: dict[str, str]) -> Iterator[str]:
    yield "## Classes of attacks"
    yield ""
    yield "| # | Class | Shown by |"
    yield "|---|---|---|"
    for one in CLASSES:
        shown = [
            f"“{name}”{' (**does not hold yet**)' if name in open_ones else ''}" for name in one.scenarios
        ]
        shown += [f"`{test.path}`: {test.name}" for test in one.tests]
        yield f"| {one.number} | {one.title} | {'<br>'.join(shown)} |"
    yield ""


def _totals(plan: dict[str, dict[str, Any]], verdicts: Verdicts) -> Iterator[str]:
    counted = Counter(
        v for members in verdicts.values() for kinds in members.values() for v in kinds.values()
    )
    toured = [name for name, place in plan.items() if "screens" in place]
    judged = [name for name in toured if verdicts.get(name)]
    yield "## Totals"
    yield ""
    yield f"{len(judged)} of {len(toured)} operations of the tour are judged, {counted.total()} lies told."
    yield ""
    yield "| Verdict | Lies |"
    yield "|---|---|"
    for verdict in ORDER:
        yield f"| {verdict} | {counted[verdict]} |"
    yield ""


def _failures(verdicts: Verdicts) -> Iterator[str]:
    yield "## Failures"
    yield ""
    rows = [
        f"| `{operation}` | `{member or 'the whole answer'}` | {_told(kinds, only=FAILURES)} |"
        for operation, members in sorted(verdicts.items())
        for member, kinds in sorted(members.items())
        if any(verdict in FAILURES for verdict in kinds.values())
    ]
    if not rows:
        yield "None."
    else:
        yield from ("| Operation | Member | What came of it |", "|---|---|---|", *rows)
    yield ""


def _members(plan: dict[str, dict[str, Any]], verdicts: Verdicts) -> Iterator[str]:
    yield "## Members"
    yield ""
    yield "A member without a value in the tour has none that could be another; it says “no value”."
    yield ""
    for operation in surface():
        if "screens" in plan.get(operation.id, {}):
            yield from _operation(operation, plan[operation.id], verdicts.get(operation.id, {}))


def _operation(operation: Operation, place: dict[str, Any], of: dict[str, dict[str, str]]) -> Iterator[str]:
    yield f"### `{operation.method} {operation.path}`"
    yield ""
    looked = ", ".join([*place["screens"], *place.get("acts", ())])
    yield f"`{operation.id}`, seen on: {looked}."
    yield ""
    if not of:
        yield "Not judged yet."
        yield ""
        return
    yield "| Member | Verdicts |"
    yield "|---|---|"
    if "" in of:
        yield f"| the whole answer | {_told(of[''])} |"
    for member in operation.members:
        told = _told(of.get(member.path, {})) or "no value"
        yield f"| `{member.path}` | {told} |"
    yield ""


def _told(kinds: dict[str, str], only: tuple[str, ...] = ORDER) -> str:
    by_verdict: dict[str, list[str]] = {}
    for kind in (*KINDS, *WHOLE):
        if kind in kinds:
            by_verdict.setdefault(kinds[kind], []).append(kind)
    return "; ".join(
        f"{f'**{verdict}**' if verdict in FAILURES else verdict}: {', '.join(by_verdict[verdict])}"
        for verdict in ORDER
        if verdict in by_verdict and verdict in only
    )


def _others(plan: dict[str, dict[str, Any]]) -> Iterator[str]:
    for key, head in (
        ("open", "Operations without a verdict"),
        ("unread", "Operations whose answers are not read"),
        ("never", "Operations that the app does not use"),
    ):
        yield f"## {head}"
        yield ""
        yield "| Operation | Why |"
        yield "|---|---|"
        yield from (f"| `{name}` | {place[key]} |" for name, place in sorted(plan.items()) if key in place)
        yield ""
