"""The addresses under which the parts of the product see its database."""

from pathlib import Path
from urllib.parse import quote, urlsplit, urlunsplit

from infrastructure.local.secret_files import kept_secret

DATABASE = "coffer"
# Who appends and answers, and who builds read models. What each may do is settled by the migrations.
LOGINS = ("coffer_app", "coffer_projector")
# Whom analysts' logins belong to, and by whose rights their views read. Nobody signs in as these.
GROUPS = ("coffer_analyst", "coffer_analytics")


def password_of(login: str, data: Path) -> str:
    return kept_secret(data / "secrets" / login).decode()


def signed_in_as(url: str, login: str, password: str) -> str:
    """The same database URL with another user."""
    parts = urlsplit(url)
    where = f"{parts.hostname}:{parts.port}" if parts.port else f"{parts.hostname}"
    return urlunsplit(parts._replace(netloc=f"{quote(login)}:{quote(password, safe='')}@{where}"))


def other_database(url: str, name: str) -> str:
    """The same server and the same login, another database."""
    return urlunsplit(urlsplit(url)._replace(path=f"/{quote(name)}"))
