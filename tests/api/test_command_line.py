"""The command line starts nothing on wrong settings, and says in one line why."""

from __future__ import annotations

import pytest

from api.cli.__main__ import main
from infrastructure.local.ports import free_port
from tests.support.door import KEY, SECRET


@pytest.fixture(autouse=True)
def development(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = {
        "COFFER_MODE": "development",
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
        "REDIS_URL": "redis://127.0.0.1:1/0",
        "COFFER_AUTH_SECRET": SECRET,
        "COFFER_KEK": KEY,
        "COFFER_BLOB_SECRET": SECRET,
        # Named, so that what the command line puts there is taken back after the test.
        "COFFER_HOST": "",
        "COFFER_PORT": "",
    }
    for name, value in settings.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--address", "0.0.0.0"], "COFFER_HOST is '0.0.0.0': in development mode"),
        (["--address", "::"], "COFFER_HOST is '::': in development mode"),
        (["--port", "0"], "COFFER_PORT is '0'; expected a port"),
    ],
)
def test_a_start_that_must_not_be_is_refused(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *arguments]) == 2
    printed = capsys.readouterr()
    assert says in printed.err
    assert (printed.out, len(printed.err.splitlines())) == ("", 1)


def test_the_demo_is_for_development_and_for_a_coffer_that_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COFFER_PORT", str(free_port()))
    assert main(["demo"]) == 2
    assert "Nothing answers at http://127.0.0.1:" in capsys.readouterr().err
    monkeypatch.setenv("COFFER_MODE", "production")
    monkeypatch.setenv("SMTP_URL", "smtp://127.0.0.1:1")
    assert main(["demo"]) == 2
    assert "runs in production" in capsys.readouterr().err
