"""One process that hashes passwords: started when it is first asked, and again when it has ended."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from domain.errors import Unavailable

# Not imported: what it needs for a hash is of no use here.
_PROGRAM = Path(__file__).with_name("hashing.py")

# architecture.md section 5.8: 19 MiB, two passes.
MEMORY = 19 * 1024 * 1024
PASSES = 2


@dataclass
class Hasher:
    """Asked by one thread at a time. The first, of rank 0, keeps a share of a core (`hashing`)."""

    rank: int
    _child: subprocess.Popen[bytes] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def pid(self) -> int | None:
        """Its process, while there is one."""
        return None if self._child is None else self._child.pid

    def ask(self, password: bytes, hashed: bytes = b"") -> str:
        """A new hash, or whether `hashed` is the password's: `yes` or `no`.

        A process that ended (the system takes the largest one when memory is short) is replaced, and asked
        once more. Raises `Unavailable` when that one ends as well.
        """
        for _ in range(2):
            answer = _answer(self._running(), f"{password.hex()} {hashed.hex()}\n".encode())
            if answer:
                return answer.decode()
            self.close()
        raise Unavailable("Passwords cannot be checked. Try again in a moment.", reason="hasher_ended")

    def close(self) -> None:
        if self._child is not None:
            # What stands behind the input that it ends with.
            self._child.communicate()
            self._child = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._child is None:
            share = "share" if self.rank == 0 else "idle"
            argv = [sys.executable, "-I", str(_PROGRAM), share, str(MEMORY), str(PASSES)]
            # It needs nothing of our environment, which says where our secrets are.
            self._child = subprocess.Popen(  # noqa: S603 - our own words
                argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={}, start_new_session=True
            )
        return self._child


def _answer(child: subprocess.Popen[bytes], line: bytes) -> bytes:
    """Nothing when it has ended."""
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        child.stdin.write(line)
        child.stdin.flush()
    except BrokenPipeError:
        return b""
    return child.stdout.readline().rstrip(b"\n")
