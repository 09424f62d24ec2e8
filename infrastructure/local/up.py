"""The inside of `./run`: start every part, say where they are, and stop them together."""

import argparse
import asyncio
import contextlib
import errno
import os
import resource
import shlex
import shutil
import signal
import sys
from collections.abc import Awaitable, Sequence
from datetime import UTC, datetime
from pathlib import Path

from infrastructure.local import data_folder
from infrastructure.local.database_urls import DATABASE
from infrastructure.local.ports import LOOPBACK
from infrastructure.local.postgres import OWNER, PostgresServer
from infrastructure.local.postgres_binaries import NoPostgres
from infrastructure.local.secret_files import write_private
from infrastructure.local.server import LocalServer, ServerFailed
from infrastructure.local.setup.progress import in_one_sentence
from infrastructure.local.stack import LocalStack
from infrastructure.local.supervisor import PartFailed, Supervisor, side_by_side
from infrastructure.local.upgrade_plan import drop_kept, drop_kept_in_time, planned
from infrastructure.local.valkey_binary import NoValkey
from infrastructure.refusals import CannotStart

# The least that a server takes for its next file.
_NO_ROOM = 16 * 1024 * 1024


def tell(line: str) -> None:
    """Print a line; a closed output is no reason to stop."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


async def up(stack: LocalStack, stopped: asyncio.Event, supervisor: Supervisor) -> int:
    """Start, watch and stop; the exit code is 0 after a stop signal, and 1 otherwise."""
    try:
        await _unless_ended(_start(stack, supervisor), stopped, supervisor)
        if not stopped.is_set():
            data_folder.write_environment(stack.data, _shared(stack))
            tell(_where(stack))
            await _unless_ended(_while_up(stack, stopped), stopped, supervisor)
    except (PartFailed, ServerFailed, NoPostgres, NoValkey, CannotStart, OSError) as failure:
        tell(f"\n{_reason(failure, stack)}\nEverything else was stopped.")
        return 1
    finally:
        if stopped.is_set():
            tell("Stopping.")
        await supervisor.stop()
        # On a disk that takes nothing any more it stays; nobody believes it without the lock.
        with contextlib.suppress(OSError):
            data_folder.forget_environment(stack.data)
    return 0


def _reason(failure: Exception, stack: LocalStack) -> str:
    """What fails on a disk without room, fails of that, whatever its own words are."""
    homes = [stack.data] if stack.postgres is None else [stack.data, stack.postgres.home]
    for place in homes:
        left = shutil.disk_usage(place).free if place.exists() else _NO_ROOM
        if left < _NO_ROOM or os.strerror(errno.ENOSPC) in str(failure):
            return f"There is no room left on the disk of {place}. Make some, and start again."
    if isinstance(failure, OSError):
        return f"Coffer cannot go on: {in_one_sentence(failure, stack.data)}"
    return str(failure)


async def _start(stack: LocalStack, supervisor: Supervisor) -> None:
    if stack.postgres is None:
        await supervisor.complete("The secrets", stack.external_secrets())
    if stack.postgres is not None:
        drop_kept(stack.postgres.home, datetime.now(UTC).date(), tell)
    # They are on the disk before there is a database that is written with them.
    stack.environ()
    await side_by_side(
        supervisor.complete("The web app", stack.web_build()),
        _start_database(stack, supervisor),
        _start_server(stack.valkey, stack, supervisor),
        _start_mail_catcher(stack, supervisor),
    )
    # Each of them loads its code for longer than it connects.
    await supervisor.start(stack.followers(), stack.worker(), stack.api())
    if stack.dev:
        await supervisor.start(stack.development_server())


async def _while_up(stack: LocalStack, stopped: asyncio.Event) -> None:
    if stack.postgres is not None:
        await drop_kept_in_time(stack.postgres.home, tell)
    await stopped.wait()


async def _start_database(stack: LocalStack, supervisor: Supervisor) -> None:
    if stack.postgres is not None:
        if planned(stack.postgres) is not None:
            await supervisor.complete("The upgrade of the database", stack.database_upgrade())
        await _start_server(stack.postgres, stack, supervisor)
        await supervisor.complete("The database", stack.make_database(), stack.log("migrate"))
    await supervisor.complete("The migration", stack.migration(), stack.log("migrate"))


async def _start_server(server: LocalServer | None, stack: LocalStack, supervisor: Supervisor) -> None:
    if server is not None:
        await supervisor.start(stack.server(server))


async def _start_mail_catcher(stack: LocalStack, supervisor: Supervisor) -> None:
    if stack.mail_port is not None:
        await supervisor.start(stack.mail_catcher(stack.mail_port))


async def _unless_ended(work: Awaitable[object], stopped: asyncio.Event, supervisor: Supervisor) -> None:
    """Do the work until it is done, somebody asks for the end, or a part is given up that all others need."""
    task = asyncio.ensure_future(work)
    end = asyncio.ensure_future(stopped.wait())
    lost = asyncio.ensure_future(supervisor.lost())
    try:
        await asyncio.wait({task, end, lost}, return_when=asyncio.FIRST_COMPLETED)
        if not end.done() and lost.done():
            raise PartFailed(lost.result())
        if task.done():
            await task
    finally:
        for waiting in (task, end, lost):
            waiting.cancel()
        await asyncio.gather(task, end, lost, return_exceptions=True)


def _where(stack: LocalStack) -> str:
    here = f"http://localhost:{stack.port}"
    lines = [f"\nCoffer is ready: {here}\n"]
    if stack.environ()["COFFER_MODE"] == "development":
        lines.append(f"  inbox     {here}/dev/inbox")
    if stack.postgres is not None:
        lines.append(f"  database  {_psql(stack.data, stack.postgres)}")
        if not stack.postgres.cluster.is_relative_to(stack.data):
            lines.append(f"            its files lie in {stack.postgres.cluster}, where its account may go")
    lines += [f"  data      {stack.data}", "  stop      Ctrl-C", "  reset     ./run --reset\n"]
    return "\n".join(lines)


def _psql(data: Path, server: PostgresServer) -> str:
    """How to look into the database; the password stands in a file, not on the screen."""
    password_file = data / "secrets" / "pgpass"
    password = (data / "secrets" / "postgres-owner").read_text(encoding="utf-8").strip()
    write_private(password_file, f"{LOOPBACK}:*:*:{OWNER}:{password}\n".encode())
    psql = shlex.quote(server.binaries.program("psql"))
    return (
        f"PGPASSFILE={shlex.quote(str(password_file))} {psql} "
        f"-h {LOOPBACK} -p {server.port} -U {OWNER} {DATABASE}"
    )


def _shared(stack: LocalStack) -> dict[str, str]:
    """What `./coffer` needs of what the parts were told; the rest is its caller's own."""
    ours = ("COFFER_", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "S3_")
    return {name: value for name, value in stack.environ().items() if name.startswith(ours)}


async def _main(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--dev", action="store_true")
    parser.add_argument("--reset", action="store_true")
    asked = parser.parse_args(argv)

    stopped = asyncio.Event()
    supervisor = Supervisor(tell)
    loop = asyncio.get_running_loop()

    def stop() -> None:
        if stopped.is_set():
            supervisor.hurry()
        stopped.set()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
    # The door holds them back until here, so that none gets lost while we are being loaded.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM))

    try:
        lock = data_folder.claim(asked.data)
    except data_folder.InUse as refusal:
        tell(str(refusal))
        return 1
    with lock:
        stack = LocalStack(asked.data, asked.port, dev=asked.dev, environ=os.environ)
        try:
            if asked.reset:
                for server in (stack.postgres, stack.valkey):
                    if server is not None:
                        server.clear_leftovers()
                data_folder.reset(asked.data)
            data_folder.check_restored(asked.data)
        except (data_folder.InUse, ServerFailed, NoPostgres) as refusal:
            tell(str(refusal))
            return 1
        except OSError as failure:
            tell(f"Coffer cannot start: {in_one_sentence(failure, asked.data)}")
            return 1
        return await up(stack, stopped, supervisor)


def _raise_limit_of_files() -> None:
    """A shell often allows 1024 open files where the system allows many more."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    _raise_limit_of_files()
    sys.exit(asyncio.run(_main(sys.argv[1:])))
