"""What the application is made of is not looked through again whenever rubbish is collected."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from infrastructure.local.places import CHECKOUT
from tests.support.door import KEY, ORIGIN, SECRET

# Every object that a full collection walks while nothing has been asked yet; and those that it does not.
_COUNTED = "import api.composition.asgi, gc; print(len(gc.get_objects()), gc.get_freeze_count())"


def test_a_full_collection_walks_next_to_nothing_of_what_was_composed(tmp_path: Path):
    environ = {
        "COFFER_MODE": "development",
        "COFFER_PUBLIC_URL": ORIGIN,
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "COFFER_PROJECTOR_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1",
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        "COFFER_MAIL_DIR": str(tmp_path),
    }
    counted = subprocess.run(
        (sys.executable, "-c", _COUNTED),
        cwd=CHECKOUT,
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        check=True,
    )
    walked, kept = map(int, counted.stdout.split()[-2:])
    assert walked < 1_000
    assert kept > 50_000, "this is the application, and no part of it"
