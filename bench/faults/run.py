"""Do each fault several times, one kind after the other and from the front again, and judge what it cost."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import time
from collections.abc import AsyncGenerator, Mapping, Sequence

import httpx

from bench.faults import rebuilt
from bench.faults.load import Load
from bench.faults.page import PAGE, render
from bench.faults.reckoning import reckon
from bench.faults.sight import AT_REST
from bench.faults.stages import STAGES, Stage, Target, missing, standing
from bench.faults.standing import parts_down
from bench.faults.strikes import FAULTS, LATE, Fault
from bench.faults.told import Outcome, Struck, Told, worst
from bench.faults.work import KINDS, LATER, READ, UPLOAD, WRITE
from infrastructure.local.product import Installation

BACK_PATIENCE_SECONDS = 90.0
# So many of each kind come before the first fault, and say what is usual.
USUAL = 3
# Without timing it is enough that these go on; that mail and jobs do is seen at the end.
_ENOUGH = (WRITE, READ, UPLOAD)


async def suffer(
    stage: Stage, faults: Sequence[Fault], rounds: int, environ: Mapping[str, str], *, whole: bool
) -> Outcome:
    """A fresh installation, under load, through all of it. Unless `whole`, a fault does not wait until all
    has come that was under way when the one before struck."""
    told = [Told(fault) for fault in faults]
    differing: dict[str, tuple[str, ...]] = {}
    with standing(stage, environ) as target:
        async with Load(target) as load:
            await _warm(load)
            # A kind of fault comes round again only after all others, as its causes would.
            for number in range(1, rounds + 1):
                for one in told:
                    await _one(one, target, load, whole=whole)
                await load.pause()
                if tables := await asyncio.to_thread(rebuilt.differing, target.product.data):
                    differing[f"after round {number}"] = tables
                if number < rounds:
                    load.go_on()
            load.sight.turn(AT_REST)
            await load.rest()
            reckoning = await reckon(load, target.deaths)
            for one in told:
                one.measure(load.work, load.sight)
            return Outcome(
                stage=stage.name,
                told=told,
                reckoning=reckoning,
                differing=differing,
                compared=rounds,
                usual={kind: load.work.usual(kind) for kind in KINDS},
                answered=load.answered.count,
                refused=load.answered.refused,
                unsure=load.answered.unsure,
                seen=load.sight.seen,
                broken=load.faults,
            )


async def _warm(load: Load) -> None:
    until = time.monotonic() + BACK_PATIENCE_SECONDS
    while any(len(load.work.done[kind]) < USUAL for kind in KINDS):
        if time.monotonic() > until:
            raise TimeoutError(
                f"There is work that does not even begin: {dict(load.sight.seen)} {load.faults[:3]}"
            )
        await asyncio.sleep(0.1)


async def _one(told: Told, target: Target, load: Load, *, whole: bool) -> None:
    left_alone = time.monotonic()
    await asyncio.sleep(random.uniform(0.2, 1.5 if whole else 0.4))  # noqa: S311 - nobody's secret
    load.sight.turn(told.fault.name)
    for step in told.fault.steps:
        async with _asking_for_health(told, target.product):
            await step(target)
        struck = time.monotonic()
        load.newcomer()
        back, last = await _back(target.product, load, struck, left_alone if whole else None)
        told.struck.append(Struck(struck, back, left_alone))
        # A run takes its time, and whoever waits for it sees how far it is, and for what it waited last.
        how = f"{'back' if back else 'not back'} after {time.monotonic() - struck:.1f} s"
        print(f"  {told.fault.name}: {how}{f' ({last})' if last else ''}", flush=True)


@contextlib.asynccontextmanager
async def _asking_for_health(told: Told, product: Installation) -> AsyncGenerator[None]:
    async def ask() -> None:
        async with httpx.AsyncClient(timeout=20) as http:
            while True:
                began = time.monotonic()
                with contextlib.suppress(httpx.HTTPError):
                    await http.get(f"{product.url}/health")
                told.longest_health = max(told.longest_health, time.monotonic() - began)
                await asyncio.sleep(0.3)

    asking = asyncio.create_task(ask())
    try:
        yield
    finally:
        asking.cancel()


async def _back(
    product: Installation, load: Load, since: float, left_alone: float | None
) -> tuple[bool, str]:
    """Whether it comes back by itself: all parts up, work of each kind done that began after it, and all come
    that was begun since `left_alone`; without that, enough of it. And what was missing last."""
    last = ""
    while missing := await _missing(product, load, since, left_alone):
        last = ", ".join(missing)
        if time.monotonic() > since + BACK_PATIENCE_SECONDS:
            return False, last
        await asyncio.sleep(0.05)
    return True, last


async def _missing(product: Installation, load: Load, since: float, left_alone: float | None) -> list[str]:
    kinds = _ENOUGH if left_alone is None else KINDS
    missing = [f"no {kind}" for kind in kinds if load.work.back(kind, since) is None]
    if left_alone is not None:
        late = (kind for kind in LATER if load.work.caught_up(kind, since, left_alone) is None)
        missing += [f"a {kind} that waits since before" for kind in late]
    missing += [f"{part} is down" for part in parts_down(product.said())]
    if not missing and not await _healthy(product):
        missing.append("/health")
    return missing


async def _healthy(product: Installation) -> bool:
    try:
        async with httpx.AsyncClient(timeout=5) as http:
            return (await http.get(f"{product.url}/health")).status_code == 200
    except httpx.HTTPError:
        return False


def table(outcome: Outcome) -> str:
    lines = [
        f"{'fault':<36}{'rounds':>7}{'back':>6}" + "".join(f"{what:>14}" for what in LATE) + "  clients saw"
    ]
    for told in outcome.told:
        saw = ", ".join(f"{what} × {times}" for what, times in told.saw.most_common(6)) or "nothing of it"
        late = "".join(f"{worst(told, what):>14}" for what in LATE)
        lines.append(f"{told.fault.name:<36}{told.rounds:>7}{told.survived:>6}{late}  {saw}")
    usual = ", ".join(f"{kind} {seconds:.1f}" for kind, seconds in outcome.usual.items())
    found = outcome.reckoning
    lines.append(
        f"\nanswered {outcome.answered}, refused {outcome.refused}, unsure {outcome.unsure}; "
        f"lost {found.lost}, mails lost {found.mails_lost}; done twice: "
        f"requests {found.commands_twice}, jobs {found.jobs_twice}, notices {found.notices_twice}, "
        f"mails {found.mails_twice} (and {found.mails_again} across the end of sender or carrier); "
        f"personal values in logs {found.logged}; read models rebuilt {outcome.compared} times, "
        f"{len(outcome.differing)} times different\n"
        f"seconds without a fault: {usual}; processors {os.cpu_count()}, load {os.getloadavg()[0]:.1f}"
    )
    return "\n".join(lines)


def main(names: Sequence[str], rounds: int, *, short: bool = False, page: bool = False) -> int:
    """`short` is for a machine that is busy with other tests: it times nothing."""
    chosen = [fault for fault in FAULTS if not names or any(name in fault.name for name in names)]
    chosen = [fault for fault in chosen if fault.short or not short]
    if not chosen:
        print("There is no such fault. There are: " + ", ".join(fault.name for fault in FAULTS))
        return 2
    outcomes: list[Outcome] = []
    skipped: dict[str, str] = {}
    for stage in STAGES:
        faults = [fault for fault in chosen if fault.stage is stage]
        why = missing(stage)
        if faults and why is not None:
            skipped |= {fault.name: why for fault in faults}
        elif faults:
            outcomes.append(asyncio.run(suffer(stage, faults, rounds, os.environ, whole=not short)))
            print(f"{stage.name}\n\n{table(outcomes[-1])}\n")
    for name, why in skipped.items():
        print(f"not done: {name}: {why}")
    failures = [failure for outcome in outcomes for failure in outcome.failures(timed=not short)]
    for failure in failures:
        print(f"failed: {failure}")
    if page:
        PAGE.write_text(render(outcomes, skipped), encoding="utf-8")
    return 1 if failures else 0
