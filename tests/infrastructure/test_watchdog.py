"""A process whose work does not turn any more ends by itself, and says where it stood."""

import subprocess
import sys

import pytest

from infrastructure.local.places import CHECKOUT

WORKS = """
import time
from infrastructure.watchdog import end_watch, end_when_hung, turn
end_when_hung(1.5)
for _ in range(40):
    turn()
    time.sleep(0.1)
print("worked", flush=True)
"""
HANGS = {
    "waits": "import threading; threading.Event().wait()",
    "computes": "while True: pass",
    "holds the interpreter": "import re; re.match('(a+)+$', 'a' * 64 + 'b')",
}


def ran(program: str) -> "subprocess.CompletedProcess[str]":
    argv = [sys.executable, "-c", f"def stands_here():\n    {program}\n"]
    argv[2] = f"{WORKS}\n{argv[2]}\nstands_here()"
    return subprocess.run(argv, cwd=CHECKOUT, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("how", HANGS)
def test_one_that_hangs_ends_and_says_where(how: str) -> None:
    ended = ran(HANGS[how])
    assert ended.stdout == "worked\n", "it does not end while it works, for longer than it may hang"
    assert ended.returncode == 1
    assert "in stands_here" in ended.stderr


def test_what_comes_after_the_work_is_not_watched() -> None:
    ended = ran("end_watch(); time.sleep(3); print('done')")
    assert (ended.returncode, ended.stdout) == (0, "worked\ndone\n")


def test_nobody_is_watched_who_did_not_ask() -> None:
    argv = [
        sys.executable,
        "-c",
        "from infrastructure.watchdog import turn, _watch; turn(); print(_watch.seconds)",
    ]
    assert subprocess.run(argv, cwd=CHECKOUT, capture_output=True, text=True, check=True).stdout == "None\n"
