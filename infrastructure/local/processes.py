"""Starting a program so that it never outlives us, and stopping it in its own way."""

import ctypes
import os
import pwd
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO

_PR_SET_PDEATHSIG = 1
_LIBC: ctypes.CDLL | None = ctypes.CDLL(None) if sys.platform == "linux" else None


@dataclass(frozen=True)
class Account:
    """A system account to run a program as, when it must not run as the current one."""

    name: str
    uid: int
    gid: int


@dataclass(frozen=True)
class Program:
    """Everything that is needed to start a program, and the signal that ends it gently."""

    argv: tuple[str, ...]
    cwd: Path
    environ: Mapping[str, str] | None = None
    account: Account | None = None
    stop_signal: signal.Signals = signal.SIGTERM


def account_for_servers() -> Account | None:
    """The account for the servers: PostgreSQL refuses to run as root; None for other users."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            entry = pwd.getpwnam(name)
        except KeyError:
            continue
        return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)
    raise RuntimeError("PostgreSQL cannot run as root and there is no account `nobody` on this machine.")


def spawn(
    program: Program,
    output: IO[bytes] | int | None = None,
    *,
    only_errors: bool = False,
    given: int = subprocess.DEVNULL,
    errors: IO[bytes] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a program in a session of its own, so that the terminal's Ctrl-C reaches only us.

    It reads what it is `given`, and writes into `output`, its errors too unless they have a place of their
    own, or only its errors when the rest is for the terminal. Call it from the main
    thread: Linux sends the parent-death signal when the *thread* that forked ends.
    """
    account = program.account
    return subprocess.Popen(
        program.argv,
        cwd=program.cwd,
        env=program.environ,
        stdin=given,
        stdout=None if only_errors else output,
        stderr=errors or (output if output is None or only_errors else subprocess.STDOUT),
        start_new_session=True,
        preexec_fn=_tied_to_parent(program.stop_signal),
        user=None if account is None else account.uid,
        group=None if account is None else account.gid,
        extra_groups=None if account is None else [],
        umask=-1 if account is None else 0o022,
    )


def run_as(account: Account | None, argv: tuple[str, ...], cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a short command to its end and keep what it said."""
    return subprocess.run(
        argv,
        cwd=cwd,
        text=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
        user=None if account is None else account.uid,
        group=None if account is None else account.gid,
        extra_groups=None if account is None else [],
        umask=-1 if account is None else 0o022,
    )


def stop(child: subprocess.Popen[bytes], gentle: signal.Signals, patience: float = 10) -> None:
    """Ask a program to end, and end it when it does not."""
    if child.poll() is None:
        child.send_signal(gentle)
    try:
        child.wait(patience)
    except subprocess.TimeoutExpired:
        # Its helpers live in its session, whose number is the program's own.
        kill_group(child.pid)
        child.wait()


def kill_group(leader: int) -> None:
    """End a program and everything it started in its session."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def command_line(pid: int) -> list[str]:
    """How a running process was started; empty for one that is gone or only waits to be reaped."""
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return _command_line_without_proc(pid)
    except (ProcessLookupError, PermissionError):
        return []
    return [part.decode(errors="replace") for part in raw.split(b"\0") if part]


def working_in(folder: Path) -> list[int]:
    """The processes whose working directory is this folder; none are known where there is no /proc."""
    return [int(entry.name) for entry in Path("/proc").glob("[0-9]*") if _works_in(entry, folder)]


def _works_in(process: Path, folder: Path) -> bool:
    try:
        return (process / "cwd").readlink() == folder
    except OSError:
        # It ended meanwhile, waits to be reaped, or is another account's, where no server of ours runs.
        return False


def _command_line_without_proc(pid: int) -> list[str]:
    if sys.platform == "linux":
        return []
    told = subprocess.run(
        ("/bin/ps", "-ww", "-p", str(pid), "-o", "command="), capture_output=True, text=True, check=False
    )
    return told.stdout.split()


def _tied_to_parent(gentle: signal.Signals) -> Callable[[], None]:
    parent = os.getpid()

    def tie() -> None:
        # A script that starts us with `&` hands down an ignored SIGINT, and PostgreSQL stops by it.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if _LIBC is not None:
            _LIBC.prctl(_PR_SET_PDEATHSIG, int(gentle), 0, 0, 0)
            if os.getppid() != parent:
                os._exit(1)

    return tie
