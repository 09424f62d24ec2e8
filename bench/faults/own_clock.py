"""The stack with a clock that can be moved: its supervisor, which gives every part the library that says
what time it is. Servers are told nothing else of the environment, so it is put into theirs here."""

from __future__ import annotations

import os
import runpy
import subprocess
from dataclasses import replace
from typing import IO

from bench.faults.stages import FAKETIME
from infrastructure.local import children
from infrastructure.local.processes import Program, spawn

_CLOCK = {
    "LD_PRELOAD": str(FAKETIME[0]),
    "FAKETIME_TIMESTAMP_FILE": os.environ["FAKETIME_TIMESTAMP_FILE"],
    "FAKETIME_CACHE_DURATION": "1",
    # A clock that is set does not move what counts from the start of the machine, nor what files say.
    "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    "NO_FAKE_STAT": "1",
}


def _with_clock(
    program: Program, output: IO[bytes] | int | None = None, *, only_errors: bool = False
) -> subprocess.Popen[bytes]:
    environ = os.environ if program.environ is None else program.environ
    return spawn(replace(program, environ={**environ, **_CLOCK}), output, only_errors=only_errors)


if __name__ == "__main__":
    children.spawn = _with_clock
    runpy.run_module("infrastructure.local.up", run_name="__main__")
