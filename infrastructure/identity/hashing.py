"""The program that hashes passwords, one after another: `Argon2Passwords` starts it and speaks to it.

A line in is a password and, after a blank, the hash it is to be compared with, both in hexadecimal digits; a
line out is a new hash where there was none, else `yes` or `no`.

It is a program of its own because it gives way to everything else on the machine: a thread that does so would
make others wait for what they share with it, the interpreter and the map of the memory. It knows no secret
but the password it is at.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id

# One tenth of a core where others want it too, and all of it where nobody does; and as little as there is.
_SHARE, _LEAST = 10, 19

_AUTOGROUP = Path("/proc/self/autogroup")


def main(share: str, memory: int, passes: int) -> None:
    # Whoever started this closes its input when nobody waits any more, and that is the end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _step_back(share)
    for line in sys.stdin.buffer:
        password, _, hashed = line.decode().partition(" ")
        if hashed.strip():
            answer = _compared(bytes.fromhex(password), bytes.fromhex(hashed))
        else:
            answer = argon2id.str(bytes.fromhex(password), opslimit=passes, memlimit=memory)
        sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()


def _step_back(share: str) -> None:
    """Let everything else go first: whoever signs in waits for a hash anyway, others wait for nothing.

    With `idle` it takes only what nobody else wants: where the system knows such a thing (Linux), whatever
    wakes up goes on at once, on the very core that hashed.
    """
    niceness = _SHARE if share == "share" else _LEAST
    if niceness == _LEAST and sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(niceness)
    _step_back_as_session(niceness)


def _step_back_as_session(niceness: int) -> None:
    """Linux can divide its cores among sessions before it looks into them (sched(7), autogroup), and the
    database is in another session than this. Where it does not, there is nothing to say."""
    for _ in range(10):
        try:
            _AUTOGROUP.write_text(str(niceness), encoding="ascii")
        except BlockingIOError:
            # Of all sessions of the system one may say so every tenth of a second.
            time.sleep(0.1)
        except OSError:
            return
        else:
            return


def _compared(password: bytes, hashed: bytes) -> bytes:
    try:
        argon2id.verify(hashed, password)
    except CryptoError:
        return b"no"
    return b"yes"


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
