"""A Chromium for the tests: named, found, installed as root, or unpacked from the lock of the web app.

The same browser without windows, tabs and menus comes first: nobody looks at it, and what draws those takes a
tenth of the machine.
"""

import contextlib
import os
import shutil
import subprocess
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path

from infrastructure.local.node import SHIMS
from infrastructure.local.places import TOOLS, WEB
from infrastructure.local.setup.progress import SetupFailed, run_step
from infrastructure.local.setup.stamps import Stamp, hash_of, one_at_a_time

_WITHOUT_WINDOWS = "chromium-headless-shell"
_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_APPLICATIONS = (
    Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"),
    Path("/Applications/Chromium.app/Contents/MacOS/Chromium"),
)
_UNPACK = """
const [from, to] = process.argv.slice(1);
const { createReadStream, createWriteStream } = require("node:fs");
const { createBrotliDecompress } = require("node:zlib");
require("node:stream").pipeline(
  createReadStream(from), createBrotliDecompress(), createWriteStream(to),
  (failure) => process.exit(failure ? 1 : 0),
);
"""


@dataclass(frozen=True)
class Chromium:
    """A browser to start, and the variables it needs; they are for the browser only."""

    program: str
    environ: dict[str, str] = field(default_factory=dict[str, str])


def find_chromium() -> Chromium:
    if named := os.environ.get("CHROME_PATH"):
        if not os.access(named, os.X_OK):
            raise SetupFailed(f"CHROME_PATH is {named!r}; expected a browser that can be started.")
        return Chromium(named)
    if found := shutil.which(_WITHOUT_WINDOWS):
        return Chromium(found)
    if os.geteuid() == 0 and shutil.which("apt-get"):
        # Not every system has the package, and not every machine a network: any Chromium will do.
        with contextlib.suppress(SetupFailed):
            _install_by_apt()
    present = _present()
    return Chromium(present) if present else _unpacked()


def _present() -> str | None:
    for name in (_WITHOUT_WINDOWS, *_NAMES):
        if found := shutil.which(name):
            return found
    return next((str(place) for place in _APPLICATIONS if place.exists()), None)


def _install_by_apt() -> None:
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    # A fresh image has no lists, and without them no package has an "installation candidate".
    run_step("package lists, for Chromium", ["apt-get", "update"], cwd=TOOLS, environ=environ)
    install = ["apt-get", "install", "-y", "--no-install-recommends", _WITHOUT_WINDOWS]
    run_step("Chromium", install, cwd=TOOLS, environ=environ)


def _unpacked() -> Chromium:
    """The Chromium of the lock: it needs no root, and brings libraries and fonts in archives of their own."""
    packed = WEB / "node_modules" / "@sparticuz" / "chromium"
    if sys.platform != "linux" or not packed.is_dir():
        raise SetupFailed("There is no Chromium on this machine. Install one, or name it in CHROME_PATH.")
    folder = TOOLS / "chromium"
    current = hash_of([packed / "package.json"])
    stamp = Stamp("chromium")
    with one_at_a_time("chromium"):
        if not stamp.matches(current):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            _unpack(packed / "bin", folder)
            stamp.write(current)
    libraries = f"{folder / 'al2023' / 'lib'}:{folder / 'swiftshader'}"
    environ = {"LD_LIBRARY_PATH": libraries, "FONTCONFIG_FILE": str(folder / "fonts.conf")}
    return Chromium(str(folder / "chromium"), environ)


def _unpack(packed: Path, folder: Path) -> None:
    for archive in sorted(packed.glob("*.br")):
        plain = folder / archive.stem
        unpack = [str(SHIMS / "node"), "-e", _UNPACK, str(archive), str(plain)]
        run_step(f"unpacking {archive.stem}", unpack, cwd=folder)
        if plain.suffix == ".tar":
            with tarfile.open(plain) as tar:
                tar.extractall(plain.with_suffix(""))  # noqa: S202 - ours, from the lock
            plain.unlink()
    (folder / "chromium").chmod(0o755)
    # Without a font the first text ends the browser.
    (folder / "fonts.conf").write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        f"<dir>{folder / 'fonts'}</dir><cachedir>{folder / 'font-cache'}</cachedir></fontconfig>\n",
        encoding="utf-8",
    )


def version_of(chromium: Chromium) -> str:
    """Starting it once shows that it starts here."""
    told = subprocess.run(
        [chromium.program, "--version"],
        env={**os.environ, **chromium.environ},
        capture_output=True,
        text=True,
        check=False,
    )
    if told.returncode != 0:
        raise SetupFailed(f"{chromium.program} does not start here:\n{told.stderr.strip()[-500:]}")
    return told.stdout.strip()
