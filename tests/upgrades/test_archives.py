"""No migration without the data it meets: there is an archive of the state right before it."""

from __future__ import annotations

import gzip
import re

import pytest

from infrastructure.event_store.migrate import MIGRATIONS
from tests.upgrades.keep import KEPT

# Those that were released with the one before them: nobody has data of the state between.
RELEASED_TOGETHER = {"0075_keeping.sql", "0105_channels.sql"}

_APPLIED = re.compile(rb"^COPY public\.migration .*?;\n(.*?)^\\\.$", re.MULTILINE | re.DOTALL)


def migrations_of(archive: str) -> list[str]:
    """Those that the database of an archive had seen."""
    dump = gzip.decompress((KEPT / archive / "database.sql.gz").read_bytes())
    (rows,) = _APPLIED.findall(dump)
    return sorted(row.split(b"\t")[0].decode() for row in rows.splitlines())


ARCHIVES = {archive.name: migrations_of(archive.name) for archive in sorted(KEPT.iterdir())}
ALL = sorted(file.name for file in MIGRATIONS.glob("[0-9]*.sql"))


@pytest.mark.parametrize("migration", ALL[len(ARCHIVES[min(ARCHIVES)]) :])
def test_a_migration_was_met_by_data_of_the_state_before(migration: str) -> None:
    before = ALL[: ALL.index(migration)]
    while migration in RELEASED_TOGETHER:
        migration, before = before[-1], before[:-1]
    assert before in ARCHIVES.values(), (
        f"Nothing is kept of the state before {migration}. With the code of that state: "
        "python -m tests.upgrades.keep DATE (see tests/upgrades/keep.py)."
    )


def test_archives_were_made_by_this_history() -> None:
    """In the order of their names, each with migrations of ours and no others."""
    states = list(ARCHIVES.values())
    assert states == sorted(states, key=len)
    for archive, migrations in ARCHIVES.items():
        assert migrations == ALL[: len(migrations)], archive
