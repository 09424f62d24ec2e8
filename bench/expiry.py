"""Whether each warning of a document comes once, when the parts that warn are killed at random moments.

An installation of its own is filled with documents whose stage has begun, and begins to warn of all of them.
Meanwhile its worker, its PostgreSQL and its Valkey are killed, one after the other, and started again by the
supervisor. In the end it is counted what became of each document in the log, in the bell, and at the carrier
of mail.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from bench.expiring.fill import disclose, fill
from bench.expiring.reckoning import Reckoning, progress_of, reckon
from bench.faults.stages import Target
from bench.figures import emit
from bench.killing import kill_in_turn, say, standing, until_done
from infrastructure.local.data_folder import environment_of_running


@dataclass(frozen=True)
class Outcome:
    kills: Mapping[str, int]
    seconds: float
    reckoning: Reckoning


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench expiry", description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--accounts", type=int, default=100)
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args(argv)
    outcome = asyncio.run(suffer(given.documents, given.accounts, given.kills, os.environ))
    told = {"kills": outcome.kills, "seconds": round(outcome.seconds), **asdict(outcome.reckoning)}
    emit("expiry", {"documents": given.documents, "accounts": given.accounts, **told})
    return 0 if outcome.reckoning.clean else 1


async def suffer(documents: int, accounts: int, kills: int, environ: Mapping[str, str]) -> Outcome:
    """An installation of its own, through all of it."""
    with standing("expiry", environ, module="bench.expiring.stack") as product:
        told = environment_of_running(product.data)
        filled = await fill(told, documents, accounts)
        say(f"{documents} documents are filed")
        await disclose(told)
        target, began = Target(product), time.monotonic()
        struck = await kill_in_turn(target, kills, progress_of)
        await until_done(product.data, progress_of)
        seconds = time.monotonic() - began
        return Outcome(struck, seconds, await reckon(product.data, filled, target.deaths))
