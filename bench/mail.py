"""Whether every recipient of a bulk email gets it once, when the parts that send it are killed.

Owners of an installation of its own send one message each to as many people as their plan allows, one owner
after the other. Meanwhile its worker, its PostgreSQL and its Valkey are killed at random moments, and started
again by the supervisor. In the end it is counted what became of each recipient in the log and at the
carrier of mail.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from bench.bulk.reckoning import Reckoning, progress_of, reckon
from bench.bulk.senders import Senders, owners_of
from bench.faults.stages import Target
from bench.figures import emit
from bench.killing import kill_in_turn, say, standing, until_done


@dataclass(frozen=True)
class Outcome:
    kills: Mapping[str, int]
    emails: int
    seconds: float
    reckoning: Reckoning


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench mail", description=__doc__)
    parser.add_argument("--emails", type=int, default=12, help="how many owners send one, at most")
    parser.add_argument("--recipients", type=int, default=1000, help="of each of them")
    parser.add_argument("--kills", type=int, default=50)
    given = parser.parse_args(argv)
    outcome = asyncio.run(suffer(given.emails, given.recipients, given.kills, os.environ))
    told = {"kills": outcome.kills, "seconds": round(outcome.seconds), **asdict(outcome.reckoning)}
    emit("mail", {"emails": outcome.emails, "recipients": given.recipients, **told})
    return 0 if outcome.reckoning.clean else 1


async def suffer(emails: int, recipients: int, kills: int, environ: Mapping[str, str]) -> Outcome:
    """An installation of its own, through all of it.

    Raises: ValueError, where all was sent before the last kill, which proves nothing then.
    """
    with standing("mail", environ) as product:
        async with owners_of(product, emails) as owners:
            say(f"{emails} owners have an account")
            senders, target, began = (
                Senders(product.data, owners, recipients),
                Target(product),
                time.monotonic(),
            )
            sending = asyncio.create_task(senders.send())
            struck = await kill_in_turn(target, kills, progress_of)
            if sending.done():
                raise ValueError("All emails were sent before the last kill.")
            senders.owners.clear()
            await sending
            await until_done(product.data, progress_of)
            seconds = time.monotonic() - began
            return Outcome(
                struck, len(senders.sent), seconds, await reckon(product.data, senders.sent, target.deaths)
            )
