"""Releases of the product as folders of code, and their processes behind one port."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from infrastructure.event_store.epoch import EPOCH
from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port

_CODE = ("api", "application", "domain", "projections", "plans.toml", "detectors.toml", "web")
_EXPANDS = "alter table identity.password add column noted_for_the_next_release text;\n"


def release(folder: Path, *, epoch: int = EPOCH, oldest: int = EPOCH, migrates: bool = False) -> Path:
    """The code of this checkout as a release of its own; with `migrates` it brings a migration that code
    before it can live with."""
    folder.mkdir()
    for name in _CODE:
        (folder / name).symlink_to(CHECKOUT / name)
    left_out = shutil.ignore_patterns("__pycache__")
    shutil.copytree(CHECKOUT / "infrastructure", folder / "infrastructure", ignore=left_out)
    its_own = folder / "infrastructure" / "event_store" / "epoch.py"
    code = its_own.read_text(encoding="utf-8")
    changed = code.replace(f"\nEPOCH = {EPOCH}\n", f"\nEPOCH = {epoch}\n")
    its_own.write_text(
        changed.replace("\nOLDEST = ", f"\nOLDEST = {oldest}  # of this checkout: "), encoding="utf-8"
    )
    if migrates:
        (folder / "infrastructure" / "migrations" / "9000_expands.sql").write_text(_EXPANDS, encoding="utf-8")
    return folder


@dataclass
class Processes:
    """What an operator starts and stops; all of it ends with the block."""

    environ: Mapping[str, str]
    folder: Path
    running: list[subprocess.Popen[bytes]] = field(default_factory=list[subprocess.Popen[bytes]])

    async def serve(self, release: Path) -> Server:
        """One API process that answers."""
        port = free_port()
        child = self._start(release, "serve", "--address", "127.0.0.1", "--port", str(port))
        server = Server(port, child)
        async with httpx.AsyncClient() as http, asyncio.timeout(90):
            while True:
                assert child.poll() is None, self.said()
                with contextlib.suppress(httpx.TransportError):
                    if (await http.get(f"http://127.0.0.1:{port}/health")).status_code < 500:
                        return server
                await asyncio.sleep(0.05)

    def follow(self, release: Path) -> subprocess.Popen[bytes]:
        return self._start(release, "followers")

    async def run(self, release: Path, *argv: str) -> tuple[int, str]:
        """A command, to its end: its exit code and what it says to whoever started it."""
        done = await asyncio.to_thread(
            subprocess.run,
            self._argv(*argv),
            cwd=release,
            env=self._environ(release),
            capture_output=True,
            check=False,
            timeout=120,
        )
        return done.returncode, done.stderr.decode()

    async def end(self, child: subprocess.Popen[bytes]) -> None:
        """As Docker and systemd stop a process."""
        child.send_signal(signal.SIGTERM)
        assert await asyncio.to_thread(child.wait, 60) == 0, self.said()

    def said(self) -> str:
        return "\n".join(log.read_text(encoding="utf-8") for log in sorted(self.folder.glob("*.log")))

    def stop_all(self) -> None:
        for child in self.running:
            # With what it has started: a server that is killed leaves its workers behind.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
            child.wait()

    def _start(self, release: Path, *argv: str) -> subprocess.Popen[bytes]:
        log = self.folder / f"{len(self.running)}-{argv[0]}.log"
        with log.open("wb") as file:
            child = subprocess.Popen(
                self._argv(*argv),
                cwd=release,
                env=self._environ(release),
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        self.running.append(child)
        return child

    def _argv(self, *argv: str) -> tuple[str, ...]:
        return (sys.executable, "-P", "-m", "api.cli", *argv)

    def _environ(self, release: Path) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], **self.environ, "PYTHONPATH": str(release)}


@dataclass(frozen=True)
class Server:
    port: int
    child: subprocess.Popen[bytes]


class Proxy:
    """One port before several servers, as a load balancer is: a connection goes to the next one in turn."""

    def __init__(self) -> None:
        self.servers: list[Server] = []
        self.port = 0
        self._turn = 0

    @contextlib.asynccontextmanager
    async def listening(self) -> AsyncIterator[Proxy]:
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._turn += 1
        server = self.servers[self._turn % len(self.servers)]
        with contextlib.suppress(ConnectionError):
            back = await asyncio.open_connection("127.0.0.1", server.port)
            await asyncio.gather(_pass_on(reader, back[1]), _pass_on(back[0], writer))
        writer.close()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    writer.close()
