"""Settings: typed when they are right, and one clear line when they are not."""

import base64
from ipaddress import ip_network
from pathlib import Path

import pytest

from infrastructure.settings import WrongSetting, describe, load_settings

SECRET = base64.urlsafe_b64encode(bytes(range(32))).rstrip(b"=").decode()
ENOUGH = {
    "COFFER_MODE": "development",
    "DATABASE_URL": "postgresql://app:hush@127.0.0.1:5432/coffer",
    "REDIS_URL": "redis://:hush@127.0.0.1:6379/0",
    "COFFER_AUTH_SECRET": SECRET,
    "COFFER_KEK": SECRET,
    "COFFER_BLOB_SECRET": SECRET,
}


def test_the_rest_follows_from_the_few_that_are_needed() -> None:
    settings = load_settings({**ENOUGH, "COFFER_PORT": "8123", "COFFER_DATA_DIR": "/srv/coffer"})
    assert settings.public_url == "http://localhost:8123"
    assert settings.log_name == "localhost:8123"
    assert settings.projector_database_url == settings.owner_database_url == settings.database_url
    assert settings.blob_dir == Path("/srv/coffer/blobs")
    assert settings.kek == bytes(range(32))
    assert settings.trusted_proxies == ()


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL", "COFFER_AUTH_SECRET", "COFFER_KEK"])
def test_what_is_needed_and_missing_is_named(missing: str) -> None:
    with pytest.raises(WrongSetting, match=f"^{missing} is not set"):
        load_settings({name: value for name, value in ENOUGH.items() if name != missing})


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("COFFER_MODE", "prod", "COFFER_MODE is 'prod'; expected one of development, production."),
        ("COFFER_PORT", "0", "COFFER_PORT is '0'; expected a port"),
        ("COFFER_PORT", "70000", "COFFER_PORT is '70000'; expected a port"),
        ("COFFER_PORT", "٣٣", "expected a port"),
        ("COFFER_PUBLIC_URL", "coffer.example", "expected an address such as https"),
        ("COFFER_PUBLIC_URL", "https://coffer.example/path", "without a path"),
        ("COFFER_PUBLIC_URL", "https://coffer.example:port", "expected an address"),
        ("COFFER_TRUSTED_PROXIES", "10.0.0.1/8", "expected networks such as"),
        ("DATABASE_URL", "mysql://h/c", "DATABASE_URL has a wrong value; expected an address"),
        ("REDIS_URL", "localhost:6379", "REDIS_URL has a wrong value"),
        ("REDIS_URL", "unix://:password@", "REDIS_URL has a wrong value"),
        ("SMTP_URL", "mail.example", "SMTP_URL has a wrong value"),
        ("SMTP_URL", "smtp+tls://h", "SMTP_URL has a wrong value"),
        ("COFFER_MAIL_PROVIDER", "post", "expected one of smtp, graph, file"),
        ("COFFER_GRAPH_TENANT", "a/b", "expected the id of a tenant"),
        ("COFFER_GRAPH_URL", "http://graph.example", "http:// on this machine only"),
        ("COFFER_MAIL_FROM", "nobody", "expected a mailbox"),
        ("COFFER_MAIL_FROM", "a@b.example\r\nBcc: c@d.example", "expected a mailbox"),
        ("COFFER_KEK", "c2hvcnQ", "at least 32 random bytes"),
        ("COFFER_KEK", SECRET + SECRET, "exactly 32 random bytes"),
        ("COFFER_AUTH_SECRET", "not base64!", "written as base64url"),
        ("COFFER_LOG_NAME", "two words", "without blanks"),
        ("COFFER_LOG_LEVEL", "loud", "expected one of debug"),
        ("COFFER_WORKERS", "-1", "expected a number"),
        ("S3_ENDPOINT", "ftp://h", "S3_ENDPOINT is 'ftp://h'; expected"),
    ],
)
def test_a_wrong_value_is_refused_in_one_line(name: str, value: str, says: str) -> None:
    with pytest.raises(WrongSetting) as refused:
        load_settings({**ENOUGH, name: value})
    assert says in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


@pytest.mark.parametrize("text", ["20", "0/5", "5/0", "-1/5", "1e3/5", "20/100/1", "٣/5"])
def test_a_pace_is_so_many_each_second_and_so_many_at_once(text: str) -> None:
    settings = load_settings({**ENOUGH, "COFFER_BUNDLES_PACE": "0.5/30"})
    assert (settings.bundles_pace.per_second, settings.bundles_pace.burst) == (0.5, 30)
    assert str(settings.writes_pace) == "20/100"
    with pytest.raises(WrongSetting, match="such as 20/100"):
        load_settings({**ENOUGH, "COFFER_WRITES_PACE": text})


def test_a_valkey_may_be_reached_by_its_socket() -> None:
    url = "unix://:password@/var/lib/coffer/socket"
    assert load_settings({**ENOUGH, "REDIS_URL": url}).redis_url == url


def test_a_refused_secret_is_not_repeated() -> None:
    with pytest.raises(WrongSetting) as refused:
        load_settings({**ENOUGH, "DATABASE_URL": "mysql://app:hush@h/c"})
    assert "hush" not in str(refused.value)


def test_a_secret_may_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "kek"
    file.write_text(SECRET + "\n")
    without = {name: value for name, value in ENOUGH.items() if name != "COFFER_KEK"}
    assert load_settings({**without, "COFFER_KEK_FILE": str(file)}).kek == bytes(range(32))
    with pytest.raises(WrongSetting, match="COFFER_KEK_FILE"):
        load_settings({**without, "COFFER_KEK_FILE": str(tmp_path / "gone")})


def test_an_empty_variable_is_one_that_is_not_set() -> None:
    assert load_settings({**ENOUGH, "SMTP_URL": "", "COFFER_PORT": " "}).port == 8000


def test_addresses_are_written_as_browsers_send_them() -> None:
    settings = load_settings(
        {
            **ENOUGH,
            "COFFER_PUBLIC_URL": "https://Coffer.Example:443/",
            "COFFER_TRUSTED_ORIGINS": "http://[::1]:8080, https://a.example",
            "COFFER_TRUSTED_PROXIES": "10.0.0.0/8,fd00::/8",
        }
    )
    assert settings.public_url == "https://coffer.example"
    assert settings.trusted_origins == ("http://[::1]:8080", "https://a.example")
    assert settings.trusted_proxies == (ip_network("10.0.0.0/8"), ip_network("fd00::/8"))


def test_production_needs_a_way_for_mail_to_leave() -> None:
    with pytest.raises(WrongSetting, match="SMTP_URL"):
        load_settings({**ENOUGH, "COFFER_MODE": "production"})


GRAPH = {"COFFER_GRAPH_TENANT": "t", "COFFER_GRAPH_CLIENT_ID": "c", "COFFER_GRAPH_CLIENT_SECRET": "s"}


def test_production_may_send_by_graph_and_keeps_nothing_in_a_folder() -> None:
    in_production = {**ENOUGH, "COFFER_MODE": "production"}
    assert load_settings({**in_production, **GRAPH, "COFFER_MAIL_PROVIDER": "graph"}).graph_is_named
    with pytest.raises(WrongSetting, match="file"):
        load_settings({**in_production, "COFFER_MAIL_PROVIDER": "file"})


@pytest.mark.parametrize("missing", GRAPH)
@pytest.mark.parametrize("provider", ["smtp", "graph"])
def test_half_a_client_of_graph_is_none(provider: str, missing: str) -> None:
    given = {name: value for name, value in GRAPH.items() if name != missing}
    with pytest.raises(WrongSetting, match="belong together"):
        load_settings({**ENOUGH, **given, "COFFER_MAIL_PROVIDER": provider})


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.4", "coffer.example", "2001:db8::1"])
def test_development_is_for_this_machine_only(host: str) -> None:
    with pytest.raises(WrongSetting, match="COFFER_HOST") as refused:
        load_settings({**ENOUGH, "COFFER_HOST": host})
    assert len(str(refused.value).splitlines()) == 1
    in_production = {"COFFER_MODE": "production", "SMTP_URL": "smtp://127.0.0.1:25", "COFFER_HOST": host}
    assert load_settings({**ENOUGH, **in_production}).host == host


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.0.1", "::1", "[::1]", "localhost"])
def test_development_listens_on_this_machine(host: str) -> None:
    assert load_settings({**ENOUGH, "COFFER_HOST": host}).host == host


def test_the_list_masks_every_secret_and_says_where_values_came_from(tmp_path: Path) -> None:
    file = tmp_path / "auth"
    file.write_text(SECRET)
    environ = {
        **ENOUGH,
        "COFFER_AUTH_SECRET": "",
        "COFFER_AUTH_SECRET_FILE": str(file),
        "S3_SECRET_ACCESS_KEY": "hush",
        "COFFER_GOOGLE_CLIENT_SECRET": "hush",
    }
    shown = {line.name: line for line in describe(environ)}
    assert "hush" not in repr(shown)
    assert SECRET not in repr(shown)
    assert shown["DATABASE_URL"].value == "postgresql://app:…@127.0.0.1:5432/coffer"
    assert shown["COFFER_AUTH_SECRET"].source == f"file {file}"
    assert (shown["COFFER_PORT"].value, shown["COFFER_PORT"].source) == ("8000", "default")
    revealed = {line.name: line.value for line in describe(environ, reveal=True)}
    assert revealed["COFFER_KEK"] == SECRET
    assert revealed["DATABASE_URL"] == ENOUGH["DATABASE_URL"]


def test_the_list_can_be_read_before_anything_is_set() -> None:
    assert {line.source for line in describe({})} == {"default", "not set"}
