"""Which of the machine's Pythons the environment is made of.

One that was built without its compiler's profiles (pyenv's are, unless it is told otherwise) takes up to
half as long again for everything as the distribution's of the same version.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from infrastructure.local.places import TOOLS
from infrastructure.local.setup.progress import without_python

# The machine's own, also when a door is opened with the Python of the environment we are about to change.
_BEGUN = str(getattr(sys, "_base_executable", sys.executable))
_MEMORY = TOOLS / "interpreters.json"

# Another one is taken for what everybody would notice, and never for what a busy moment makes of the same.
_WORTH_IT = 0.85
_USUAL_FOLDERS = ("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin")

# Objects, calls, texts and a loop of events, as our own code has them; and modules that a small installation
# may be without.
_PROBE = """
import asyncio, json, ssl, sys, sysconfig, time
class Node:
    def __init__(self, number): self.number = number
    def plus(self, other): return self.number + other
async def told(number): return number
async def work():
    found = {}
    for number in range(8000):
        found[number % 100] = Node(number).plus(len(str(number)))
    for number in range(400):
        await asyncio.ensure_future(told(number))
def once():
    began = time.process_time()
    asyncio.run(work())
    return time.process_time() - began
built = [sys.abiflags, sys.maxsize, sysconfig.get_platform()]
print(json.dumps({
    "executable": getattr(sys, "_base_executable", sys.executable),
    "kind": [sys.implementation.name, *sys.version_info[:2], *built],
    "seconds": min(once() for _ in range(12)),
}))
"""


class Probed(NamedTuple):
    executable: str
    kind: Sequence[Any]
    """Of two with the same kind each can stand in for the other: version, bits, way of being built."""
    seconds: float


def interpreter() -> str:
    """The Python that was called, or another of its kind on this machine that is clearly faster.

    It is found out once, and again when the one that was called or the one that was chosen has changed.
    """
    known = _remembered()
    chosen = known.get(identity(_BEGUN))
    if chosen is not None and identity(chosen["executable"]) == chosen["identity"]:
        return chosen["executable"]
    fastest = fastest_of(_BEGUN, others())
    known[identity(_BEGUN)] = {"executable": fastest, "identity": identity(fastest)}
    _MEMORY.parent.mkdir(parents=True, exist_ok=True)
    _MEMORY.write_text(json.dumps(known), encoding="utf-8")
    return fastest


def identity(executable: str) -> str:
    """Tells an interpreter from what stood in its place before an upgrade."""
    try:
        found = Path(executable).resolve().stat()
    except OSError:
        return ""
    return f"{Path(executable).resolve()} {found.st_size} {found.st_mtime_ns}"


def others() -> Iterable[str]:
    """Where Pythons of this version usually are."""
    folders = [*os.get_exec_path(), *_USUAL_FOLDERS]
    names = (f"python3.{sys.version_info.minor}", "python3")
    found = (Path(folder) / name for folder in folders for name in names)
    return dict.fromkeys(str(path.resolve()) for path in found if path.is_file() and os.access(path, os.X_OK))


def fastest_of(begun: str, candidates: Iterable[str]) -> str:
    """`begun`, unless one of its kind among the candidates takes clearly less time."""
    standard = probed(begun)
    if standard is None:
        return begun
    # The same one often has several names.
    found = {identity(begun): standard}
    for candidate in candidates:
        answer = probed(candidate)
        if answer is not None and answer.kind == standard.kind:
            found.setdefault(identity(answer.executable), answer)
    if len(found) == 1:
        return begun
    # Once more in turns: what else the machine does may have fallen on one of them.
    seconds = {
        answer.executable: min(answer.seconds, (probed(answer.executable) or answer).seconds)
        for answer in found.values()
    }
    fastest = min(seconds, key=lambda executable: seconds[executable])
    return fastest if seconds[fastest] < seconds[standard.executable] * _WORTH_IT else begun


def probed(executable: str) -> Probed | None:
    """What an interpreter says of itself; None where it cannot be one for us."""
    argv = [executable, "-I", "-c", _PROBE]
    try:
        answer = subprocess.run(argv, capture_output=True, timeout=20, check=True, env=without_python())
        return Probed(**json.loads(answer.stdout))
    except (OSError, subprocess.SubprocessError, ValueError, TypeError):
        return None


def _remembered() -> dict[str, dict[str, str]]:
    try:
        return json.loads(_MEMORY.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
