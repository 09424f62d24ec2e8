"""Telling the person at the terminal what takes time, and what went wrong."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

_WIDTH = 34

# How uv, pip and npm say that nobody answered them.
_NO_NETWORK = re.compile(
    r"dns error|tcp connect error|error sending request|Failed to establish a new connection|ProxyError"
    r"|Connection refused|Could not resolve|Temporary failure in name resolution|Network is unreachable"
    r"|\(from versions: none\)|ENOTFOUND|ECONNREFUSED|ENETUNREACH|EAI_AGAIN|ETIMEDOUT",
    re.IGNORECASE,
)


class SetupFailed(Exception):
    """Set-up cannot go on; the text says what to do."""


def tell(line: str) -> None:
    print(line, flush=True)


def told_step(title: str, seconds: float) -> str:
    return f"  {title:<{_WIDTH}}{seconds:6.1f} s"


def in_one_sentence(failure: OSError, place: Path) -> str:
    """What a full disk, a read-only one, or somebody else's files come to."""
    return f"{failure.filename or place}: {(failure.strerror or str(failure)).lower()}."


def run_step(
    title: str, argv: Sequence[str], *, cwd: Path, environ: Mapping[str, str] | None = None, hint: str = ""
) -> None:
    """Run one long step; say that it runs, how long it took, and when it fails its last words."""
    on_terminal = sys.stdout.isatty()
    if on_terminal:
        print(f"  {title} …", end="\r", flush=True)
    began = time.monotonic()
    done = subprocess.run(
        argv,
        cwd=cwd,
        env=environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
        check=False,
    )
    if done.returncode != 0 and _NO_NETWORK.search(done.stdout):
        raise SetupFailed(
            f"{title}: the network does not answer. It is needed for the first start, and after an update."
        )
    if done.returncode != 0:
        raise SetupFailed(f"{title} failed:\n{_in_short(done.stdout)}" + (f"\n{hint}" if hint else ""))
    tell(told_step(title, time.monotonic() - began))


def without_python(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment for other programs: another project's Python must not leak into ours.

    Nor must the wish of a container's builder that no bytecode be written: ours lies in a folder of its own.
    """
    foreign = {
        "VIRTUAL_ENV",
        "PYTHONHOME",
        "PYTHONPATH",
        "PYTHONPYCACHEPREFIX",
        "PYTHONDONTWRITEBYTECODE",
        "UV_PROJECT_ENVIRONMENT",
        "UV_PYTHON",
        "CONDA_PREFIX",
    }
    return {name: value for name, value in environ.items() if name not in foreign}


def _in_short(said: str) -> str:
    """Some programs give the reason first and end with advice, others the other way round."""
    lines = said.strip().splitlines()
    return "\n".join(lines if len(lines) <= 20 else [*lines[:10], "…", *lines[-8:]])
