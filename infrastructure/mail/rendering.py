"""Messages from their files: layouts, texts in five languages, and values that cannot break out."""

from __future__ import annotations

import html
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, cast

from application.messaging.ports import MailSender, Rendered, Written
from domain.messaging.user_templates import USER_TEMPLATES, is_line, is_text
from infrastructure.mail.sanitising import safe_html

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
    "digest": frozenset({"documents", "tasks", "link", "stop"}),
    "recovery_read": frozenset({"link"}),
    "sign_in_guessed": frozenset({"link"}),
    "sign_in_doubtful": frozenset({"link"}),
    "sign_in_new_device": frozenset({"link"}),
    "sign_in_after_pause": frozenset({"link"}),
    "passkey_disabled": frozenset({"link"}),
    "session_ended": frozenset({"link"}),
    "impersonated": frozenset({"link"}),
    "test": frozenset({"link"}),
    **{name: frozenset(parameters) for name, parameters in USER_TEMPLATES.items()},
    "custom": frozenset({"subject", "text", "html"}),
}
MAX_VALUE = 2000
# What members write in their own words.
MAX_OWN = {"subject": 200, "text": 20_000, "html": 100_000}
# Only what a person writes to another may have several lines; it never comes into a header.
_TEXTS = frozenset({"message", "documents", "text"})


# Values that have a line of their own, where there is one.
_IF_SAID = ("role", "message", "documents", "tasks")


class FileTemplates:
    """Implements `application.messaging.ports.Templates`."""

    def render(self, written: Written) -> Rendered:
        """Raises `ValueError` for values that are missing, unknown, too long, or hold control characters:
        those could forge a header or a line."""
        _check(written.template, written.params)
        locale = written.locale if written.locale in LOCALES else "en"
        texts = texts_in(locale)
        if written.sender is not None:
            return _by_member(written, written.sender, locale, texts)
        return _by_coffer(written.template, written.params, locale, texts)


def _by_coffer(template: str, params: Mapping[str, str], locale: str, texts: Mapping[str, Any]) -> Rendered:
    values = {name: value or cast("str", texts["unnamed"]) for name, value in params.items()}
    said = {name: Template(line).substitute(values) for name, line in texts[template].items()}
    # A line about a value is left out with it.
    details = [said.pop(f"{name}_line", "") for name in _IF_SAID if params.get(name)]
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
    return Rendered(said["subject"], text, page)


def _by_member(written: Written, sender: MailSender, locale: str, texts: Mapping[str, Any]) -> Rendered:
    """What a member says, and below it who that is, who else gets it, and how to get no more of it."""
    named = {
        "sender": sender.name or cast("str", texts["unnamed"]),
        "account": sender.account,
        "reply_to": sender.reply_to,
        "also": sender.also,
    }
    _check_values("sender", named)
    own = written.params
    if written.template == "custom":
        subject, parts = own["subject"], [own["text"]]
        inner = safe_html(own["html"]) if own["html"] else _paragraph(own["text"])
    else:
        lines: Mapping[str, str] = texts[written.template]
        said = {name: Template(line).substitute(named | dict(own)) for name, line in lines.items()}
        # A line about a value is left out with it.
        about = [said[f"{name}_line"] for name in own if own[name]]
        subject, parts = said["subject"], [said["intro"], *about]
        inner = "".join(_paragraph(part) for part in parts if part)
    member: Mapping[str, str] = texts["by_member"]
    foot = [Template(member["footer"]).substitute(named)]
    if sender.also:
        foot.append(Template(member["also"]).substitute(named))
    stop = Template(member["unsubscribe"]).substitute(named)
    text = Template(_layout("member.txt")).substitute(
        said="\n\n".join(part for part in parts if part),
        footer="\n".join(foot),
        stop=stop,
        unsubscribe=sender.unsubscribe,
    )
    page = Template(_layout("member.html")).substitute(
        {name: html.escape(value) for name, value in {"subject": subject, "stop": stop}.items()},
        locale=locale,
        dir=cast("str", texts["dir"]),
        said=inner,
        footer="<br>".join(html.escape(line) for line in foot),
        unsubscribe=html.escape(sender.unsubscribe),
    )
    return Rendered(subject, text, page)


def _paragraph(text: str) -> str:
    return f'<p style="margin:0 0 20px">{html.escape(text).replace(chr(10), "<br>")}</p>\n'


def _check(template: str, params: Mapping[str, str]) -> None:
    if frozenset(params) != PARAMETERS[template]:
        raise ValueError(f"{template} needs {sorted(PARAMETERS[template])}")
    _check_values(template, {name: value for name, value in params.items() if name != "html"})
    if len(params.get("html", "")) > MAX_OWN["html"]:
        raise ValueError(f"{template}: html is too long")
    for name in ("link", "stop"):
        if not params.get(name, "https://").startswith(("https://", "http://")):
            raise ValueError(f"{template}: {name} is no web address")


def _check_values(template: str, values: Mapping[str, str]) -> None:
    for name, value in values.items():
        shown = is_text(value) if name in _TEXTS else is_line(value)
        if len(value) > MAX_OWN.get(name, MAX_VALUE) or not shown:
            raise ValueError(f"{template}: {name} cannot be said in a message")


@cache
def texts_in(locale: str) -> Mapping[str, Any]:
    """All that messages say in one language."""
    return tomllib.loads((HERE / "texts" / f"{locale}.toml").read_text(encoding="utf-8"))


@cache
def _layout(name: str) -> str:
    return (HERE / "templates" / name).read_text(encoding="utf-8")
