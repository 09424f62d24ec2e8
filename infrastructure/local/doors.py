"""The entry points `./run`, `./test` and `./coffer`: each sets up what it needs, and starts."""

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

from infrastructure.local.data_folder import environment_of_running
from infrastructure.local.places import BYTECODE, CHECKOUT, DEFAULT_DATA
from infrastructure.local.ports import is_taken
from infrastructure.local.setup.progress import SetupFailed, in_one_sentence, tell, without_python
from infrastructure.local.setup.python_packages import PYTHON, sync_python


def run(argv: Sequence[str]) -> int:
    """Start everything and keep it running."""
    _leave_quietly_on_signals()
    parser = argparse.ArgumentParser(prog="./run", description="Set up and start Coffer.")
    parser.add_argument("--port", type=_port, default=8000, help="where the web app answers (default 8000)")
    parser.add_argument(
        "--data", type=Path, default=DEFAULT_DATA, help="the folder of all data (default .data)"
    )
    parser.add_argument("--dev", action="store_true", help="show changes of the code at once")
    parser.add_argument("--reset", action="store_true", help="delete all data first, after a question")
    parser.add_argument("--yes", action="store_true", help="answer that question with yes")
    asked = parser.parse_args(argv)
    data: Path = asked.data.expanduser().resolve()
    if is_taken(asked.port):
        tell(f"Port {asked.port} is taken by another program. Try ./run --port {asked.port + 1}")
        return 1
    if asked.reset and not _may_delete(data, asked.yes):
        return 1
    options = ["--port", str(asked.port), "--data", str(data)]
    options += ["--dev"] if asked.dev else []
    options += ["--reset"] if asked.reset else []
    failed = _set_up(with_dev=False)
    # Held back until the supervisor listens: one that came in between would end us without a word.
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    return failed or _become("infrastructure.local.up", options)


def test(argv: Sequence[str]) -> int:
    """Run all tests."""
    _leave_quietly_on_signals()
    return _set_up(with_dev=True) or _become("infrastructure.local.checks", argv)


def coffer(argv: Sequence[str]) -> int:
    """Run one command of the command line."""
    _leave_quietly_on_signals()
    # Its answers are read by programs: what set-up has to say goes to the other channel.
    sys.stdout, answers = sys.stderr, sys.stdout
    failed = _set_up(with_dev=False)
    sys.stdout = answers
    if not failed and "DATABASE_URL" not in os.environ:
        data = Path(os.environ.get("COFFER_DATA_DIR") or DEFAULT_DATA)
        for name, value in environment_of_running(data).items():
            os.environ.setdefault(name, value)
    return failed or _become("api.cli", argv)


def _set_up(*, with_dev: bool) -> int:
    try:
        sync_python(with_dev=with_dev)
    except SetupFailed as failure:
        print(failure, file=sys.stderr, flush=True)
        return 1
    except OSError as failure:
        # A full disk, a read-only one, or a checkout that belongs to somebody else.
        said = in_one_sentence(failure, CHECKOUT)
        print(f"Coffer cannot be set up here: {said}", file=sys.stderr, flush=True)
        return 1
    return 0


def _become(module: str, options: Sequence[str]) -> NoReturn:
    """Go on as the Python of the environment, in the same process: signals keep their address."""
    # -P: the folder we happen to be called in must not lend us its modules.
    sys.stdout.flush()
    environ = {**without_python(), "PYTHONPATH": str(CHECKOUT), "PYTHONPYCACHEPREFIX": str(BYTECODE)}
    os.execve(PYTHON, [str(PYTHON), "-P", "-m", module, *options], environ)  # noqa: S606


def _leave_quietly_on_signals() -> None:
    """A script may hand down SIGINT ignored, and a container's first process has no default for either."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        sys.exit(0)

    signal.signal(signal.SIGINT, leave)
    signal.signal(signal.SIGTERM, leave)


def _may_delete(data: Path, agreed: bool) -> bool:
    if agreed or not data.exists():
        return True
    if not sys.stdin.isatty():
        tell(f"--reset deletes everything in {data}. Without a terminal to ask on, add --yes.")
        return False
    return input(f"Delete everything in {data}? [y/N] ").strip().lower() in ("y", "yes")


def _port(text: str) -> int:
    number = int(text)
    if not 1 <= number <= 65535:
        raise argparse.ArgumentTypeError("a port from 1 to 65535")
    return number
