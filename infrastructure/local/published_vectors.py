"""Where test vectors that others have published lie: a checkout holds none of them."""

from collections.abc import Mapping
from pathlib import Path

from infrastructure.local.places import CHECKOUT
from infrastructure.local.setup.progress import SetupFailed

VARIABLE = "WYCHEPROOF_DIR"
NO_VECTORS = f"{VARIABLE} names no folder with the published test vectors of Wycheproof"
_BESIDE = CHECKOUT.parent / "shared" / "data" / "wycheproof"


def published_vectors(environ: Mapping[str, str], beside: Path = _BESIDE) -> Path | None:
    """The folder that `WYCHEPROOF_DIR` names, else the one beside the checkout; None where there is none.

    Raises `SetupFailed` for a named folder that does not exist: a caller who names one wants its tests to
    run.
    """
    if named := environ.get(VARIABLE):
        if not Path(named).is_dir():
            raise SetupFailed(f"{VARIABLE} names {named}, which is no folder.")
        return Path(named)
    return beside if beside.is_dir() else None
