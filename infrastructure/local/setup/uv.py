"""Getting uv, the one tool that gets everything else, on machines with and without pip."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from infrastructure.local.places import TOOLS
from infrastructure.local.setup.caches import caches
from infrastructure.local.setup.progress import SetupFailed, run_step, without_python

REQUIREMENT = Path(__file__).with_name("uv.txt")


def pinned_version() -> str:
    found = re.search(r"uv==([0-9.]+)", REQUIREMENT.read_text(encoding="utf-8"))
    if found is None:
        raise SetupFailed(f"{REQUIREMENT.name} names no version of uv.")
    return found.group(1)


def uv_environment() -> dict[str, str]:
    """uv must take the Python that is there, and needs a cache it can write to."""
    return {**without_python(), **caches(), "UV_PYTHON_DOWNLOADS": "never", "UV_NO_PROGRESS": "1"}


def find_uv() -> str:
    """The pinned uv, installed when it is not there yet."""
    folder = TOOLS / f"uv-{pinned_version()}"
    program = folder / "bin" / "uv"
    if program.is_file():
        return str(program)
    half = folder.with_name(f"{folder.name}.{os.getpid()}")
    try:
        pip = find_pip()
        if pip is not None:
            install(pip, half)
        elif shutil.which("apt-get") and shutil.which("dpkg-deb"):
            install(_pip_of_debian(), half)
        elif found := shutil.which("uv"):
            return found
        else:
            raise SetupFailed(
                "This Python has neither pip nor ensurepip. Install one of them (the package is often "
                "called python3-pip or python3-venv) and start again."
            )
        half.rename(folder)
    finally:
        shutil.rmtree(half, ignore_errors=True)
    return str(program)


def install(pip: list[str], target: Path) -> None:
    # --target is allowed on distributions that refuse plain and --user installations (PEP 668).
    options = ["--only-binary", ":all:", "--require-hashes", "--no-deps", "--disable-pip-version-check"]
    run_step(
        f"uv {pinned_version()}",
        [*pip, "install", *options, "--target", str(target), "-r", str(REQUIREMENT)],
        cwd=TOOLS,
        environ=without_python(),
    )


def find_pip() -> list[str] | None:
    """pip as this Python has it, or from a venv; never a venv that would come out half made."""
    if _runs([sys.executable, "-m", "pip", "--version"]):
        return [sys.executable, "-m", "pip"]
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        return None
    folder = TOOLS / "pip"
    if not _runs([str(folder / "bin" / "python"), "-m", "pip", "--version"]):
        shutil.rmtree(folder, ignore_errors=True)
        if not _runs([sys.executable, "-m", "venv", str(folder)]):
            return None
    return [str(folder / "bin" / "python"), "-m", "pip"]


def _pip_of_debian() -> list[str]:
    """Debian's Python comes without pip, but its package of pip can be had and unpacked without root."""
    folder = TOOLS / "apt"
    lists, cache, unpacked = folder / "lists", folder / "cache", folder / "unpacked"
    for needed in (lists / "partial", cache / "archives" / "partial", unpacked):
        needed.mkdir(parents=True, exist_ok=True)
    places = [
        "-o",
        f"Dir::State::lists={lists}",
        "-o",
        f"Dir::Cache={cache}",
        "-o",
        "APT::Sandbox::User=root",
    ]
    hint = "Install the package python3-venv and start again."
    run_step("package lists, for pip", ["apt-get", *places, "update"], cwd=folder, hint=hint)
    download = ["apt-get", *places, "download", "python3-pip-whl"]
    run_step("pip", download, cwd=folder, hint=hint)
    package = max(folder.glob("python3-pip-whl_*.deb"))
    run_step("unpacking pip", ["dpkg-deb", "-x", str(package), str(unpacked)], cwd=folder, hint=hint)
    wheel = next(unpacked.rglob("pip-*.whl"))
    return [sys.executable, str(wheel / "pip")]


def _runs(argv: list[str]) -> bool:
    try:
        return subprocess.run(argv, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
