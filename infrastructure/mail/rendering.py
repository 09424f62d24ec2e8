"""Messages from their files: layouts, texts in five languages, and values that cannot break out."""

from __future__ import annotations

import html
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, cast

HERE = Path(__file__).parent
LOCALES = ("en", "de", "fr", "es", "ar")

# What each message needs to be told; a message with other values is a mistake and is not sent.
PARAMETERS: Mapping[str, frozenset[str]] = {
    "sign_in_code": frozenset({"code"}),
    "email_verification": frozenset({"code"}),
    "password_reset_code": frozenset({"code"}),
    "email_change_code": frozenset({"code"}),
    "email_changed": frozenset({"link"}),
    "invitation": frozenset({"account", "inviter", "role", "message", "link"}),
    "device_waits": frozenset({"link"}),
    "task_reminder": frozenset({"link"}),
    "recovery_read": frozenset({"link"}),
    "sign_in_guessed": frozenset({"link"}),
    "sign_in_doubtful": frozenset({"link"}),
    "sign_in_new_device": frozenset({"link"}),
    "sign_in_after_pause": frozenset({"link"}),
    "passkey_disabled": frozenset({"link"}),
    "session_ended": frozenset({"link"}),
    "impersonated": frozenset({"link"}),
}
MAX_VALUE = 2000
# Invisible, and part of how names are written in Persian, Arabic and emoji.
_JOINERS = {0x200C: None, 0x200D: None}
_LINES = {0x09: None, 0x0A: None}


class FileTemplates:
    """Implements `application.messaging.ports.Templates`."""

    def render(self, template: str, locale: str, params: dict[str, str]) -> tuple[str, str, str]:
        """Subject, text and HTML. Raises `ValueError` for values that are missing, unknown, too long, or
        hold control characters: those could forge a header or a line."""
        _check(template, params)
        locale = locale if locale in LOCALES else "en"
        texts = _texts(locale)
        values = {name: value or cast("str", texts["unnamed"]) for name, value in params.items()}
        said = {name: Template(line).substitute(values) for name, line in texts[template].items()}
        # A line about a value is left out with it.
        details = [said.pop(f"{name}_line", "") for name in ("role", "message") if params.get(name)]
        said |= {"footer": cast("str", texts["footer"])} | values
        layout = "code" if "code" in params else "link"
        text = Template(_layout(f"{layout}.txt")).substitute(
            said, details="".join(f"\n\n{detail}" for detail in details)
        )
        page = Template(_layout(f"{layout}.html")).substitute(
            {name: html.escape(value) for name, value in said.items()},
            locale=locale,
            dir=cast("str", texts["dir"]),
            details="".join(_paragraph(detail) for detail in details),
        )
        return said["subject"], text, page


def _paragraph(text: str) -> str:
    return f'<p style="margin:0 0 20px">{html.escape(text).replace(chr(10), "<br>")}</p>\n'


def _check(template: str, params: Mapping[str, str]) -> None:
    if frozenset(params) != PARAMETERS[template]:
        raise ValueError(f"{template} needs {sorted(PARAMETERS[template])}")
    for name, value in params.items():
        # Only what a person writes to another may have several lines; it never comes into a header.
        seen = value.translate(_JOINERS | _LINES if name == "message" else _JOINERS)
        if len(value) > MAX_VALUE or not seen.isprintable():
            raise ValueError(f"{template}: {name} cannot be said in a message")
    link = params.get("link", "https://")
    if not link.startswith(("https://", "http://")):
        raise ValueError(f"{template}: link is no web address")


@cache
def _texts(locale: str) -> Mapping[str, Any]:
    return tomllib.loads((HERE / "texts" / f"{locale}.toml").read_text(encoding="utf-8"))


@cache
def _layout(name: str) -> str:
    return (HERE / "templates" / name).read_text(encoding="utf-8")
