"""`docs/hostile-server.md`: what became of every lie, out of what the suite has written down."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

from infrastructure.local.places import CHECKOUT
from tests.hostile.classes import CLASSES
from tests.hostile.surface import Operation, surface

HERE = CHECKOUT / "tests" / "hostile"
REPORT = CHECKOUT / "docs" / "hostile-server.md"
FAILURES = ("signed", "drawn", "missing")
ORDER = (*FAILURES, "word", "refused", "no effect")
KINDS = ("sibling", "older", "later", "foreign", "invented", "empty", "dropped")
REFUSALS = ("not found", "forbidden", "conflict", "failing")
WHOLE = (*REFUSALS, "nothing", "late")
WITH_MEMBERS = {"screens", "writes"}
"""How the members of an answer are lied about: where it is looked at, or by doing what it answers."""
TOURED = {*WITH_MEMBERS, "refusals"}
JUDGE = (
    *("eyes", "hunks", "lies", "machine", "refusals", "sentences", "verdict", "writing"),
    *("beside", "lines", "unconfirmed", "warnings"),
)

Members = dict[str, dict[str, str]]


class Judged(TypedDict):
    """What became of all lies about an operation; `judge` is the version of the judge who said so."""

    judge: int
    alone: int
    together: int
    visits: int
    members: Members


Verdicts = dict[str, Judged]
Plan = dict[str, dict[str, Any]]


def read(name: str) -> Any:
    return json.loads((HERE / name).read_text(encoding="utf-8"))


def scenarios() -> list[str]:
    """The names of the attacks that are made in a browser."""
    return re.findall(r'^    name: "(.+)",$', (HERE / "scenarios.ts").read_text(encoding="utf-8"), re.M)


def code_of_the_judge() -> str:
    """Another code may say another thing of the same page. Comments, and where a line ends, say nothing."""
    digest = hashlib.sha256()
    for name in JUDGE:
        text = (HERE / "support" / f"{name}.ts").read_text(encoding="utf-8")
        digest.update("".join(without_comments(text).split()).encode())
    return digest.hexdigest()


def without_comments(code: str) -> str:
    return re.sub(r"/\*.*?\*/|^\s*//[^\n]*", "", code, flags=re.S | re.M)


def judgements() -> Verdicts:
    """What the present judge has said; what an earlier one said counts for nothing."""
    version = read("judge.json")["version"]
    return {name: one for name, one in read("verdicts.json").items() if one["judge"] == version}


def toured(plan: Plan) -> list[str]:
    return [name for name, place in plan.items() if TOURED & set(place)]


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
    plan: Plan = read("plan.json")
    verdicts = judgements()
    open_ones: dict[str, str] = read("open.json")
    return "\n".join(
        [
            *_head(),
            *_how(),
            *_classes(open_ones),
            *_totals(plan, verdicts),
            *_failures(verdicts),
            *_members(plan, verdicts),
            *_refusals(plan, verdicts),
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


def _how() -> Iterator[str]:
    yield "## How a verdict is taken"
    yield ""
    yield from HOW
    yield ""


HOW = (
    "Somebody with an account that is filled looks at a screen twice, and does there what there is to do:",
    "that is the honest page, with what was signed. Then all is asked for again, and one answer of the",
    "server is another. Compared are the lines of the page, each with what it is (a heading, a fact, a",
    "button, an alarm, the server's word), and what leaves the browser, as the client in Python reads it.",
    "",
    "| Lie | The member is |",
    "|---|---|",
    "| sibling | that of another row, or another member of the same row |",
    "| older, later | what it was before; or one less or more, or a month away |",
    "| foreign | that of another account |",
    "| invented | made up where there was none, alone or with all that it stands in; or another state |",
    "| empty, dropped | empty; not there |",
    "| not found, forbidden, conflict, failing | an error with the server's own text, not the answer |",
    "",
    "Lies are told together: if the page with all of them is the honest page, none of them has an effect,",
    "unless one hides the others. What could hide others is told alone (ids, versions, states, kinds, lists",
    "of rows), and one in eight of the others is told again alone; if that has an effect, all lies about",
    "the answer are told alone. [A decision](decisions/0040-lies-told-together.md) says why that is enough.",
    "Every effect is that of one lie; only the server's word is judged in lots of at most four.",
)


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


def _totals(plan: Plan, verdicts: Verdicts) -> Iterator[str]:
    counted = Counter(
        v for one in verdicts.values() for kinds in one["members"].values() for v in kinds.values()
    )
    alone, together = (sum(one[key] for one in verdicts.values()) for key in ("alone", "together"))
    names = toured(plan)
    judged = [name for name in names if name in verdicts]
    yield "## Totals"
    yield ""
    yield f"{len(judged)} of {len(names)} operations and frames of the tour are judged:"
    yield f"{counted.total()} lies, told {alone} times alone and {together} times with others."
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
        for operation, one in sorted(verdicts.items())
        for member, kinds in sorted(one["members"].items())
        if any(verdict in FAILURES for verdict in kinds.values())
    ]
    if not rows:
        yield "None."
    else:
        yield from ("| Operation | Member | What came of it |", "|---|---|---|", *rows)
    yield ""


def _members(plan: Plan, verdicts: Verdicts) -> Iterator[str]:
    yield "## Members"
    yield ""
    if no_value := read("noValue.json"):
        yield "No lie could be told about these members:"
        yield ""
        yield "| Member | Why |"
        yield "|---|---|"
        yield from (f"| `{member}` | {why} |" for member, why in sorted(no_value.items()))
        yield ""
    for operation in surface():
        if WITH_MEMBERS & set(plan.get(operation.id, {})):
            yield from _operation(operation, plan[operation.id], verdicts.get(operation.id))


def _operation(operation: Operation, place: dict[str, Any], one: Judged | None) -> Iterator[str]:
    yield f"### `{operation.method} {operation.path}`"
    yield ""
    looked = ", ".join([*place.get("screens", ()), *place.get("acts", ())])
    written = f"done on {place.get('writes')} again and again, with another answer each time"
    yield f"`{operation.id}`, {written if 'writes' in place else f'seen on: {looked}'}."
    yield ""
    if one is None:
        yield "Not judged yet."
        yield ""
        return
    of = one["members"]
    yield f"{one['visits']} visits, {one['alone']} lies alone and {one['together']} together."
    yield ""
    yield "| Member | Verdicts |"
    yield "|---|---|"
    if "" in of:
        yield f"| the whole answer | {_told(of[''])} |"
    for member in operation.members:
        yield f"| `{member.path}` | {_told(of[member.path]) or 'no value'} |"
    yield ""


def _refusals(plan: Plan, verdicts: Verdicts) -> Iterator[str]:
    yield "## Refusals of writes"
    yield ""
    yield "What a person did is refused, with a text and an older state of the server's choice."
    yield ""
    yield "| Operation | Done on | Verdicts |"
    yield "|---|---|---|"
    for name, place in sorted(plan.items()):
        if "refusals" in place:
            told = _told(verdicts[name]["members"][""]) if name in verdicts else "not judged yet"
            yield f"| `{name}` | {', '.join(place['refusals'])} | {told} |"
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


def _others(plan: Plan) -> Iterator[str]:
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
