"""The web app: its packages and its build, each made again only when what it comes from changed."""

import sys
from collections.abc import Sequence

from infrastructure.local.node import SHIMS, with_node
from infrastructure.local.places import WEB
from infrastructure.local.setup.caches import caches
from infrastructure.local.setup.progress import SetupFailed, run_step, tell, without_python
from infrastructure.local.setup.stamps import Stamp, files_below, hash_of, one_at_a_time

# What the build writes, and what only tests read.
_NOT_SOURCES = frozenset({"node_modules", "dist", "test-results", "playwright-report", ".vite", "coverage"})


def environment() -> dict[str, str]:
    quiet = {"npm_config_update_notifier": "false", "npm_config_fund": "false"}
    return with_node({**without_python(), **caches(), **quiet})


def install_packages() -> None:
    """`npm ci`, when the lock changed. No package may run a script of its own."""
    current = hash_of([WEB / "package.json", WEB / "package-lock.json", SHIMS / "node"])
    stamp = Stamp("npm")
    with one_at_a_time("web"):
        if stamp.matches(current) and (WEB / "node_modules").is_dir():
            return
        stamp.clear()
        run_step(
            "packages of the web app",
            [str(SHIMS / "npm"), "ci", "--no-audit", "--ignore-scripts"],
            cwd=WEB,
            environ=environment(),
            hint="Is the network reachable? It is needed for the first start only.",
        )
        stamp.write(current)


def build() -> None:
    """`vite build`, when a source changed."""
    sources = [file for file in files_below(WEB, without=_NOT_SOURCES) if ".test." not in file.name]
    current = hash_of(sources)
    stamp = Stamp("web")
    with one_at_a_time("web"):
        if stamp.matches(current) and (WEB / "dist" / "index.html").is_file():
            return
        stamp.clear()
        run_step("web app", [str(SHIMS / "npm"), "run", "--silent", "build"], cwd=WEB, environ=environment())
        stamp.write(current)


def main(argv: Sequence[str]) -> int:
    """`--packages` leaves out the build: the development server builds for itself."""
    try:
        install_packages()
        if "--packages" not in argv:
            build()
    except SetupFailed as failure:
        tell(str(failure))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
