"""Where a browser ends when a sign-in elsewhere fails and no page of ours was named; and a sign of life."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any, Literal, NamedTuple

from litestar import Controller, Request, Response, get

from api.http.identity.locales import locale_of
from api.http.identity.shapes import Alive
from api.http.plain_page import STYLE, plain_page

Cause = Literal["over", "not_linked", "cancelled", "other"]

# What happened, by the words of section 8 of the wire; every other word is a failure like any other.
_CAUSES: Mapping[str, Cause] = {
    "state_not_found": "over",
    "state_mismatch": "over",
    "no_code": "over",
    "invalid_code": "over",
    "account_not_linked": "not_linked",
    "access_denied": "cancelled",
}
# Only a word is ever shown, never a sentence: anybody can write an address that leads here.
_WORD = re.compile(r"[A-Za-z0-9_.-]{1,64}")


class _Texts(NamedTuple):
    heading: str
    over: str
    not_linked: str
    cancelled: str
    other: str
    back: str


_TEXTS: Mapping[str, _Texts] = {
    "en": _Texts(
        heading="You are not signed in",
        over="This attempt is over. Please try again from the sign-in page.",
        not_linked="The provider has not confirmed that this address is yours. Sign in another way.",
        cancelled="The sign-in was cancelled.",
        other="The sign-in did not work. Please try again.",
        back="Back to sign-in",
    ),
    "de": _Texts(
        heading="Sie sind nicht angemeldet",
        over="Dieser Versuch ist abgelaufen. Bitte beginnen Sie auf der Anmeldeseite neu.",
        not_linked="Der Anbieter hat nicht bestätigt, dass die Adresse Ihre ist. Melden Sie sich anders an.",
        cancelled="Die Anmeldung wurde abgebrochen.",
        other="Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
        back="Zur Anmeldung",
    ),
    "fr": _Texts(
        heading="Vous n’êtes pas connecté",
        over="Cette tentative a expiré. Recommencez depuis la page de connexion.",
        not_linked="Le fournisseur n’a pas confirmé que l’adresse est la vôtre. Connectez-vous autrement.",
        cancelled="La connexion a été annulée.",
        other="La connexion n’a pas abouti. Veuillez réessayer.",
        back="Retour à la connexion",
    ),
    "es": _Texts(
        heading="No ha iniciado sesión",
        over="Este intento ha caducado. Empiece de nuevo en la página de inicio de sesión.",
        not_linked="El proveedor no ha confirmado que esta dirección sea suya. Inicie sesión de otra forma.",
        cancelled="Se canceló el inicio de sesión.",
        other="No se pudo iniciar sesión. Inténtelo de nuevo.",
        back="Volver al inicio de sesión",
    ),
    "ar": _Texts(
        heading="لم تسجّل الدخول",
        over="انتهت هذه المحاولة. ابدأ من جديد من صفحة تسجيل الدخول.",
        not_linked="لم يؤكد المزوّد أن هذا العنوان لك. سجّل الدخول بطريقة أخرى.",
        cancelled="أُلغي تسجيل الدخول.",
        other="لم ينجح تسجيل الدخول. حاول مرة أخرى.",
        back="العودة إلى تسجيل الدخول",
    ),
}


class ErrorPageController(Controller):
    path = "/api/auth"
    tags = ("authentication",)

    @get("/ok", operation_id="getAuthStatus", security=[])
    async def ok(self) -> Alive:
        """Check that authentication responds."""
        return Alive()

    @get("/error", include_in_schema=False)
    async def page(self, request: Request[Any, Any, Any]) -> Response[str]:
        """Say in words that the sign-in failed."""
        error = request.query_params.get("error", "")
        return page_of(error, locale_of(request))

    @get("/error.css", include_in_schema=False)
    async def style(self) -> Response[str]:
        """The page's looks, in a file of its own: the content policy allows no others."""
        return Response(STYLE, media_type="text/css")


def page_of(error: str, locale: str) -> Response[str]:
    texts = _TEXTS[locale]
    cause = _CAUSES.get(error, "other")
    shown = cause == "other" and _WORD.fullmatch(error) is not None
    word = f"<p><code>{escape(error)}</code></p>\n" if shown else ""
    more = f'{word}<p><a href="/login">{escape(texts.back)}</a></p>\n'
    return plain_page(locale, texts.heading, getattr(texts, cause), more)
