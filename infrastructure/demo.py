"""Runs the program that writes demo data: a client like any other, in a process of its own.

The server imports nothing of the client (a contract of the build), and what opens contents stays out of its
memory. The two meet at the interface and at one file, which names the people with their secrets.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import structlog

from domain.errors import Unavailable
from infrastructure.settings import CHECKOUT, Settings

log = structlog.get_logger("coffer.demo")

# What the interpreter itself goes by. Of our settings and secrets a client gets none.
_PASSED_ON = ("PATH", "LANG", "PYTHONPYCACHEPREFIX", "PYTHONDONTWRITEBYTECODE")


@dataclass(frozen=True)
class DemoProgram:
    """Where the program finds us, and where it keeps what it made."""

    url: str
    origin: str
    state: Path

    @classmethod
    def of(cls, settings: Settings) -> DemoProgram:
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        state = settings.data_dir / "demo" / "demo.json"
        return cls(f"http://{host}:{settings.port}", settings.public_url, state)

    async def load(self, *, reset: bool) -> dict[str, Any]:
        return await self._run("load", {"state": str(self.state), "reset": reset})

    async def known(self) -> dict[str, Any] | None:
        """What was loaded to its end; None before."""
        return await asyncio.to_thread(self._read)

    async def attach_device(self, cookies: Mapping[str, str], account_id: str) -> dict[str, Any]:
        return await self._run("device", {"cookies": dict(cookies), "accountId": account_id})

    def _read(self) -> dict[str, Any] | None:
        try:
            kept = json.loads(self.state.read_bytes())
        except FileNotFoundError:
            return None
        return kept["loaded"]

    async def _run(self, act: str, asked: Mapping[str, Any]) -> dict[str, Any]:
        """What is asked goes in by the standard input: arguments can be read by others on this machine."""
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "client.demo", act),
            cwd=CHECKOUT,
            env=_environment(),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        told = json.dumps({"url": self.url, "origin": self.origin, **asked}).encode()
        try:
            answer, said = await child.communicate(told)
        finally:
            if child.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    child.kill()
                await child.wait()
        if child.returncode:
            log.error("demo_failed", act=act, said=said.decode(errors="replace")[-4000:])
            raise Unavailable("The demo program did not come to its end. The log says why.", reason="demo")
        return cast("dict[str, Any]", json.loads(answer))


def _environment() -> dict[str, str]:
    passed_on = {name: os.environ[name] for name in _PASSED_ON if name in os.environ}
    return {**passed_on, "PYTHONPATH": str(CHECKOUT), "PYTHONUTF8": "1"}
