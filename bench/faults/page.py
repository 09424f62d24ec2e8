"""The page of all faults: what is done, what came of it, and what is allowed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from bench.faults.strikes import FAULTS, LATE
from bench.faults.told import BACK_SECONDS, WORDS, Outcome, Told, shown, worst
from infrastructure.local.places import CHECKOUT

PAGE = CHECKOUT / "docs" / "faults.md"

_INTRODUCTION = f"""# What keeps standing

`./coffer dev faults --page` writes this page: the product as `./run` starts it, with people who write,
upload, read, sign up and invite without a pause, and faults at moments that nobody chose.

Seconds are counted from the end of a fault until something of that kind was done that was begun after it,
less what it takes without a fault (below); a mail or a job is counted from the answer that it was promised
with. `waiting` is what was under way at the end of the fault: until the last of it had come.
The worst of all rounds is shown. {BACK_SECONDS:g} s are allowed, and more only where it says why. **Bold** is
a failure.
"""


def render(outcomes: Sequence[Outcome], missing: Mapping[str, str]) -> str:
    """`missing` says of faults that could not be done why."""
    lines = [
        _INTRODUCTION,
        "## Faults",
        "",
        _row("Fault", "Rounds", "Back", *LATE),
        _row(*["---"] * (3 + len(LATE))),
    ]
    told = {one.fault.name: one for outcome in outcomes for one in outcome.told}
    for fault in FAULTS:
        if fault.name in told:
            lines.append(_fault(told[fault.name]))
        else:
            lines.append(_row(fault.name, "0", missing.get(fault.name, "not done"), *["-"] * len(LATE)))
    lines += [
        "",
        *(f"* {fault.name}: {_more(fault.allowed)}, because {fault.why}." for fault in FAULTS if fault.why),
    ]
    lines += [
        "",
        "## What clients saw",
        "",
        _row("Fault", "Instead of an answer", "Longest wait, s"),
        _row(*["---"] * 3),
    ]
    lines += [
        _row(one.fault.name, _seen(one), f"{max(one.longest.values(), default=0.0):.1f}")
        for one in told.values()
    ]
    lines += ["", "## Reckoning", "", *_reckoning(outcomes), "", "## Failures", ""]
    failures = [failure for outcome in outcomes for failure in outcome.failures(timed=True)]
    lines += [f"* {failure}" for failure in failures] or ["None."]
    return "\n".join([*lines, ""])


def _fault(told: Told) -> str:
    cells = [_marked(told, what) for what in LATE]
    back = f"{told.survived}" if told.survived == told.rounds else f"**{told.survived}**"
    return _row(told.fault.name, str(told.rounds), back, *cells)


def _marked(told: Told, what: str) -> str:
    seconds = told.late.get(what)
    late = bool(seconds) and max(seconds or [0.0]) > told.fault.allowed.get(what, BACK_SECONDS)
    return f"**{worst(told, what)}**" if late else worst(told, what)


def _more(allowed: Mapping[str, float]) -> str:
    return ", ".join(f"{what} {seconds:g} s" for what, seconds in allowed.items())


def _seen(told: Told) -> str:
    return ", ".join(f"{what} × {times}" for what, times in told.saw.most_common(6)) or "nothing of it"


def _reckoning(outcomes: Sequence[Outcome]) -> Iterator[str]:
    yield _row("", *(outcome.stage for outcome in outcomes))
    yield _row("---", *["---"] * len(outcomes))
    yield _row("answered", *(str(outcome.answered) for outcome in outcomes))
    yield _row("refused", *(str(outcome.refused) for outcome in outcomes))
    yield _row("neither yes nor no", *(str(outcome.unsure) for outcome in outcomes))
    for name in (one.name for one in fields(outcomes[0].reckoning) if outcomes):
        yield _row(WORDS[name], *(str(getattr(outcome.reckoning, name)) for outcome in outcomes))
    yield _row(
        "comparisons of all read models with a rebuild", *(str(outcome.compared) for outcome in outcomes)
    )
    yield _row("of them different", *(str(len(outcome.differing)) for outcome in outcomes))
    for kind in outcomes[0].usual if outcomes else ():
        yield _row(f"{kind} without a fault, s", *(shown(outcome.usual[kind]) for outcome in outcomes))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
