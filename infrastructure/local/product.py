"""The whole product as `./run` starts it, on a port and a folder of its own: for tests and measurements."""

import contextlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import NamedTuple

from infrastructure.local.places import CHECKOUT
from infrastructure.local.ports import free_port
from infrastructure.local.processes import Program, spawn, stop
from infrastructure.local.setup.progress import SetupFailed

# People in tests sit at machines of their own: each browser names an address, and is believed.
_FROM_HERE = {"COFFER_TRUSTED_PROXIES": "127.0.0.1/32,::1/128"}

# A developer's own database, mail server or bucket is nothing for tests to write to.
_FOREIGN = re.compile(r"(DATABASE_URL|REDIS_URL|SMTP_URL|S3_.*|COFFER_(?!TEST_).*)")


class Product(NamedTuple):
    """`providers` is the port of the identity providers; tests that need them start them there."""

    url: str
    port: int
    pid: int
    data: Path
    providers: int


def without_installation(environ: Mapping[str, str]) -> dict[str, str]:
    """The environment without variables that point at an existing installation."""
    return {name: value for name, value in environ.items() if not _FOREIGN.fullmatch(name)}


def _agreements(port: int) -> dict[str, str]:
    """With the two providers of `tests/peers/identity_providers.js`."""
    return {
        "COFFER_GOOGLE_CLIENT_ID": "coffer-google",
        "COFFER_GOOGLE_CLIENT_SECRET": "secret-of-coffer-at-google",
        "COFFER_GOOGLE_ISSUER": f"http://127.0.0.1:{port}/google",
        "COFFER_MICROSOFT_CLIENT_ID": "coffer-microsoft",
        "COFFER_MICROSOFT_CLIENT_SECRET": "secret-of-coffer-at-microsoft",
        "COFFER_MICROSOFT_ISSUER": f"http://127.0.0.1:{port}/common/v2.0",
    }


class Installation:
    """The product on a folder and a port that stay, also when its processes are killed and started again.

    `settings` are its own; `module` is what starts it, which ends up in `infrastructure.local.up`.
    """

    def __init__(
        self,
        folder: Path,
        environ: Mapping[str, str],
        *,
        settings: Mapping[str, str] | None = None,
        module: str = "infrastructure.local.up",
    ) -> None:
        self._module = module
        self.data = folder / "data"
        self.port = free_port()
        self.providers = free_port()
        self.log = folder / "run.log"
        self.url = f"http://localhost:{self.port}"
        self._told = {
            **without_installation(environ),
            **_FROM_HERE,
            **_agreements(self.providers),
            "PYTHONPATH": str(CHECKOUT),
            **(settings or {}),
        }
        self._child: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._child is not None
        return self._child.pid

    def start(self) -> None:
        """Start it and wait until it is ready; what it says is kept in `log`."""
        argv = (sys.executable, "-P", "-m", self._module)
        argv += ("--port", str(self.port), "--data", str(self.data))
        with self.log.open("wb") as output:
            child = self._child = spawn(Program(argv, CHECKOUT, self._told), output)
        deadline = time.monotonic() + 180
        while "Coffer is ready" not in self.said():
            if child.poll() is not None or time.monotonic() > deadline:
                raise SetupFailed(f"The product did not start:\n{self.said().strip()}")
            time.sleep(0.1)

    def said(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def kill(self) -> None:
        """End it without a word to its parts."""
        assert self._child is not None
        self._child.kill()
        self._child.wait()

    def stop(self) -> None:
        """Ask it to end. Raises `SetupFailed` when it does not end well."""
        if self._child is None:
            return
        stop(self._child, signal.SIGTERM, patience=30)
        code = self._child.returncode
        if code != 0:
            raise SetupFailed(f"The product ended with exit code {code} when it was asked to stop.")


@contextlib.contextmanager
def installation(environ: Mapping[str, str]) -> Generator[Installation]:
    """Started, ready, and ended with all it left. Raises `SetupFailed` when it does not start or end well."""
    folder = Path(tempfile.mkdtemp(prefix="coffer-product-"))
    folder.chmod(0o711)
    product = Installation(folder, environ)
    try:
        product.start()
        yield product
    finally:
        try:
            product.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def running_product(environ: Mapping[str, str]) -> Generator[Product]:
    """An installation, as those see it who only use it."""
    with installation(environ) as product:
        yield Product(product.url, product.port, product.pid, product.data, product.providers)
