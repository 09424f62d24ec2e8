"""Where things lie: the checkout, its tools, and the state that may not lie in either."""

import hashlib
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
TOOLS = CHECKOUT / ".tools"
VENV = CHECKOUT / ".venv"
# What Python has compiled; compiling all of it again doubles a start and the memory of every process.
BYTECODE = TOOLS / "bytecode"
WEB = CHECKOUT / "web"
DEFAULT_DATA = CHECKOUT / ".data"

# Root's servers run as an account that may not enter root's home, so their files go here.
STATE_OF_ROOT = Path("/var/lib/coffer")


def short_name(path: Path) -> str:
    """Name a folder by its address, so that two checkouts never meet."""
    return hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
