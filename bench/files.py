"""How fast files are encrypted in the browser and travel into the folder store, beside bare loops.

Each turn takes all contenders in the same minute. On the server: a bare loop (hash, write, fsync, in this
process), parts sent to their signed addresses, the whole pipeline of a client (encrypt, hash, send), and
ranges read back. In Chromium, of a file on its disk: a bare WebCrypto loop, the product's frame cipher, its
encryptor, the crypto worker's whole pipeline without and with sending; and the bare costs of what that adds:
SHA-256 in steps of a frame and of a part, reading the file, sending what is encrypted already.

Rates depend on how many cores are free, and for whom. Processor time per MiB, by process, does not.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx

from application.work.ports import Part
from bench.blob_server import FOLDER, PAGE, ROOT, SECRET, store_in
from bench.browser import build_page, measure
from bench.figures import emit
from bench.page_server import FIGURES
from bench.processes import family
from client.crypto.content_keys import Content, new_content_key
from client.crypto.files import FRAME_SIZE, FileSealer
from infrastructure.object_store.filesystem import FilesystemBlobStore

PART_FRAMES = 32
MIB = 2**20
_IN_FLIGHT = 3
_IN_BROWSER = (
    "bare",
    "bareInFlight",
    "bareHashOfFrames",
    "bareHashOfParts",
    "bareRead",
    "bareSend",
    "frames",
    "encryptor",
    "sealParts",
    "sealAndSend",
)


@dataclass
class Server:
    """A running store, and how much memory it ever took."""

    store: FilesystemBlobStore
    folder: Path
    url: str
    process: int

    @property
    def peak_mib(self) -> float | None:
        """The most that any of its processes held; only where /proc tells."""
        peaks = [peak for pid in family([self.process]) if (peak := _peak_of(pid)) is not None]
        return round(max(peaks) / 1024, 1) if peaks else None


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="coffer bench files", description=__doc__)
    parser.add_argument("--mebibytes", type=int, default=96, help="per contender and turn")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--large", type=int, default=0, help="also send one file of so many MiB, once")
    parser.add_argument(
        "--browser", action=argparse.BooleanOptionalAction, default=True, help="also in Chromium"
    )
    given = parser.parse_args(argv)
    parts = max(1, given.mebibytes * MIB // (PART_FRAMES * (FRAME_SIZE + 16)))
    with tempfile.TemporaryDirectory() as page, tempfile.TemporaryDirectory() as folder:
        if given.browser:
            build_page(Path(page))
        with serving(Path(folder), Path(page) if given.browser else None) as server:
            report = asyncio.run(_measure(server, parts, given.turns, given.large))
            if given.browser:
                report["browser"] = _measure_browser(server, given.mebibytes, given.turns, given.large)
    emit("files", report)
    return 0


def _measure_browser(server: Server, mebibytes: int, turns: int, large: int) -> dict[str, object]:
    """What matters is the ratio of `sealAndSend` to `bare`; a large file shows whether memory stays flat."""

    def run(names: Sequence[str], amount: int, times: int, *, weigh: bool = False) -> dict[str, Any]:
        plan = {"files": {"contenders": names, "mebibytes": amount, "turns": times}}
        patience = 120 + amount * times * len(names)
        return measure(server.url, server.folder / FIGURES, plan, patience, weigh=weigh)

    told = run(_IN_BROWSER, mebibytes, turns)
    report: dict[str, object] = {
        "browser": told["browser"],
        "contenders": {name: _shown(takes, told["files"]["bare"]) for name, takes in told["files"].items()},
    }
    if large:
        small, whole = (run(["sealAndSend"], amount, 1, weigh=True) for amount in (256, large))
        report["memory"] = [
            {
                "mebibytes": amount,
                "browserPeakMiB": one["browserPeakMiB"],
                "ofSmall": _ratio(one["browserPeakMiB"], small["browserPeakMiB"]),
            }
            for amount, one in ((256, small), (large, whole))
        ]
    return report


def _shown(takes: Sequence[dict[str, Any]], bare: Sequence[dict[str, Any]]) -> dict[str, object]:
    """The turns of a contender, each beside the bare loop of the same turn; processor time is that of all."""
    ratios = [_rate(one) / _rate(other) for one, other in zip(takes, bare, strict=True)]
    amount = sum(one["bytes"] for one in takes) / MIB
    cpu = {
        kind: round(sum(one["cpu"].get(kind, 0) for one in takes) / amount, 2)
        for kind in sorted({kind for one in takes for kind in one["cpu"]})
    }
    whole, of_bare = (
        sum(sum(one["cpu"].values()) for one in some) / sum(one["bytes"] for one in some)
        for some in (takes, bare)
    )
    return {
        "mebibytesPerSecond": round(statistics.median(map(_rate, takes)), 1),
        "ofBare": {
            "min": round(min(ratios), 2),
            "median": round(statistics.median(ratios), 2),
            "max": round(max(ratios), 2),
        },
        "cpuMsPerMiB": {**cpu, "all": round(whole * MIB, 2)},
        "ofBareInCpu": _ratio(of_bare, whole),
        "longestMainThreadTaskMs": round(max(one["longestTask"] for one in takes)),
    }


def _rate(one: dict[str, Any]) -> float:
    return one["bytes"] / MIB / (one["milliseconds"] / 1000)


def _ratio(figure: float | None, other: float | None) -> float | None:
    return round(figure / other, 2) if figure and other else None


async def _measure(server: Server, parts: int, turns: int, large: int) -> dict[str, object]:
    contenders: dict[str, Callable[[Server, int], Awaitable[int]]] = {
        "bareWrite": _bare_write,
        "sendParts": _send_parts,
        "encryptAndSend": _encrypt_and_send,
        "readRanges": _read_ranges,
    }
    seconds = dict.fromkeys(contenders, 0.0)
    amounts = dict.fromkeys(contenders, 0)
    for _ in range(turns):
        for name, contender in contenders.items():
            started = time.perf_counter()
            amounts[name] += await contender(server, parts)
            seconds[name] += time.perf_counter() - started
    rates = {name: amounts[name] / MIB / seconds[name] for name in contenders}
    report: dict[str, object] = {
        "partBytes": PART_FRAMES * (FRAME_SIZE + 16),
        "contenders": {
            name: {
                "mebibytesPerSecond": round(rate, 1),
                "ofBareWrite": round(rate / rates["bareWrite"], 2),
            }
            for name, rate in rates.items()
        },
        "serverPeakMiB": server.peak_mib,
    }
    if large:
        await _send_parts(server, max(1, large * MIB // (PART_FRAMES * (FRAME_SIZE + 16))))
        report["large"] = {"mebibytes": large, "serverPeakMiB": server.peak_mib}
    return report


async def _bare_write(server: Server, parts: int) -> int:
    """What the machine gives at best: hash, write and fsync of one part after the other."""
    part = _frames(FileSealer(new_content_key(), _file(), "content"))

    def write() -> int:
        for number in range(parts):
            hashlib.sha256(part).digest()
            with (server.folder / f"bare-{number}").open("wb") as file:
                file.write(part)
                file.flush()
                os.fsync(file.fileno())
        for number in range(parts):
            (server.folder / f"bare-{number}").unlink()
        return parts * len(part)

    return await asyncio.to_thread(write)


async def _send_parts(server: Server, parts: int) -> int:
    """Parts that are encrypted already, a few at a time, then one object of them all."""
    data = _frames(FileSealer(new_content_key(), _file(), "content"))
    return await _upload(server, (data for _ in range(parts)))


async def _encrypt_and_send(server: Server, parts: int) -> int:
    """What a client does: every frame is encrypted and hashed on its way."""
    sealer = FileSealer(new_content_key(), _file(), "content")
    return await _upload(server, (_frames(sealer) for _ in range(parts)))


async def _read_ranges(server: Server, parts: int) -> int:
    """An object, read part by part as a reader checks it."""
    data = _frames(FileSealer(new_content_key(), _file(), "content"))
    key, handle = await _begin(server)
    part = Part(1, len(data), hashlib.sha256(data).digest())
    async with _client(server) as client:
        tag = await _send(server, client, key, handle, part, data)
        await server.store.complete(key, handle, [(part, tag)])
        address = await server.store.sign_read(key, _soon())
        received = 0
        for number in range(parts * PART_FRAMES // 4):
            start = number * 4 * (FRAME_SIZE + 16) % len(data)
            wanted = {"Range": f"bytes={start}-{start + 4 * (FRAME_SIZE + 16) - 1}"}
            answer = await client.get(address.url, headers=wanted)
            assert answer.status_code == 206
            received += len(answer.content)
    await server.store.delete(key)
    return received


async def _upload(server: Server, chunks: Iterator[bytes]) -> int:
    key, handle = await _begin(server)
    sent: list[tuple[Part, str]] = []
    waiting: set[asyncio.Task[tuple[Part, str]]] = set()
    async with _client(server) as client:

        async def send(number: int, data: bytes) -> tuple[Part, str]:
            part = Part(number, len(data), hashlib.sha256(data).digest())
            return part, await _send(server, client, key, handle, part, data)

        for number, data in enumerate(chunks, start=1):
            waiting.add(asyncio.create_task(send(number, data)))
            if len(waiting) >= _IN_FLIGHT:
                done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
                sent += [task.result() for task in done]
        sent += await asyncio.gather(*waiting)
    await server.store.complete(key, handle, sorted(sent, key=lambda item: item[0].number))
    size = await server.store.size(key)
    await server.store.delete(key)
    assert size is not None
    assert size == sum(part.size for part, _ in sent)
    return size


async def _begin(server: Server) -> tuple[str, str]:
    key = f"bench/{uuid4()}"
    return key, await server.store.initiate(key)


async def _send(
    server: Server, client: httpx.AsyncClient, key: str, handle: str, part: Part, data: bytes
) -> str:
    address = await server.store.sign_part(key, handle, part, _soon())
    answer = await client.put(address.url, content=data, headers=dict(address.headers))
    assert answer.status_code == 200, answer.text
    return answer.headers["ETag"]


def _client(server: Server) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.url, timeout=60, trust_env=False)


def _frames(sealer: FileSealer) -> bytes:
    plain = bytes(FRAME_SIZE)
    return b"".join(sealer.seal(plain, final=False) for _ in range(PART_FRAMES))


def _file() -> Content:
    return Content(uuid4(), "file", uuid4(), 1)


def _soon() -> datetime:
    return datetime.now(UTC) + timedelta(minutes=5)


@contextmanager
def serving(folder: Path, page: Path | None) -> Generator[Server]:
    """The store, and the page if there is one, in a process of its own, under the product's own server."""
    secret = secrets.token_hex(32)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--host", "127.0.0.1"]
    command += ["--port", str(port), "--factory", "--no-ws", "--log-level", "warning"]
    process = subprocess.Popen(  # noqa: S603 - our own server
        [*command, "bench.blob_server:create"],
        env={
            **os.environ,
            FOLDER: str(folder),
            SECRET: secret,
            ROOT: str(os.getpid()),
            **({PAGE: str(page)} if page else {}),
        },
        cwd=Path(__file__).resolve().parents[1],
    )
    try:
        _wait_for(port, process)
        yield Server(store_in(folder, secret), folder, f"http://127.0.0.1:{port}", process.pid)
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    for _ in range(200):
        if process.poll() is not None:
            raise SystemExit("The store's server did not start.")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise SystemExit("The store's server does not answer.")


def _peak_of(process: int) -> int | None:
    """The most memory that a process ever held, in KiB."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    lines = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
    return int(lines[0].split()[1]) if lines else None
