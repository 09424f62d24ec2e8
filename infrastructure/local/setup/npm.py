"""Packages of npm, installed as their lock says, and again only when the lock changed."""

from pathlib import Path

from infrastructure.local.node import SHIMS, with_node
from infrastructure.local.setup.caches import caches
from infrastructure.local.setup.progress import run_step, without_python
from infrastructure.local.setup.stamps import Stamp, hash_of, one_at_a_time


def environment() -> dict[str, str]:
    quiet = {"npm_config_update_notifier": "false", "npm_config_fund": "false"}
    return with_node({**without_python(), **caches(), **quiet})


def install(folder: Path, title: str, *, stamp_name: str) -> None:
    """`npm ci` in this folder. No package may run a script of its own."""
    current = hash_of([folder / "package.json", folder / "package-lock.json", SHIMS / "node"])
    stamp = Stamp(stamp_name)
    with one_at_a_time(stamp_name):
        if stamp.matches(current) and (folder / "node_modules").is_dir():
            return
        stamp.clear()
        run_step(
            title,
            [str(SHIMS / "npm"), "ci", "--no-audit", "--ignore-scripts"],
            cwd=folder,
            environ=environment(),
        )
        stamp.write(current)
