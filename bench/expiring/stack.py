"""The stack with the worker of `often.py`."""

from __future__ import annotations

import runpy
import subprocess
from dataclasses import replace
from typing import IO

from infrastructure.local import children
from infrastructure.local.processes import Program, spawn


def _with_worker(
    program: Program, output: IO[bytes] | int | None = None, *, only_errors: bool = False
) -> subprocess.Popen[bytes]:
    if program.argv[-1] == "worker":
        argv = tuple("bench.expiring.often" if word == "api.cli" else word for word in program.argv)
        program = replace(program, argv=argv)
    return spawn(program, output, only_errors=only_errors)


if __name__ == "__main__":
    children.spawn = _with_worker
    runpy.run_module("infrastructure.local.up", run_name="__main__")
