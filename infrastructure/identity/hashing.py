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

from nacl.exceptions import CryptoError
from nacl.pwhash import argon2id

# One tenth of a core where others want it too, and all of it where nobody does.
_NICENESS = 10


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

    With `idle` it takes only what nobody else wants, where the system knows such a thing (Linux): whatever
    wakes up goes on at once, on the very core that hashed.
    """
    if share == "idle" and sys.platform == "linux":
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    else:
        os.nice(_NICENESS)


def _compared(password: bytes, hashed: bytes) -> bytes:
    try:
        argon2id.verify(hashed, password)
    except CryptoError:
        return b"no"
    return b"yes"


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
