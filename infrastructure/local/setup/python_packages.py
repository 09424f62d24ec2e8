"""The Python packages of the lock, in the checkout's own environment."""

import platform
import sys

from infrastructure.local.node import wheel_of_node, write_shims
from infrastructure.local.places import CHECKOUT, VENV
from infrastructure.local.setup.interpreter import identity, interpreter
from infrastructure.local.setup.progress import SetupFailed, run_step
from infrastructure.local.setup.stamps import Stamp, hash_of, one_at_a_time
from infrastructure.local.setup.uv import find_uv, uv_environment

PYTHON = VENV / "bin" / "python"


def sync_python(*, with_dev: bool) -> None:
    """Install what the lock names, when it changed; works without a network when it did not."""
    all_groups, run_only = Stamp("python-all"), Stamp("python-run")
    with one_at_a_time("python"):
        base = interpreter()
        current = hash_of([CHECKOUT / "uv.lock", CHECKOUT / "pyproject.toml"], identity(base))
        present = PYTHON.is_file()
        if not (present and (all_groups.matches(current) or (not with_dev and run_only.matches(current)))):
            sync(base, with_dev)
            (all_groups if with_dev else run_only).write(current)
    wheel = wheel_of_node()
    if wheel is None:
        raise SetupFailed("The lock has no Node for this platform: Linux with glibc or macOS is needed.")
    write_shims(wheel)


def sync(base: str, with_dev: bool) -> None:
    # --inexact: a start must not take away what the tests of the same checkout installed.
    groups = ["--all-groups"] if with_dev else ["--no-group", "dev", "--inexact"]
    run_step(
        "Python packages",
        [find_uv(), "sync", "--frozen", "--python", base, *groups],
        cwd=CHECKOUT,
        environ={**uv_environment(), "UV_PROJECT_ENVIRONMENT": str(VENV)},
        hint=_hint(),
    )


def _hint() -> str:
    if sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        return (
            "There are no packages for this Linux (musl). Use one with glibc, or DATABASE_URL and REDIS_URL."
        )
    return ""
