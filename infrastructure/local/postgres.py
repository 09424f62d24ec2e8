"""Our own PostgreSQL server: prepared, started and stopped around the binaries of the wheel."""

import os
import shutil
import signal
import sys
import time
from pathlib import Path
from urllib.parse import quote

from infrastructure.local.clusters import clusters, home_of, note_place, noted_place
from infrastructure.local.ports import LOOPBACK
from infrastructure.local.postgres_binaries import PostgresBinaries, find_postgres
from infrastructure.local.processes import Program, account_for_servers, command_line, run_as, working_in
from infrastructure.local.secret_files import kept_secret, private_folder, sync_folder, write_private
from infrastructure.local.server import LONGEST_SOCKET, LocalServer, Readiness, ServerFailed

OWNER = "coffer_owner"


class PostgresServer(LocalServer):
    """PostgreSQL with a superuser whose password is generated; `fsync=False` is for throwaway data."""

    name = "PostgreSQL"

    def __init__(
        self,
        data: Path,
        *,
        fsync: bool = True,
        port: int | None = None,
        binaries: PostgresBinaries | None = None,
        suffix: str = "",
    ) -> None:
        """Other `binaries`, or another name for the cluster, are for what is read or made and not served."""
        super().__init__(data, port)
        self.fsync = fsync
        self.account = account_for_servers()
        self._binaries = binaries
        self._suffix = suffix

    @property
    def binaries(self) -> PostgresBinaries:
        if self._binaries is None:
            self._binaries = find_postgres(self.account)
        return self._binaries

    @property
    def cluster(self) -> Path:
        """The data folder; it names the major version, so that two versions never meet in one."""
        return self.home / f"pg{self.binaries.major}{self._suffix}"

    @property
    def home(self) -> Path:
        """The folder that the clusters lie in."""
        return home_of(self.data, self.account)

    @property
    def written(self) -> Path | None:
        """The folder of data that is there, of whatever version, whose secrets cannot be made again."""
        return next((folder for _, folder in clusters(self.home)), None)

    def url(self, dbname: str = "postgres", *, user: str = OWNER, password: str | None = None) -> str:
        secret = password if password is not None else self._password()
        where = f"{LOOPBACK}:{self.port}/{quote(dbname)}"
        # Who goes by the socket skips the network's own work; the address is for those who only read that.
        way = "" if self.sockets is None else f"?host={quote(str(self.sockets), safe='')}"
        return f"postgresql://{quote(user)}:{quote(secret, safe='')}@{where}{way}"

    @property
    def sockets(self) -> Path | None:
        """The folder of the socket; None where its address would be longer than the system takes, or be
        read as two (libpq's `host` is a list)."""
        folder = self.home / "run"
        fits = len(os.fsencode(folder / f".s.PGSQL.{self.port}")) <= LONGEST_SOCKET
        return folder if fits and "," not in str(folder) else None

    def program(self) -> Program:
        settings = {
            "listen_addresses": LOOPBACK,
            "port": str(self.port),
            "unix_socket_directories": "" if self.sockets is None else _quoted(self.sockets),
            # initdb writes down the zone of the machine it ran on.
            "timezone": "UTC",
            "log_timezone": "UTC",
            # A refused row's values belong to somebody; the log is no place for them.
            "log_error_verbosity": "terse",
            "log_min_error_statement": "panic",
        }
        if sys.platform == "linux":
            # Before it recovers, everything has to be on the disk: asked of the file system once instead of
            # of a thousand files, which had taken seconds on a busy disk.
            settings["recovery_init_sync_method"] = "syncfs"
        if not self.fsync:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        return Program(
            argv=(self.binaries.program("postgres"), "-D", str(self.cluster), *options),
            cwd=Path("/"),
            environ=_environment(),
            account=self.account,
            # SIGTERM would wait for every client to leave.
            stop_signal=signal.SIGINT,
        )

    def prepare(self) -> None:
        self.data.mkdir(parents=True, exist_ok=True)
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if not (self.cluster / "PG_VERSION").is_file():
            self._miss_nothing()
            self._initialise()
        elif not self._password_file.is_file():
            raise ServerFailed(
                f"{self._password_file} is missing, the password of the database in {self.cluster}. "
                "Put back the folder `secrets` that was kept with it."
            )
        if not self._suffix:
            note_place(self.data, self.home)
        self._own_files()
        self._make_sockets()
        self.clear_leftovers()

    def has_data(self) -> bool:
        """Whether there is a database of any version, wherever this folder's is kept."""
        return bool(clusters(self.home))

    def readiness(self) -> Readiness:
        asked = (self.binaries.program("pg_isready"), "-q", "-h", LOOPBACK, "-p", str(self.port), "-t", "2")
        told = run_as(self.account, asked, Path("/")).returncode
        # It refuses connections while it recovers, and says why.
        return {0: Readiness.READY, 1: Readiness.COMING}.get(told, Readiness.SILENT)

    def _password(self) -> str:
        return kept_secret(self._password_file).decode()

    @property
    def _password_file(self) -> Path:
        return self.data / "secrets" / "postgres-owner"

    def _miss_nothing(self) -> None:
        """Raises `ServerFailed` where a new database would stand in for one that there is, or was."""
        if self._suffix:
            return
        for major, folder in clusters(self.home):
            raise ServerFailed(
                f"The database in {folder} is PostgreSQL {major}'s, and this is PostgreSQL "
                f"{self.binaries.major}."
            )
        made = noted_place(self.data)
        if made is not None:
            raise ServerFailed(
                f"There is no database in {self.home}, and the one of this folder was made in {made}. Copy "
                "it from there, or use another folder; `./run --reset` begins with nothing."
            )

    def _initialise(self) -> None:
        home = self.home
        previous = os.umask(0o022)
        try:
            home.mkdir(parents=True, exist_ok=True)
        finally:
            os.umask(previous)
        # Made aside and renamed: a start that is cut off leaves no half database behind.
        half = home / f"{self.cluster.name}.new"
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir(mode=0o700)
        password = home / "postgres-owner.initial"
        write_private(password, self._password().encode())
        if self.account is not None:
            os.chown(half, self.account.uid, self.account.gid)
            os.chown(password, self.account.uid, self.account.gid)
        try:
            told = run_as(self.account, self._initdb(half, password), Path("/"))
        finally:
            password.unlink()
        if told.returncode != 0:
            raise ServerFailed(f"initdb failed:\n{told.stdout.strip()}")
        half.rename(self.cluster)
        sync_folder(home)

    def _own_files(self) -> None:
        """Give a copy of the folder that root has made (`cp -r`) to the account that the server runs as.

        The folder itself comes last: until then it says that there is something left to give.
        """
        account = self.account
        if account is None or self.cluster.stat().st_uid == account.uid:
            return
        for place in (*self.cluster.rglob("*"), self.cluster):
            if place.is_dir() and not place.is_symlink():
                place.chmod(0o700)
            os.chown(place, account.uid, account.gid, follow_symlinks=False)

    def _make_sockets(self) -> None:
        if self.sockets is not None:
            private_folder(self.sockets)
            if self.account is not None:
                os.chown(self.sockets, self.account.uid, self.account.gid)

    def _initdb(self, folder: Path, password: Path) -> tuple[str, ...]:
        # With the locale of the machine, the order of words and even the encoding would differ by machine.
        locale = ["--encoding=UTF8", "--locale=C"]
        if self.binaries.major >= 18:
            locale += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        return (
            self.binaries.program("initdb"),
            f"--pgdata={folder}",
            f"--username={OWNER}",
            f"--pwfile={password}",
            "--auth=scram-sha-256",
            *locale,
            *([] if self.fsync else ["--no-sync"]),
        )

    def clear_leftovers(self) -> None:
        """Stop a server that outlived its supervisor, wait until all of it is gone, and drop its pid file.

        PostgreSQL itself takes a pid file for stale only when no process has its number, and a number is
        soon another program's, or that of a killed server which is not reaped yet. Raises `ServerFailed`
        when a process of this database does not end: two servers over one folder would destroy it.
        """
        note = self.cluster / "postmaster.pid"
        try:
            pid = int(note.read_text(encoding="utf-8").split("\n", 1)[0])
        except (FileNotFoundError, ValueError):
            return
        if self._serves(pid):
            stop = ("stop", "-m", "fast", "--no-wait", "-D", str(self.cluster))
            run_as(self.account, (self.binaries.program("pg_ctl"), *stop), Path("/"))
        deadline = time.monotonic() + self.patience
        while left := self._still_there(pid):
            if time.monotonic() > deadline:
                raise ServerFailed(f"PostgreSQL still runs over {self.cluster}, as process {left[0]}.")
            time.sleep(0.05)
        note.unlink(missing_ok=True)

    def _serves(self, pid: int) -> bool:
        return str(self.cluster) in command_line(pid)

    def _still_there(self, pid: int) -> list[int]:
        """The server, or what a killed one started: its helpers write on until they notice its end."""
        if self._serves(pid):
            return [pid]
        return [one for one in working_in(self.cluster) if _is_postgres(command_line(one))]


def _is_postgres(command: list[str]) -> bool:
    """Whether a program's first word is PostgreSQL's, which writes "postgres: checkpointer" over it."""
    return bool(command) and Path(command[0].partition(":")[0]).name == "postgres"


def _quoted(folder: Path) -> str:
    """One of a list, however it is called."""
    return '"' + str(folder).replace('"', '""') + '"'


def _environment() -> dict[str, str]:
    """PG* variables of the person who starts us would change the server, and its locale is ours to choose."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
