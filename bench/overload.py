"""What others notice of a crowd: 200 sign-ins at once, 500 open sockets, 300 writes at once.

`others` are four who ask for the session and for documents as one page after another would, in a process of
their own; each limit is a ratio to what they met in the same run when nobody else was there. `signIns`: all
are let in, or told when to come again, and p99 of others stays below twice that of the quiet time and 50 ms
more. `sockets`: all open, a change reaches each socket of who may see it, and the same limit holds. `writes`:
one session sends them at the same moment; what is above its pace is refused with `Retry-After`, comes again
under its key, and in the end each is there once. `cpu` is seconds by process while each crowd was there. Ends
with 1 when one of these does not hold, and names it in `failures`.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from bench.crowds.others import OTHERS, Outside, run_in, warmed
from bench.crowds.people import cabinet_of, people_of
from bench.crowds.sign_ins import crowd_at_the_door
from bench.crowds.sockets import SOCKETS_EACH, crowd_of_sockets
from bench.crowds.writes import crowd_of_writes
from bench.figures import emit
from infrastructure.local.product import Product, running_product


class Sizes(NamedTuple):
    sign_ins: int
    sockets: int
    writes: int


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench overload", description=__doc__)
    parser.add_argument("--sign-ins", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=500)
    parser.add_argument("--writes", type=int, default=300)
    parser.add_argument("--turns", type=int, default=5, help="how often the sign-ins come; the middle counts")
    given = parser.parse_args(argv)
    with running_product(os.environ) as product:
        sizes = Sizes(given.sign_ins, given.sockets, given.writes)
        found = asyncio.run(_measured(product, sizes, given.turns))
    emit("overload", found)
    return 1 if found["failures"] else 0


async def _measured(product: Product, sizes: Sizes, turns: int) -> dict[str, Any]:
    failures: list[str] = []
    async with people_of(product, max(OTHERS, -(-sizes.sockets // SOCKETS_EACH))) as people:
        with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as elsewhere:
            await run_in(elsewhere, warmed)
            outside = Outside(product, elsewhere, [one.cookie for one in people[:OTHERS]], failures)
            sign_ins = await crowd_at_the_door(outside, people[0].email, sizes.sign_ins, turns)
            cabinet = await cabinet_of(people[0])
            sockets = await crowd_of_sockets(outside, people, cabinet, sizes.sockets)
        writes = await crowd_of_writes(product, people[0], cabinet, sizes.writes, failures)
    return {"signIns": sign_ins, "sockets": sockets, "writes": writes, "failures": failures}


if __name__ == "__main__":
    sys.exit(main())
