"""How fast the recorder alone stores events, beside a plain INSERT and the library's recorders, and what
followers miss.

No command is decided, no session is checked, and no read model follows: what a command costs is more.
CPU is that of the bench, clients and recorder together, and of PostgreSQL.
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from bench.contenders import Contender, PlainInsert, all_contenders
from bench.database import fresh_database, with_server
from bench.figures import emit, percentiles, spread
from bench.processes import cpu_by_part

# A follower that has seen nothing new for this long after the last append has lost what is missing.
_PATIENCE = 1.0


@dataclass
class Tally:
    """What one contender did over all its turns."""

    seconds: float = 0.0
    per_second: list[float] = field(default_factory=list[float])
    cpu: dict[str, float] = field(default_factory=dict[str, float])
    latencies: list[float] = field(default_factory=list[float])
    stored: set[UUID] = field(default_factory=set[UUID])
    delivered: set[UUID] = field(default_factory=set[UUID])
    position: int = 0

    @property
    def rate(self) -> float:
        return len(self.latencies) / self.seconds


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench append", description=__doc__)
    parser.add_argument("--clients", type=int, default=8)
    parser.add_argument("--seconds", type=float, default=4.0, help="per contender")
    parser.add_argument("--turns", type=int, default=4, help="contenders take turns this often")
    parser.add_argument("--library", action="store_true", help="measure the library's recorders as well")
    with_server(parser)
    given = parser.parse_args(argv)
    with (
        fresh_database(given.server_url) as database,
        all_contenders(database, library=given.library) as contenders,
    ):
        tallies = {contender.name: Tally() for contender in contenders}
        for _ in range(given.turns):
            for contender in contenders:
                _turn(contender, tallies[contender.name], given.clients, given.seconds / given.turns)
        plain = tallies[PlainInsert.name].rate
        emit(
            "append",
            {
                "clients": given.clients,
                "contenders": {
                    name: {
                        "perSecond": round(tally.rate),
                        "ofPlainInsert": round(tally.rate / plain, 2),
                        "spread": spread(tally.per_second),
                        "cpuMsPerEvent": {
                            part: round(spent / len(tally.latencies) * 1e3, 3)
                            for part, spent in tally.cpu.items()
                        },
                        **percentiles(tally.latencies),
                        "stored": len(tally.stored),
                        "lostToAFollower": len(tally.stored - tally.delivered),
                    }
                    for name, tally in tallies.items()
                },
            },
        )
    return 0


def _turn(contender: Contender, tally: Tally, clients: int, seconds: float) -> None:
    """All clients append for a while; one follower reads along by position."""
    stop, written = threading.Event(), threading.Event()
    follower = threading.Thread(target=_follow, args=(contender, tally, written))
    connected = threading.Barrier(clients + 1)
    writers = [
        threading.Thread(target=_write, args=(contender, tally, connected, stop)) for _ in range(clients)
    ]
    follower.start()
    for writer in writers:
        writer.start()
    connected.wait()
    before, cpu, began = len(tally.latencies), cpu_by_part(), time.perf_counter()
    stop.wait(seconds)
    stop.set()
    for writer in writers:
        writer.join()
    taken = time.perf_counter() - began
    tally.seconds += taken
    tally.per_second.append((len(tally.latencies) - before) / taken)
    for part, spent in cpu_by_part().items():
        tally.cpu[part] = tally.cpu.get(part, 0.0) + spent - cpu[part]
    written.set()
    follower.join()


def _write(contender: Contender, tally: Tally, connected: threading.Barrier, stop: threading.Event) -> None:
    with contender.client() as append:
        connected.wait()
        while not stop.is_set():
            started = time.perf_counter()
            stream = append()
            tally.latencies.append(time.perf_counter() - started)
            tally.stored.add(stream)


def _follow(contender: Contender, tally: Tally, written: threading.Event) -> None:
    quiet_since: float | None = None
    while quiet_since is None or time.monotonic() - quiet_since < _PATIENCE:
        found = contender.after(tally.position)
        if found:
            tally.position = found[-1][0]
            tally.delivered.update(stream for _, stream in found)
            quiet_since = None
        elif written.is_set():
            if tally.stored <= tally.delivered:
                return
            quiet_since = quiet_since or time.monotonic()
        time.sleep(0.005)
