"""The web app: its packages and its build, each made again only when what it comes from changed."""

import sys
from collections.abc import Sequence

from infrastructure.local.node import SHIMS
from infrastructure.local.places import WEB
from infrastructure.local.setup import npm
from infrastructure.local.setup.progress import SetupFailed, in_one_sentence, run_step, tell
from infrastructure.local.setup.stamps import Stamp, files_below, hash_of, one_at_a_time

# What the build writes, and what only tests read.
_NOT_SOURCES = frozenset({"node_modules", "dist", "test-results", "playwright-report", ".vite", "coverage"})


def install_packages() -> None:
    npm.install(WEB, "packages of the web app", stamp_name="npm")


def build() -> None:
    """`vite build`, when a source changed."""
    sources = [file for file in files_below(WEB, without=_NOT_SOURCES) if ".test." not in file.name]
    current = hash_of(sources)
    stamp = Stamp("web")
    with one_at_a_time("web"):
        if stamp.matches(current) and (WEB / "dist" / "index.html").is_file():
            return
        stamp.clear()
        run_step(
            "web app", [str(SHIMS / "npm"), "run", "--silent", "build"], cwd=WEB, environ=npm.environment()
        )
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
    except OSError as failure:
        tell(f"The web app cannot be built: {in_one_sentence(failure, WEB)}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
