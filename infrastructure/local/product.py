"""The whole product as `./run` starts it, on a port and a folder of its own: for tests and measurements."""

import contextlib
import re
import shutil
import signal
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


@contextlib.contextmanager
def running_product(environ: Mapping[str, str]) -> Generator[Product]:
    """Started, ready, and ended with all it left. Raises `SetupFailed` when it does not start or end well."""
    folder = Path(tempfile.mkdtemp(prefix="coffer-product-"))
    folder.chmod(0o711)
    port, providers, log, data = free_port(), free_port(), folder / "run.log", folder / "data"
    argv = (sys.executable, "-P", "-m", "infrastructure.local.up", "--port", str(port), "--data", str(data))
    told = {
        **without_installation(environ),
        **_FROM_HERE,
        **_agreements(providers),
        "PYTHONPATH": str(CHECKOUT),
    }
    with log.open("wb") as output:
        child = spawn(Program(argv, CHECKOUT, told), output)
    try:
        deadline = time.monotonic() + 180
        while "Coffer is ready" not in log.read_text(encoding="utf-8"):
            if child.poll() is not None or time.monotonic() > deadline:
                raise SetupFailed(f"The product did not start:\n{log.read_text(encoding='utf-8').strip()}")
            time.sleep(0.1)
        yield Product(f"http://localhost:{port}", port, child.pid, data, providers)
    finally:
        stop(child, signal.SIGTERM, patience=30)
        shutil.rmtree(folder, ignore_errors=True)
    if child.returncode != 0:
        raise SetupFailed(f"The product ended with exit code {child.returncode} when it was asked to stop.")
