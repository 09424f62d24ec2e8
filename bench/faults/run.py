"""Do each fault several times, one kind after the other and from the front again, and print what it cost."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median

import httpx

from bench.faults.load import Load
from bench.faults.reckoning import Reckoning, reckon
from bench.faults.strikes import FAULTS, Fault
from infrastructure.local.product import Installation, installation

BACK_PATIENCE_SECONDS = 90.0
UNNOTICED = {fault.name for fault in FAULTS if not fault.readers_notice}
# What has to be done again, from its beginning, before the product counts as back.
_BACK = ("write", "read", "upload")


@dataclass
class Told:
    """What came of all rounds of one fault."""

    rounds: int = 0
    survived: int = 0
    seconds: list[float] = field(default_factory=list[float])
    saw: Counter[str] = field(default_factory=Counter[str])


@dataclass
class Outcome:
    told: dict[str, Told]
    reckoning: Reckoning
    writes: int
    unsure: int
    broken: list[BaseException]
    processors: int

    @property
    def errors(self) -> list[str]:
        """Answers that nothing excuses, and what readers saw of a fault that is none of theirs."""
        return sorted(
            f"{name}: {what}"
            for name, told in self.told.items()
            for what in told.saw
            if "500" in what.split() or (what.startswith("read: ") and name in UNNOTICED)
        )


async def suffer(faults: Sequence[Fault], rounds: int, environ: Mapping[str, str]) -> Outcome:
    """A fresh installation, under load, through all of it."""
    told = {fault.name: Told() for fault in faults}
    with installation(environ) as product:
        async with Load(product.url, product.data / "mail") as load:
            await _back(product, load, time.monotonic())
            # A kind of fault comes round again only after all others, as its causes would.
            for _ in range(rounds):
                for fault in faults:
                    await asyncio.sleep(random.uniform(0.2, 1.5))  # noqa: S311 - nobody's secret
                    await _one(fault, product, load, told[fault.name])
            await load.rest()
            reckoning = await reckon(load, product.data / "logs")
            answered = load.answered
            return Outcome(
                told, reckoning, answered.writes, answered.unsure, load.faults, os.cpu_count() or 1
            )


async def _one(fault: Fault, product: Installation, load: Load, told: Told) -> None:
    load.sight.begin()
    await fault.strike(product)
    struck = time.monotonic()
    survived = await _back(product, load, struck)
    told.rounds += 1
    told.survived += survived
    told.seconds.append(time.monotonic() - struck)
    told.saw.update(load.sight.lately)


async def _back(product: Installation, load: Load, since: float) -> bool:
    """Whether it comes back by itself: all parts up, and work done that began after the fault."""
    while time.monotonic() < since + BACK_PATIENCE_SECONDS:
        worked = all(load.began.get(name, 0.0) >= since for name in _BACK)
        if worked and _all_up(product) and await _healthy(product):
            return True
        await asyncio.sleep(0.05)
    return False


def _all_up(product: Installation) -> bool:
    said = product.said()
    return said.count("Starting it again.") == said.count(" is back after ")


async def _healthy(product: Installation) -> bool:
    try:
        async with httpx.AsyncClient(timeout=5) as http:
            return (await http.get(f"{product.url}/health")).status_code == 200
    except httpx.HTTPError:
        return False


def table(outcome: Outcome) -> str:
    lines = [f"{'fault':<32}{'rounds':>7}{'survived':>10}{'median s':>10}{'worst s':>9}  clients saw"]
    for name, told in outcome.told.items():
        saw = ", ".join(f"{what} × {times}" for what, times in told.saw.most_common(6)) or "nothing of it"
        middle = f"{median(told.seconds):.1f}" if told.seconds else "-"
        worst = f"{max(told.seconds):.1f}" if told.seconds else "-"
        lines.append(f"{name:<32}{told.rounds:>7}{told.survived:>10}{middle:>10}{worst:>9}  {saw}")
    found = outcome.reckoning
    lines.append(
        f"\nanswered {outcome.writes}, unsure {outcome.unsure}; lost {found.lost}, doubled {found.doubled}, "
        f"mails lost {found.mails_lost}, mails doubled {found.mails_doubled}, "
        f"personal values in logs {found.logged}; "
        f"processors {outcome.processors}, load {os.getloadavg()[0]:.1f}"
    )
    lines += [f"not to be seen: {error}" for error in outcome.errors]
    lines += [f"the load itself failed: {fault!r}" for fault in outcome.broken[:5]]
    return "\n".join(lines)


def main(names: Sequence[str], rounds: int) -> int:
    chosen = [fault for fault in FAULTS if not names or any(name in fault.name for name in names)]
    if not chosen:
        print("There is no such fault. There are: " + ", ".join(fault.name for fault in FAULTS))
        return 2
    outcome = asyncio.run(suffer(chosen, rounds, os.environ))
    print(table(outcome))
    survived = all(told.survived == told.rounds for told in outcome.told.values())
    clean = outcome.reckoning.clean and not outcome.errors and not outcome.broken
    return 0 if survived and clean else 1
