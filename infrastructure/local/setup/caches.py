"""Where uv, npm and pyright may keep what they fetched, when the home of the person cannot be written."""

import os
from pathlib import Path

from infrastructure.local.places import TOOLS


def caches() -> dict[str, str]:
    """Variables that move a cache below `.tools`; none for a tool whose own place will do."""
    home = Path.home()
    wanted = {
        "UV_CACHE_DIR": Path(os.environ.get("XDG_CACHE_HOME") or home / ".cache") / "uv",
        "npm_config_cache": home / ".npm",
        "PYRIGHT_PYTHON_CACHE_DIR": home / ".cache" / "pyright-python",
    }
    return {
        variable: str(TOOLS / "cache" / place.name.lstrip("."))
        for variable, place in wanted.items()
        if variable not in os.environ and not _can_be_made(place)
    }


def _can_be_made(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
