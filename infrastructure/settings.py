"""Every setting of the product: its variable, its form, its default, and where its value came from."""

# A field is declared here by the call that says how it is read.
# ruff: noqa: RUF009

import dataclasses
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from infrastructure import setting_values as read
from infrastructure.refusals import CannotStart
from infrastructure.setting_values import MailProvider, Mode, Network, Rate

GOOGLE = "https://accounts.google.com"
MICROSOFT = "https://login.microsoftonline.com/common/v2.0"
CHECKOUT = Path(__file__).resolve().parents[1]


class WrongSetting(CannotStart):
    """A setting is missing or wrong; the text is one line for the person who set it."""


@dataclass(frozen=True)
class Shown:
    """One line of `./coffer settings`."""

    name: str
    value: str | None
    default: str | None
    source: str
    meaning: str


@dataclass(frozen=True)
class _Variable:
    name: str
    read: Callable[[str], Any]
    default: str | Callable[[Mapping[str, Any]], Any] | None
    meaning: str
    secret: bool


def _variable(
    name: str,
    read: Callable[[str], Any],
    meaning: str,
    *,
    default: str | Callable[[Mapping[str, Any]], Any] | None = None,
    secret: bool = False,
) -> Any:
    """A field read from a variable; a default that depends on earlier fields is a function of them.

    A secret may also come from a file that `<name>_FILE` names.
    """
    return dataclasses.field(metadata={"variable": _Variable(name, read, default, meaning, secret)})


def _in_data(name: str) -> Callable[[Mapping[str, Any]], Path]:
    return lambda known: cast("Path", known["data_dir"]) / name


def _same_as(field: str) -> Callable[[Mapping[str, Any]], Any]:
    return lambda known: known[field]


@dataclass(frozen=True, kw_only=True)
class Settings:
    """What the person who runs Coffer has decided. `None` means: not set, and there is no default."""

    mode: Mode = _variable("COFFER_MODE", read.mode, "development or production", default="production")
    host: str = _variable("COFFER_HOST", read.text, "the address the API listens on", default="127.0.0.1")
    port: int = _variable("COFFER_PORT", read.port, "the port the API listens on", default="8000")
    metrics_host: str = _variable(
        "COFFER_METRICS_HOST", read.text, "the address /metrics listens on", default="127.0.0.1"
    )
    metrics_port: int | None = _variable(
        "COFFER_METRICS_PORT",
        read.port,
        "a port of its own for /metrics, and those after it for further workers",
    )
    workers: int = _variable("COFFER_WORKERS", read.count, "processes that answer requests", default="1")
    public_url: str = _variable(
        "COFFER_PUBLIC_URL",
        read.origin,
        "the address people type; passkeys are bound to it",
        default=lambda known: f"http://localhost:{known['port']}",
    )
    trusted_origins: tuple[str, ...] = _variable(
        "COFFER_TRUSTED_ORIGINS", read.origins, "further addresses our own pages come from", default=""
    )
    trusted_proxies: tuple[Network, ...] = _variable(
        "COFFER_TRUSTED_PROXIES", read.networks, "networks whose X-Forwarded-For is believed", default=""
    )
    reads_pace: Rate = _variable(
        "COFFER_READS_PACE",
        read.rate,
        "how fast a session may read, each second and at once",
        default="50/50",
    )
    writes_pace: Rate = _variable(
        "COFFER_WRITES_PACE",
        read.rate,
        "how fast a session may write, each second and at once",
        default="20/100",
    )
    bundles_pace: Rate = _variable(
        "COFFER_BUNDLES_PACE",
        read.rate,
        "how fast a session may ask for what opens files and roles",
        default="2/120",
    )
    log_level: str = _variable("COFFER_LOG_LEVEL", read.log_level, "how much is logged", default="info")

    database_url: str = _variable(
        "DATABASE_URL", read.postgres_url, "PostgreSQL, as the API sees it", secret=True
    )
    projector_database_url: str = _variable(
        "COFFER_PROJECTOR_DATABASE_URL",
        read.postgres_url,
        "PostgreSQL, as the followers see it",
        default=_same_as("database_url"),
        secret=True,
    )
    owner_database_url: str = _variable(
        "COFFER_OWNER_DATABASE_URL",
        read.postgres_url,
        "PostgreSQL, as the migrations see it",
        default=_same_as("database_url"),
        secret=True,
    )
    analytics_database_url: str = _variable(
        "COFFER_ANALYTICS_DATABASE_URL",
        read.postgres_url,
        "PostgreSQL for what analysts ask, as the API sees it: a read replica",
        default=_same_as("database_url"),
        secret=True,
    )
    redis_url: str = _variable("REDIS_URL", read.redis_url, "Valkey or Redis", secret=True)

    mail_provider: MailProvider = _variable(
        "COFFER_MAIL_PROVIDER", read.mail_provider, "how mail leaves: smtp, graph or file", default="smtp"
    )
    smtp_url: str | None = _variable("SMTP_URL", read.smtp_url, "where mail is handed in", secret=True)
    mail_from: str = _variable(
        "COFFER_MAIL_FROM", read.mailbox, "the sender of our mail", default="Coffer <coffer@localhost>"
    )

    graph_tenant: str | None = _variable(
        "COFFER_GRAPH_TENANT", read.tenant, "the tenant that Graph sends for"
    )
    graph_client_id: str | None = _variable("COFFER_GRAPH_CLIENT_ID", read.text, "who we are to Graph")
    graph_client_secret: str | None = _variable(
        "COFFER_GRAPH_CLIENT_SECRET", read.text, "and the proof of it", secret=True
    )
    graph_url: str = _variable(
        "COFFER_GRAPH_URL", read.issuer, "Microsoft Graph", default="https://graph.microsoft.com/v1.0"
    )
    graph_login_url: str = _variable(
        "COFFER_GRAPH_LOGIN_URL",
        read.issuer,
        "where Graph hands out its tokens",
        default="https://login.microsoftonline.com",
    )

    data_dir: Path = _variable(
        "COFFER_DATA_DIR",
        read.place,
        "the folder of what is kept outside of the database",
        default=str(CHECKOUT / ".data"),
    )
    mail_dir: Path = _variable(
        "COFFER_MAIL_DIR", read.place, "where mail is written that does not leave", default=_in_data("mail")
    )
    blob_dir: Path = _variable(
        "COFFER_BLOB_DIR", read.place, "encrypted files, without S3", default=_in_data("blobs")
    )
    checkpoint_dir: Path = _variable(
        "COFFER_CHECKPOINT_DIR",
        read.place,
        "copies of checkpoints, without S3: best on another machine",
        default=_in_data("copies"),
    )
    disk_warning: int = _variable(
        "COFFER_DISK_WARNING",
        read.mebibytes,
        "MiB left on the disk of the data folder below which /health and the log say so",
        default="2048",
    )
    disk_floor: int = _variable(
        "COFFER_DISK_FLOOR",
        read.mebibytes,
        "MiB that uploads leave free, so that a database beside them can go on writing",
        default="512",
    )
    web_dir: Path = _variable(
        "COFFER_WEB_DIR", read.place, "the built web app", default=str(CHECKOUT / "web" / "dist")
    )
    s3_endpoint: str | None = _variable("S3_ENDPOINT", read.http_url, "an S3 service for encrypted files")
    s3_public_endpoint: str | None = _variable(
        "S3_PUBLIC_ENDPOINT",
        read.http_url,
        "the S3 service as browsers reach it",
        default=_same_as("s3_endpoint"),
    )
    s3_region: str = _variable("S3_REGION", read.text, "its region", default="us-east-1")
    s3_bucket: str = _variable("S3_BUCKET", read.text, "its bucket", default="coffer")
    s3_checkpoint_bucket: str = _variable(
        "S3_CHECKPOINT_BUCKET",
        read.text,
        "a bucket for copies of checkpoints, with object lock",
        default=_same_as("s3_bucket"),
    )
    s3_access_key_id: str | None = _variable("S3_ACCESS_KEY_ID", read.text, "who we are there", secret=True)
    s3_secret_access_key: str | None = _variable(
        "S3_SECRET_ACCESS_KEY", read.text, "and the proof of it", secret=True
    )

    auth_secret: bytes = _variable(
        "COFFER_AUTH_SECRET", read.secret, "keys the hashes of codes, tokens and addresses", secret=True
    )
    kek: bytes = _variable(
        "COFFER_KEK", read.key, "wraps the keys of personal values and records", secret=True
    )
    blob_secret: bytes = _variable(
        "COFFER_BLOB_SECRET", read.secret, "signs the links to encrypted files", secret=True
    )
    log_key_file: Path = _variable(
        "COFFER_LOG_KEY_FILE",
        read.place,
        "the Ed25519 key (PKCS#8 PEM) that signs the history; only the followers read it",
        default=_in_data("secrets/log-key.pem"),
    )
    log_name: str = _variable(
        "COFFER_LOG_NAME",
        read.log_name,
        "the name of the history in its signatures; never change it",
        default=lambda known: str(known["public_url"]).split("://", 1)[1],
    )

    geo_file: Path | None = _variable(
        "COFFER_GEO_FILE",
        read.file,
        "a local file of places in the MaxMind format; without it nobody knows where an address is",
    )
    google_client_id: str | None = _variable("COFFER_GOOGLE_CLIENT_ID", read.text, "sign-in with Google")
    google_client_secret: str | None = _variable(
        "COFFER_GOOGLE_CLIENT_SECRET", read.text, "its secret", secret=True
    )
    google_issuer: str = _variable("COFFER_GOOGLE_ISSUER", read.issuer, "its issuer", default=GOOGLE)
    microsoft_client_id: str | None = _variable(
        "COFFER_MICROSOFT_CLIENT_ID", read.text, "sign-in with Microsoft"
    )
    microsoft_client_secret: str | None = _variable(
        "COFFER_MICROSOFT_CLIENT_SECRET", read.text, "its secret", secret=True
    )
    microsoft_issuer: str = _variable(
        "COFFER_MICROSOFT_ISSUER", read.tenant_issuer, "its issuer", default=MICROSOFT
    )

    @property
    def in_development(self) -> bool:
        return self.mode == "development"

    @property
    def graph_is_named(self) -> bool:
        return None not in (self.graph_tenant, self.graph_client_id, self.graph_client_secret)


_GRAPH = ("graph_tenant", "graph_client_id", "graph_client_secret")

# What every part needs; there is no default for a secret, and no secret in the code.
REQUIRED = ("database_url", "redis_url", "auth_secret", "kek", "blob_secret")


def load_settings(environ: Mapping[str, str] = os.environ) -> Settings:
    """Read all settings, or say in one line what is wrong."""
    known, _ = _read(environ, complete=True)
    _check_mail(known)
    if known["mode"] == "development" and not read.is_loopback(known["host"]):
        raise WrongSetting(
            f"COFFER_HOST is {known['host']!r}: in development mode anybody who reaches it reads all mail. "
            "Listen on 127.0.0.1, or set COFFER_MODE to production."
        )
    for provider in ("google", "microsoft"):
        if (known[f"{provider}_client_id"] is None) != (known[f"{provider}_client_secret"] is None):
            names = (f"COFFER_{provider.upper()}_CLIENT_{part}" for part in ("ID", "SECRET"))
            raise WrongSetting(f"{' and '.join(names)} belong together: set both or none.")
    return Settings(**known)


def _check_mail(known: Mapping[str, Any]) -> None:
    provider, graph = known["mail_provider"], [known[name] for name in _GRAPH]
    if known["mode"] == "production" and provider == "file":
        raise WrongSetting("COFFER_MAIL_PROVIDER is 'file': in production, mail has to leave the house.")
    if known["mode"] == "production" and provider == "smtp" and known["smtp_url"] is None:
        raise WrongSetting("SMTP_URL is not set: in production, mail has to leave the house.")
    if None in graph and (provider == "graph" or any(graph)):
        names = ", ".join(f"COFFER_{name.upper()}" for name in _GRAPH)
        raise WrongSetting(f"{names} belong together: set all or none.")


def describe(environ: Mapping[str, str] = os.environ, *, reveal: bool = False) -> list[Shown]:
    """Every setting with its value, default and source; secrets are masked unless `reveal`."""
    known, sources = _read(environ, complete=False)
    shown: list[Shown] = []
    for name, variable in _variables():
        default = variable.default
        shown.append(
            Shown(
                name=variable.name,
                value=_as_text(known[name], masked=variable.secret and not reveal),
                default="(follows from others)" if callable(default) else default,
                source=sources[name],
                meaning=variable.meaning,
            )
        )
    return shown


def shown_without_secrets(settings: Settings) -> list[tuple[str, str | None]]:
    """Every setting of a running process by its variable. Of a secret it is shown that there is one, and of
    an address that may hold one nothing else either."""
    return [
        (variable.name, "…" if variable.secret and value is not None else _as_text(value, masked=False))
        for name, variable in _variables()
        for value in (getattr(settings, name),)
    ]


def _variables() -> Iterable[tuple[str, _Variable]]:
    for field in dataclasses.fields(Settings):
        yield field.name, cast("_Variable", field.metadata["variable"])


def _read(environ: Mapping[str, str], *, complete: bool) -> tuple[dict[str, Any], dict[str, str]]:
    known: dict[str, Any] = {}
    sources: dict[str, str] = {}
    for field, variable in _variables():
        text, sources[field] = _text_of(variable, environ)
        if text is None and callable(variable.default):
            known[field] = variable.default(known)
        elif text is None and variable.default is None:
            if complete and field in REQUIRED:
                raise WrongSetting(
                    f"{variable.name} is not set: {variable.meaning}. Start with ./run, or set it."
                )
            known[field] = None
        else:
            try:
                known[field] = variable.read(cast("str", text if text is not None else variable.default))
            except ValueError as expected:
                said = "has a wrong value" if variable.secret else f"is {text!r}"
                raise WrongSetting(f"{variable.name} {said}; expected {expected}.") from None
    return known, sources


def text_of_secret(name: str, environ: Mapping[str, str]) -> str | None:
    """A secret that one command takes and no process keeps, from a variable or the file that it names."""
    return _text_of(_Variable(name, read.text, None, "", secret=True), environ)[0]


def _text_of(variable: _Variable, environ: Mapping[str, str]) -> tuple[str | None, str]:
    # An empty variable is what a compose file passes for one that is not set.
    if text := environ.get(variable.name, "").strip():
        return text, "environment"
    named = environ.get(f"{variable.name}_FILE", "").strip() if variable.secret else ""
    if named:
        try:
            return Path(named).read_text(encoding="utf-8").strip(), f"file {named}"
        except (OSError, UnicodeDecodeError):
            raise WrongSetting(
                f"{variable.name}_FILE is {named!r}; expected a file that can be read."
            ) from None
    return None, "default" if variable.default is not None else "not set"


def _as_text(value: Any, *, masked: bool) -> str | None:
    if value is None:
        return None
    if isinstance(value, bytes):
        return "…" if masked else read.as_base64url(value)
    if isinstance(value, tuple):
        return ",".join(str(part) for part in cast("tuple[object, ...]", value))
    if not masked:
        return str(value)
    return read.without_password(str(value)) if "://" in str(value) else "…"
