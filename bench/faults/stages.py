"""Where faults happen: an installation of its own, on the machine's disk and clock, or on others."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from infrastructure.local.product import Installation

DISK_BYTES = 1 << 30
# Room that uploads leave to the database, on a disk of that size.
_ROOM = {"COFFER_DISK_FLOOR": "64", "COFFER_DISK_WARNING": "96"}
# The library looks into its file once a second.
_CLOCK_SETTLES_SECONDS = 1.5
FAKETIME = tuple(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))


@dataclass(frozen=True)
class Stage:
    name: str


PLAIN = Stage("the disk and the clock of the machine")
DISK = Stage("a small disk of its own")
CLOCK = Stage("a clock of its own")
STAGES = (PLAIN, DISK, CLOCK)


@dataclass
class Target:
    """An installation, and what was done to it."""

    product: Installation
    clock: Path | None = None
    # When one of the two ended that hand over mail.
    deaths: list[datetime] = field(default_factory=list[datetime])
    # How far off the clocks of the people are, in seconds.
    people_off: int = 0

    def note_death(self) -> None:
        self.deaths.append(datetime.now(UTC))

    def people_clock(self) -> int:
        """Milliseconds."""
        return time.time_ns() // 1_000_000 + self.people_off * 1000

    async def move_clock(self, seconds: int, *, of_people: bool) -> None:
        """For all parts at once, stores included; what measures stretches of time is left alone. People have
        the clock of the machine, or a right one of their own."""
        assert self.clock is not None
        self.people_off = seconds if of_people else 0
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(f"{seconds:+d}\n", encoding="utf-8")
        fresh.replace(self.clock)
        await asyncio.sleep(_CLOCK_SETTLES_SECONDS)


def missing(stage: Stage) -> str | None:
    """Why it cannot be had on this machine."""
    if stage is DISK and (os.geteuid() != 0 or not shutil.which("mkfs.ext4")):
        return "only root can mount a disk of its own (mkfs.ext4, mount)"
    if stage is DISK and not Path("/dev/loop-control").exists():
        return "this machine has no loop devices"
    if stage is CLOCK and not FAKETIME:
        return "libfaketime is not installed (Debian: faketime)"
    return None


@contextlib.contextmanager
def standing(stage: Stage, environ: Mapping[str, str]) -> Generator[Target]:
    """Started, ready, and ended with all it left."""
    folder = Path(tempfile.mkdtemp(prefix="coffer-faults-"))
    folder.chmod(0o711)
    with contextlib.ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        clock, settings, module = None, dict[str, str](), "infrastructure.local.up"
        if stage is DISK:
            stack.enter_context(_small_disk(folder))
            settings = _ROOM
        if stage is CLOCK:
            clock, module = folder / "clock", "bench.faults.own_clock"
            clock.write_text("+0\n", encoding="utf-8")
            settings = {"FAKETIME_TIMESTAMP_FILE": str(clock)}
        product = Installation(folder, environ, settings=settings, module=module)
        # After it has stopped, and before its disk goes.
        stack.callback(product.stop)
        product.start()
        yield Target(product, clock)


@contextlib.contextmanager
def _small_disk(folder: Path) -> Generator[None]:
    """A file of a known size with a file system of its own, where all data goes."""
    image, place = folder / "disk", folder / "data"
    place.mkdir()
    with image.open("wb") as file:
        file.truncate(DISK_BYTES)
    # Nothing is left over for root, which fills it.
    _run("mkfs.ext4", "-q", "-F", "-m", "0", str(image))
    _run("mount", "-o", "loop", str(image), str(place))
    try:
        yield
    finally:
        _run("umount", "--lazy", str(place))


def _run(*argv: str) -> None:
    subprocess.run(argv, check=True, capture_output=True)  # noqa: S603
