"""Which parts the stack of this machine has, and what each is told about the others."""

import sys
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path

from infrastructure.local import database_urls
from infrastructure.local.node import SHIMS
from infrastructure.local.places import CHECKOUT, WEB
from infrastructure.local.ports import LOOPBACK, answers_smtp, free_port
from infrastructure.local.postgres import PostgresServer
from infrastructure.local.processes import Program
from infrastructure.local.server import LocalServer, ready_if
from infrastructure.local.setup import npm
from infrastructure.local.stack_secrets import ensure_secrets, named
from infrastructure.local.supervisor import Part
from infrastructure.local.valkey import ValkeyServer
from infrastructure.readiness import READY_FILE


class LocalStack:
    """A server the environment names is used and not started; the others are ours."""

    def __init__(self, data: Path, port: int, *, dev: bool, environ: Mapping[str, str]) -> None:
        self.data = data
        self.port = port
        self.dev = dev
        # The development server answers at the address people type, and the API behind it.
        self.api_port = free_port() if dev else port
        self._given = environ
        self.postgres = None if environ.get("DATABASE_URL") else PostgresServer(data)
        self.valkey = None if environ.get("REDIS_URL") else ValkeyServer(data)
        self.mail_port = None if environ.get("SMTP_URL") else free_port()

    @property
    def public_url(self) -> str:
        return self._given.get("COFFER_PUBLIC_URL") or f"http://localhost:{self.port}"

    def environ(self) -> dict[str, str]:
        """What every part is told; what the person who starts us has set himself stays as it is."""
        told = {
            "COFFER_MODE": "development",
            "COFFER_PUBLIC_URL": self.public_url,
            "COFFER_DATA_DIR": str(self.data),
            **self._secrets(),
        }
        told |= {name: value for name, value in self._given.items() if value}
        told |= {"COFFER_PORT": str(self.api_port), "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(CHECKOUT)}
        if self.postgres is not None:
            told |= self._database_urls(self.postgres)
        if self.valkey is not None:
            told["REDIS_URL"] = self.valkey.socket_url or self.valkey.url
        if self.mail_port is not None:
            told["SMTP_URL"] = f"smtp://{LOOPBACK}:{self.mail_port}"
        return told

    def _secrets(self) -> dict[str, str]:
        """Where the secrets lie. An external database is asked first, by `external_secrets`."""
        if self.postgres is None:
            return named(self.data)
        database = self.postgres.written
        return ensure_secrets(
            self.data,
            database=None if database is None else f"the database in {database}",
            given=[name for name, value in self._given.items() if value],
            further=("postgres-owner",),
        )

    # Programs

    def external_secrets(self) -> Program:
        return self._python("-m", "infrastructure.local.stack_secrets", str(self.data))

    def database_upgrade(self) -> Program:
        return self._python("-m", "infrastructure.local.upgrade", str(self.data))

    def make_database(self) -> Program:
        """Only for the embedded server; an external one is set up by its operator."""
        return self._python("-m", "infrastructure.local.database")

    def migration(self) -> Program:
        return self._python("-m", "api.cli", "migrate")

    def web_build(self) -> Program:
        options = ["--packages"] if self.dev else []
        return self._python("-m", "infrastructure.local.setup.web_app", *options)

    def server(self, server: LocalServer) -> Part:
        return Part(
            server.name, server.program, server.readiness, server.log, prepare=server.prepare, retry_for=10
        )

    def mail_catcher(self, port: int) -> Part:
        """What goes out waits in the queue while it is away, so the rest goes on without it."""
        arguments = ("-m", "infrastructure.local.mail_catcher", str(self.data / "mail"), str(port))
        return Part(
            "mail catcher",
            lambda: self._python(*arguments),
            lambda: ready_if(answers_smtp(port)),
            self.log("mail"),
            essential=False,
            speaks=True,
        )

    def api(self) -> Part:
        options = ["--reload"] if self.dev else []
        return Part(
            "API",
            lambda: self._python(
                "-m", "api.cli", "serve", "--address", LOOPBACK, "--port", str(self.api_port), *options
            ),
            lambda: ready_if(_answers(f"http://{LOOPBACK}:{self.api_port}/health")),
            self.log("api"),
            needs=self._stores,
        )

    def worker(self) -> Part:
        return self._announced("worker", "mail and jobs")

    def followers(self) -> Part:
        return self._announced("followers", "read models")

    def development_server(self) -> Part:
        environ = {
            **self.environ(),
            **npm.environment(),
            "COFFER_API": f"http://{LOOPBACK}:{self.api_port}",
        }
        argv = ("npm", "run", "dev", "--", "--host", "localhost", "--port", str(self.port), "--strictPort")
        return Part(
            "development server",
            lambda: Program((str(SHIMS / argv[0]), *argv[1:]), WEB, environ),
            lambda: ready_if(_answers(f"http://localhost:{self.port}/")),
            self.log("vite"),
            essential=False,
        )

    def log(self, name: str) -> Path:
        return self.data / "logs" / f"{name}.log"

    def _announced(self, command: str, name: str) -> Part:
        file = self.data / "ready" / command

        def program() -> Program:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.unlink(missing_ok=True)
            return self._python("-m", "api.cli", command, **{READY_FILE: str(file)})

        # Reading goes on without them, on what they have done so far.
        return Part(
            name,
            program,
            lambda: ready_if(file.exists()),
            self.log(command),
            needs=self._stores,
            essential=False,
            # Jobs that run are finished, and none may run longer.
            stop_patience=50.0,
        )

    @property
    def _stores(self) -> tuple[str, ...]:
        return tuple(server.name for server in (self.postgres, self.valkey) if server is not None)

    def _python(self, *arguments: str, **further: str) -> Program:
        environ = {**self.environ(), **further}
        return Program((sys.executable, "-P", *arguments), cwd=CHECKOUT, environ=environ)

    def _database_urls(self, server: PostgresServer) -> dict[str, str]:
        owner = server.url(database_urls.DATABASE)
        app, projector = (
            database_urls.signed_in_as(owner, login, database_urls.password_of(login, self.data))
            for login in database_urls.LOGINS
        )
        return {
            "DATABASE_URL": app,
            "COFFER_PROJECTOR_DATABASE_URL": projector,
            "COFFER_OWNER_DATABASE_URL": owner,
        }


def _answers(address: str) -> bool:
    # A proxy of the person who starts us has no business on our own machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=2) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError, ValueError):
        return False
