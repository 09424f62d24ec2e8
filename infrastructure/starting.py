"""Whether a process and the data belong together, asked once before the process begins to work."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import psycopg

from infrastructure.event_store.epoch import EPOCH, WHAT_TO_DO
from infrastructure.event_store.migrate import MIGRATIONS, NotThisVersion, checksum
from infrastructure.refusals import CannotStart
from infrastructure.rows.schema import schema_of
from infrastructure.secret_checks import WrongSecrets, kept_in, refuse_foreign
from projections.kernel import Projection

# A database that starts at the same time is waited for this long.
PATIENCE = 30.0
_AGAIN = 0.25
_UNPREPARED = "The database is not prepared for this version. Run `./coffer migrate` with it first."


class NoDatabase(CannotStart):
    """The database does not answer; the text is one line."""


def prove(
    url: str,
    held: Mapping[str, bytes],
    projections: Sequence[Projection],
    *,
    patience: float = PATIENCE,
    epoch: int = EPOCH,
) -> None:
    """Raise `WrongSecrets`, `NotThisVersion` or `NoDatabase` unless this process may work on this data.

    `held` are the check values of the secrets that the process has.
    """
    with _connected(url, patience) as connection:
        try:
            _prove_version(connection, projections, epoch)
            kept = kept_in(connection)
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
            raise NotThisVersion(_UNPREPARED) from None
        except psycopg.errors.InsufficientPrivilege:
            raise NotThisVersion(_UNPREPARED) from None
        if not kept:
            raise WrongSecrets(
                "The database holds no check values of its secrets. Run `./coffer migrate` first."
            )
        refuse_foreign(held, kept)


def _prove_version(connection: psycopg.Connection, projections: Sequence[Projection], epoch: int) -> None:
    (oldest,) = connection.execute("select max(oldest_epoch) from es.head").fetchone() or (0,)
    if epoch < oldest:
        raise NotThisVersion(WHAT_TO_DO)
    applied = dict(connection.execute("select name, checksum from public.migration").fetchall())
    for file in sorted(MIGRATIONS.glob("[0-9]*.sql")):
        if applied.get(file.name) != checksum(file.read_bytes()):
            raise NotThisVersion(_UNPREPARED)
    schemas = {name for (name,) in connection.execute("select nspname from pg_namespace").fetchall()}
    complete = [set(places) for (places,) in connection.execute("select inline from es.head").fetchall()]
    for projection in projections:
        inline = projection.mode == "inline"
        place = f"{projection.name}_{projection.version}"
        if schema_of(projection) not in schemas or (inline and not all(place in one for one in complete)):
            raise NotThisVersion(_UNPREPARED)
    ours = {f"{p.name}_{p.version}" for p in projections if p.mode == "inline"}
    if any(one - ours for one in complete):
        raise NotThisVersion(WHAT_TO_DO)


def _connected(url: str, patience: float) -> psycopg.Connection:
    deadline = time.monotonic() + patience
    while True:
        try:
            return psycopg.connect(url, autocommit=True, connect_timeout=5, application_name="coffer start")
        except psycopg.OperationalError:
            if time.monotonic() > deadline:
                raise NoDatabase("The database does not answer. Start it, or look at DATABASE_URL.") from None
            time.sleep(_AGAIN)
