"""What a stack of processes holds in memory, as Linux tells it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

_PROC = Path("/proc")


def family(root: int) -> list[int]:
    """A process and all that came from it, however far down."""
    children: dict[int, list[int]] = {}
    for stat in _PROC.glob("[0-9]*/stat"):
        try:
            parent = int(stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()[1])
        except OSError:
            continue
        children.setdefault(parent, []).append(int(stat.parent.name))
    found = [root]
    for pid in found:
        found += children.get(pid, ())
    return found


def proportional_kib(pid: int) -> int:
    """The memory of one process, with every page that it shares counted by its share (PSS)."""
    for line in (_PROC / str(pid) / "smaps_rollup").read_text(encoding="ascii").splitlines():
        name, *rest = line.split()
        if name == "Pss:":
            return int(rest[0])
    return 0


def memory_by_name(root: int) -> dict[str, dict[str, float]]:
    """The processes of a stack by what they are, the largest first, with their sum at the end."""
    count, held = Counter[str](), Counter[str]()
    for pid in family(root):
        try:
            name = name_of((_PROC / str(pid) / "cmdline").read_bytes().split(b"\0"))
            held[name] += proportional_kib(pid)
        except (FileNotFoundError, ProcessLookupError):
            continue
        count[name] += 1
    shown = {name: _shown(count[name], kib) for name, kib in held.most_common()}
    return {**shown, "all": _shown(count.total(), held.total())}


def _shown(processes: int, kib: int) -> dict[str, float]:
    return {"processes": processes, "pssMiB": round(kib / 1024, 1)}


def name_of(command: list[bytes]) -> str:
    """`api.cli worker` for a Python, `postgres: coffer_app` for a connection, else the program."""
    words = [word.decode(errors="replace") for word in command if word]
    if "-m" in words:
        module, *arguments = words[words.index("-m") + 1 :]
        return " ".join([module, *(word for word in arguments[:1] if not word.startswith("-"))])
    if words and words[0].startswith("postgres:"):
        rest = words[0].split()
        return " ".join(rest[:2]) if rest[-1] == "idle" and "." in words[0] else "postgres: own processes"
    return Path(words[0].split()[0]).name if words else "?"
