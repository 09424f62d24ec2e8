"""`/unsubscribe`: somebody wants no more mail of an account. No sign-in: the link says whose and to whom.

Looking at the page changes nothing, because mail programs and scanners look at links by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any, NamedTuple

from litestar import Controller, Request, Response, get, post
from litestar.params import FromPath

from api.http.given import Given
from api.http.identity.locales import locale_of
from api.http.plain_page import plain_page
from application.commands import Commands
from application.messaging.unsubscribing import PATH, MeantDigest, Unsubscribe, UnsubscribeLinks
from application.ports import Context
from domain.errors import NotFound


class _Texts(NamedTuple):
    ask: str
    said: str
    button: str
    done: str
    now: str
    digest_said: str
    digest_now: str
    wrong: str
    try_again: str


_TEXTS: Mapping[str, _Texts] = {
    "en": _Texts(
        ask="Unsubscribe?",
        said="You will no longer get emails that members of this account write to you. "
        "Security emails still arrive.",
        button="Unsubscribe",
        done="You are unsubscribed",
        now="Members of this account can no longer email this address with Coffer.",
        digest_said="You will no longer get the morning email about documents that expire and tasks that are "
        "due in this account. The app still tells you.",
        digest_now="You will no longer get the morning email about documents that expire and tasks that are "
        "due in this account. You can turn it on again in the app.",
        wrong="This link is not valid",
        try_again="Open the link from the email again, in full.",
    ),
    "de": _Texts(
        ask="Abmelden?",
        said="Sie erhalten dann keine E-Mails mehr, die Mitglieder dieses Kontos Ihnen schreiben. "
        "E-Mails zur Sicherheit kommen weiterhin an.",
        button="Abmelden",
        done="Sie sind abgemeldet",
        now="Mitglieder dieses Kontos können dieser Adresse mit Coffer nicht mehr schreiben.",
        digest_said="Sie erhalten dann die Morgen-E-Mail über ablaufende Dokumente und fällige Aufgaben "
        "dieses Kontos nicht mehr. Die App sagt es Ihnen weiterhin.",
        digest_now="Sie erhalten die Morgen-E-Mail über ablaufende Dokumente und fällige Aufgaben "
        "dieses Kontos nicht mehr. In der App können Sie sie wieder einschalten.",
        wrong="Dieser Link ist nicht gültig",
        try_again="Öffnen Sie den Link aus der E-Mail noch einmal, ganz.",
    ),
    "fr": _Texts(
        ask="Se désabonner ?",
        said="Vous ne recevrez plus les e-mails que des membres de ce compte vous écrivent. "
        "Les e-mails de sécurité arrivent toujours.",
        button="Se désabonner",
        done="Vous êtes désabonné",
        now="Les membres de ce compte ne peuvent plus écrire à cette adresse avec Coffer.",
        digest_said="Vous ne recevrez plus l’e-mail du matin sur les documents qui expirent et les tâches à "
        "échéance de ce compte. L’application vous prévient toujours.",
        digest_now="Vous ne recevrez plus l’e-mail du matin sur les documents qui expirent et les tâches à "
        "échéance de ce compte. Vous pouvez le réactiver dans l’application.",
        wrong="Ce lien n’est pas valide",
        try_again="Ouvrez de nouveau le lien de l’e-mail, en entier.",
    ),
    "es": _Texts(
        ask="¿Cancelar la suscripción?",
        said="No recibirá más correos que le escriban miembros de esta cuenta. "
        "Los correos de seguridad seguirán llegando.",
        button="Cancelar la suscripción",
        done="Ha cancelado la suscripción",
        now="Los miembros de esta cuenta ya no pueden escribir a esta dirección con Coffer.",
        digest_said="No recibirá más el correo de la mañana sobre los documentos que vencen y las tareas "
        "pendientes de esta cuenta. La aplicación le seguirá avisando.",
        digest_now="No recibirá más el correo de la mañana sobre los documentos que vencen y las tareas "
        "pendientes de esta cuenta. Puede volver a activarlo en la aplicación.",
        wrong="Este enlace no es válido",
        try_again="Abra de nuevo el enlace del correo, completo.",
    ),
    "ar": _Texts(
        ask="إلغاء الاشتراك؟",
        said="لن تصلك بعد الآن رسائل يكتبها إليك أعضاء هذا الحساب. تستمر رسائل الأمان في الوصول.",
        button="إلغاء الاشتراك",
        done="أُلغي اشتراكك",
        now="لم يعد بإمكان أعضاء هذا الحساب مراسلة هذا العنوان عبر Coffer.",
        digest_said="لن تصلك بعد الآن رسالة الصباح عن المستندات التي تنتهي صلاحيتها والمهام المستحقة في هذا "
        "الحساب. يستمر التطبيق في إعلامك.",
        digest_now="لن تصلك بعد الآن رسالة الصباح عن المستندات التي تنتهي صلاحيتها والمهام المستحقة في هذا "
        "الحساب. يمكنك تشغيلها من جديد في التطبيق.",
        wrong="هذا الرابط غير صالح",
        try_again="افتح الرابط من الرسالة مرة أخرى كاملًا.",
    ),
}

# Without an address of its own a form goes to where it stands.
_FORM = '<form method="post"><button type="submit">{button}</button></form>\n'


class UnsubscribeController(Controller):
    path = PATH

    @get("/{token:str}", include_in_schema=False, security=[])
    async def ask(
        self,
        token: FromPath[str],
        request: Request[Any, Any, Any],
        unsubscribe_links: Given[UnsubscribeLinks],
    ) -> Response[str]:
        """Ask whether it is meant."""
        texts = _TEXTS[locale_of(request)]
        meant = unsubscribe_links.meant(token)
        if meant is None:
            return _page(request, texts.wrong, texts.try_again, status=404)
        said = texts.digest_said if isinstance(meant, MeantDigest) else texts.said
        return _page(request, texts.ask, said, button=texts.button)

    @post("/{token:str}", include_in_schema=False, opt={"any_account": True}, security=[])
    async def unsubscribe(
        self,
        token: FromPath[str],
        request: Request[Any, Any, Any],
        context: Given[Context],
        commands: Given[Commands],
        unsubscribe_links: Given[UnsubscribeLinks],
    ) -> Response[str]:
        """Unsubscribe; what a mail program sends by itself (RFC 8058) does the same as the button."""
        texts = _TEXTS[locale_of(request)]
        try:
            await commands.run(Unsubscribe(token), context)
        except NotFound:
            return _page(request, texts.wrong, texts.try_again, status=404)
        now = texts.digest_now if isinstance(unsubscribe_links.meant(token), MeantDigest) else texts.now
        return _page(request, texts.done, now)


def _page(
    request: Request[Any, Any, Any], heading: str, said: str, *, button: str | None = None, status: int = 200
) -> Response[str]:
    form = "" if button is None else _FORM.format(button=escape(button))
    return plain_page(locale_of(request), heading, said, form, status=status, has_form=True)
