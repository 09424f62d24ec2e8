"""What our PostgreSQL and our Valkey have in common: how a local server is started and stopped."""

import subprocess
import time
from abc import ABC, abstractmethod
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import Self

from infrastructure.local.ports import free_port
from infrastructure.local.processes import Program, spawn, stop

# Linux takes 107 bytes for the name of a socket, macOS 103.
LONGEST_SOCKET = 103


class ServerFailed(Exception):
    """A server could not be prepared or did not come up; the text holds its own last words."""


class Readiness(Enum):
    """What a program says of itself when it is asked whether it can be used."""

    SILENT = "silent"
    # It answers that it is at it: reading its log after a kill takes as long as there is to read.
    COMING = "coming"
    READY = "ready"


def ready_if(answered: bool) -> Readiness:
    return Readiness.READY if answered else Readiness.SILENT


class LocalServer(ABC):
    """A server on 127.0.0.1 over a folder that is kept.

    `prepare`, `program` and `readiness` are for callers that supervise the process themselves;
    `with` does all of it and stops the server at the end.
    """

    name: str
    patience = 30.0

    def __init__(self, data: Path, port: int | None) -> None:
        self.data = data.resolve()
        self.port = port or free_port()
        self.log = self.data / "logs" / f"{self.name.lower()}.log"
        self._port_is_free_choice = port is None
        self._child: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def prepare(self) -> None:
        """Make the folder when there is none, and get leftovers of an earlier life out of the way."""

    @abstractmethod
    def program(self) -> Program:
        """What to start, after `prepare`."""

    @abstractmethod
    def readiness(self) -> Readiness:
        """Whether it answers a client, or says that it will."""

    def last_words(self) -> str:
        if not self.log.exists():
            return ""
        return "\n".join(self.log.read_text(encoding="utf-8", errors="replace").splitlines()[-5:])

    def start(self) -> Self:
        """Start it and wait until it can be used, for as long as it says that it comes up."""
        deadline = time.monotonic() + self.patience
        while True:
            self.prepare()
            if self._comes_up(deadline):
                return self
            if time.monotonic() > deadline:
                raise ServerFailed(f"{self.name} does not start:\n{self.last_words()}")
            # The helpers of a killed server need a moment to let go, and a free port may be lost to others.
            if self._port_is_free_choice:
                self.port = free_port()
            time.sleep(0.2)

    def stop(self) -> None:
        if self._child is not None:
            stop(self._child, self.program().stop_signal)
            self._child = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def _comes_up(self, deadline: float) -> bool:
        program = self.program()
        with self.log.open("ab") as log:
            child = spawn(program, log)
        while child.poll() is None:
            said = self.readiness()
            if said is Readiness.READY:
                self._child = child
                return True
            if said is Readiness.COMING:
                deadline = time.monotonic() + self.patience
            if time.monotonic() > deadline:
                stop(child, program.stop_signal)
                break
            time.sleep(0.02)
        return False
