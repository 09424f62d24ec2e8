"""The secrets of an installation of our own: made together with its database, and never after it."""

import os
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

from infrastructure.local.secret_files import kept_secret, new_secret
from infrastructure.refusals import CannotStart

_BY_VARIABLE = {
    "COFFER_AUTH_SECRET_FILE": "auth-secret",
    "COFFER_KEK_FILE": "kek",
    "COFFER_BLOB_SECRET_FILE": "blob-secret",
    "COFFER_LOG_KEY_FILE": "log-key.pem",
}


class SecretsMissing(CannotStart):
    """There is a database, and not the secrets that it was written with."""


def named(data: Path) -> dict[str, str]:
    """The variables of the settings that name the files."""
    return {variable: str(data / "secrets" / name) for variable, name in _BY_VARIABLE.items()}


def ensure_secrets(
    data: Path, *, database: str | None, given: Collection[str] = (), further: Collection[str] = ()
) -> dict[str, str]:
    """Make what is missing, unless there is a `database` (how a person calls it): what it was written with
    cannot be made again. Then raises `SecretsMissing`, and nothing is changed.

    `given` are variables that somebody has set: their files are not used. `further` are files beside these.
    """
    folder = data / "secrets"
    wanted = [
        *(name for variable, name in _BY_VARIABLE.items() if not _names(variable) & {*given}),
        *further,
    ]
    missing = [name for name in wanted if not (folder / name).is_file()]
    if missing and database is not None:
        raise SecretsMissing(
            f"Missing in {folder}: {', '.join(missing)}, which {database} was written with. "
            "Put back the folder `secrets` that was kept with it, "
            "or use another data folder and database. Nothing was changed."
        )
    for name in missing:
        kept_secret(folder / name, _new_log_key if name == "log-key.pem" else new_secret)
    return named(data)


def _names(variable: str) -> set[str]:
    """A secret may be given itself or by a file."""
    return {variable, variable.removesuffix("_FILE")}


def _new_log_key() -> bytes:
    # Once in the life of an installation; every other start of the supervisor goes without the library.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _written_database(url: str) -> str | None:
    """How a person calls the database at this address, when there is anything in it that secrets opened."""
    import psycopg

    try:
        connection = psycopg.connect(url, connect_timeout=10)
    except psycopg.OperationalError:
        raise CannotStart("The database does not answer. Start it, or look at DATABASE_URL.") from None
    with connection:
        for table in ("es.secret_check", "es.event", "es.subject_key"):
            (there,) = connection.execute("select to_regclass(%s) is not null", (table,)).fetchone() or (
                False,
            )
            if there and connection.execute(f"select from {table} limit 1".encode()).fetchone() is not None:
                return f"the database {connection.info.dbname} at {connection.info.host}"
    return None


def main(folder: str, environ: Mapping[str, str] = os.environ) -> int:
    """For a database that is not ours to look into as files: it is asked."""
    ours = named(Path(folder))
    set_by_hand = {name for name, value in environ.items() if value and value != ours.get(name)}
    try:
        ensure_secrets(Path(folder), database=_written_database(environ["DATABASE_URL"]), given=set_by_hand)
    except CannotStart as refusal:
        print(refusal, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
