"""Who may call what: every route as nobody, as a stranger, in every role, and as another tenant.

A route without a row fails. Bodies and parameters have the form that the route asks for and mean nothing,
so whoever may call gets another answer than "not allowed", and whoever may not gets exactly that.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pytest
from litestar import Litestar

from api.composition.app import compose
from domain.accounts.accounts.permissions import BUILT_IN, flat
from domain.sealed import DeviceWrap
from infrastructure.settings import load_settings
from tests.support.door import KEY, ORIGIN, PASSWORD, SECRET
from tests.support.generated import plainest
from tests.support.house import House, Person, an_open_house
from tests.support.platform import give_role, impersonates

pytestmark = pytest.mark.begins_early

POINT = "A" * 87
# `anyone` needs no session, `session` one, `member` one in an account, `platform` one of somebody who
# administers the platform; the others are permissions. A star says that further rules follow, by which
# somebody with the permission may still be refused.
TABLE = f"""
GET    /                                             anyone
POST   /api/account/subscribe                        session
GET    /api/accounts                                 session
POST   /api/accounts                                 session
POST   /api/accounts/date-format                     account.update
POST   /api/accounts/join                            session
POST   /api/accounts/language                        account.update
POST   /api/accounts/switch                          session
DELETE /api/accounts/{{account_id}}                    account.delete
GET    /api/accounts/{{account_id}}                    account.read
PUT    /api/accounts/{{account_id}}                    account.update
POST   /api/auth/admin/ban-user                     platform
POST   /api/auth/admin/create-user                  platform
GET    /api/auth/admin/get-user?id=x                platform
POST   /api/auth/admin/has-permission               session
POST   /api/auth/admin/impersonate-user             platform
GET    /api/auth/admin/list-users                   platform
POST   /api/auth/admin/list-user-sessions           platform
POST   /api/auth/admin/remove-user                  platform
POST   /api/auth/admin/revoke-user-session          platform
POST   /api/auth/admin/revoke-user-sessions         platform
POST   /api/auth/admin/set-role                     platform
POST   /api/auth/admin/set-user-password            platform
POST   /api/auth/admin/stop-impersonating           session
POST   /api/auth/admin/unban-user                   platform
POST   /api/auth/admin/update-user                  platform
GET    /api/auth/audit-logs/account                  audit.read
GET    /api/auth/audit-logs/me                       session
GET    /api/audit/bundle                             audit.verify
GET    /api/audit/proof                              audit.read
GET    /api/audit/replay?at=1                        audit.replay
GET    /api/audit/replay/{{kind}}?at=1                 audit.replay
GET    /api/audit/replay/{{kind}}/{{thing_id}}?at=1      audit.replay
GET    /api/audit/verify                             audit.verify
POST   /api/analytics/query                          analytics.query
GET    /api/auth/callback/{{provider}}               anyone
POST   /api/auth/callback/{{provider}}               anyone
POST   /api/auth/change-email                        session
POST   /api/auth/change-password                     session
POST   /api/auth/confirm                             session
POST   /api/auth/delete-invite-user                  invitation.cancel
POST   /api/auth/delete-user                         session
POST   /api/auth/device/attach                       key.read
GET    /api/auth/device/pending                      member
DELETE /api/auth/device/pending?deviceId={uuid4()}   member
GET    /api/auth/device/recovery                     session
PUT    /api/auth/device/unlock-share                 session
DELETE /api/auth/device/unlock-share?deviceId={uuid4()} session
GET    /api/auth/device/unlock-share?deviceId={uuid4()} session
POST   /api/auth/email-otp/change-email              session
POST   /api/auth/email-otp/check-verification-otp    anyone
POST   /api/auth/email-otp/request-email-change      session
POST   /api/auth/email-otp/request-password-reset    anyone
POST   /api/auth/email-otp/reset-password            anyone
POST   /api/auth/email-otp/send-verification-otp     anyone
POST   /api/auth/email-otp/verify-email              anyone
GET    /api/auth/error                               anyone
GET    /api/auth/error.css                           anyone
POST   /api/auth/forget-password/email-otp           anyone
POST   /api/auth/get-account-invite                  anyone
GET    /api/auth/get-session                         anyone
POST   /api/auth/invite                              invitation.create
POST   /api/auth/keys/chain                          member
GET    /api/auth/keys/head                           member
GET    /api/auth/keys/leaves?from=0&to=1             member
GET    /api/auth/keys/log                            member
POST   /api/auth/keys/log                            member*
GET    /api/auth/list-accounts                       session
GET    /api/auth/list-sessions                       session
GET    /api/auth/ok                                  anyone
POST   /api/auth/passkey/delete-passkey              session
GET    /api/auth/passkey/generate-authenticate-options   anyone
POST   /api/auth/passkey/generate-authenticate-options   anyone
GET    /api/auth/passkey/generate-register-options   session
GET    /api/auth/passkey/list-user-passkeys          session
POST   /api/auth/passkey/update-passkey              session
POST   /api/auth/passkey/verify-authentication       anyone
POST   /api/auth/passkey/verify-registration         session
GET    /api/auth/providers                           anyone
POST   /api/auth/revoke-other-sessions               session
POST   /api/auth/revoke-session                      session
POST   /api/auth/revoke-sessions                     session
GET    /api/auth/suspicious-activities               session
POST   /api/auth/suspicious-activities/acknowledge   session
POST   /api/auth/suspicious-activities/secure        session
POST   /api/auth/sign-in/email                       anyone
POST   /api/auth/sign-in/email-otp                   anyone
POST   /api/auth/sign-in/social                      anyone
POST   /api/auth/sign-out                            anyone
POST   /api/auth/sign-up/email                       anyone
POST   /api/auth/update-user                         session
POST   /api/email/cancel                             email.send
GET    /api/email/check-config                       email.configure
GET    /api/email/messages                           email.send
GET    /api/email/templates                          email.send
POST   /api/email/test-graph-mail                    email.configure
GET    /api/file-categories                          session
GET    /api/file-types                               session
GET    /api/invitations                              invitation.list
POST   /api/invitations                              invitation.create
DELETE /api/invitations/{{invitation_id}}              invitation.cancel
GET    /api/my-invitations                           session
GET    /api/notifications                            session
GET    /api/notifications/digest                     session
PUT    /api/notifications/digest                     session
POST   /api/notifications/done                       session
POST   /api/notifications/read                       session
GET    /api/payment-plans                            session
GET    /api/profile-groups                           profile.read
POST   /api/profile-groups                           profile.structure
DELETE /api/profile-groups/{{group_id}}                profile.structure
POST   /api/profile-groups/{{group_id}}                profile.read*
POST   /api/profile-sub-groups                       profile.structure
PATCH  /api/profile-sub-groups/ordering              profile.structure
DELETE /api/profile-sub-groups/{{sub_group_id}}        profile.structure
PATCH  /api/profile-sub-groups/{{sub_group_id}}        profile.read*
GET    /api/profile-types                            profile.read
PATCH  /api/profile-types/ordering                   profile.structure
GET    /api/profiles                                 profile.read
POST   /api/profiles                                 profile.create
DELETE /api/profiles/{{profile_id}}                    profile.delete
PATCH  /api/profiles/{{profile_id}}                    profile.read*
PATCH  /api/profiles/{{profile_id}}/archive            profile.archive
PATCH  /api/profiles/{{profile_id}}/move               profile.move
GET    /api/roles                                    role.list
POST   /api/roles                                    role.create
DELETE /api/roles/{{role_id}}                          role.delete
PUT    /api/roles/{{role_id}}                          role.update
GET    /api/saved-filters                            savedFilter.read
POST   /api/saved-filters                            savedFilter.create
DELETE /api/saved-filters/{{filter_id}}                savedFilter.read*
PUT    /api/saved-filters/{{filter_id}}                savedFilter.read*
GET    /api/statuses                                 status.read
POST   /api/statuses                                 status.manage
DELETE /api/statuses/{{status_id}}                     status.manage
PUT    /api/statuses/{{status_id}}                     status.read*
GET    /api/topics                                   topic.read
POST   /api/topics                                   topic.manage
POST   /api/topics/create-update-delete              topic.manage
DELETE /api/topics/{{topic_id}}                        topic.manage
PUT    /api/topics/{{topic_id}}                        topic.read*
POST   /api/uploads/finalise                         document.create
POST   /api/uploads/session                          document.create
GET    /api/uploads/thumbnails/{{file_id}}/bundle      document.read
GET    /api/uploads/{{file_id}}/bundle                 document.read
GET    /api/vendors                                  vendor.read
POST   /api/vendors                                  vendor.create
DELETE /api/vendors/{{vendor_id}}                      vendor.delete
PUT    /api/vendors/{{vendor_id}}                      vendor.read*
GET    /assets/{{path}}                                anyone
GET    /blobs/{{key}}                                  anyone
PUT    /blobs/{{key}}                                  anyone
POST   /contact                                      contact.read
POST   /contact/create                               contact.create
POST   /contact/delete                               contact.delete
POST   /contact/ids                                  contact.read
POST   /contact/update                               contact.read*
DELETE /contact/{{contact_id}}                         contact.delete
GET    /contact/{{contact_id}}                         contact.read
GET    /dev/demo                                     anyone
GET    /dev/demo.css                                 anyone
POST   /dev/demo/enter/{{account}}/{{user}}              anyone
POST   /dev/demo/load                                anyone
GET    /dev/inbox                                    anyone
GET    /dev/inbox.css                                anyone
GET    /dev/inbox.json                               anyone
GET    /debug                                        anyone
GET    /seed/accounts                                anyone
GET    /seed-db                                      anyone
POST   /seed/user                                    anyone
GET    /devices/public-keys                          key.read
GET    /docs                                         anyone
GET    /docs/style.css                               anyone
POST   /document                                     document.read
POST   /document/create                              document.create
POST   /document/delete                              document.delete
POST   /document/duplicate                           document.create
POST   /document/expiring                            document.read
POST   /document/ids                                 document.read
POST   /documents/update                             document.read*
POST   /email.bulkSend                               email.bulk
POST   /email.send                                   email.send
POST   /email.sendCustom                             email.send
GET    /files/{{file_id}}/wraps                        document.read
POST   /files/{{file_id}}/wraps                        document.read*
GET    /health                                       anyone
GET    /metrics                                      anyone
GET    /roles/bundle?devicePublicKeyB64u={POINT}&roleId={uuid4()} key.read
GET    /roles/missing-wraps                          key.read
POST   /roles/roll-wrap                              key.read*
POST   /roles/wrap                                   key.grant
GET    /roles/wraps?devicePublicKeyB64u={POINT}      key.read
POST   /task/create                                  task.create
POST   /task/delete                                  task.delete
POST   /task/get                                     task.read
POST   /task/update                                  task.read*
PUT    /task/{{task_id}}                               task.read*
GET    /users                                        member.list
PUT    /users/role                                   member.update
DELETE /users/{{user_id}}                              member.delete
GET    /users/{{user_id}}                              member.list
GET    /unsubscribe/{{token}}                          anyone
POST   /unsubscribe/{{token}}                          anyone
GET    /{{path}}                                       anyone
POST   /{{path}}                                       anyone
PUT    /{{path}}                                       anyone
PATCH  /{{path}}                                       anyone
DELETE /{{path}}                                       anyone
"""


@dataclass(frozen=True)
class Row:
    method: str
    path: str
    query: str
    who: str
    finer: bool

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def _row(line: str) -> Row:
    method, target, who = line.split()
    path, _, query = target.partition("?")
    return Row(method, path, query, who.rstrip("*"), who.endswith("*"))


# What is read by POST.
READING = {
    *("POST /document", "POST /document/ids", "POST /document/expiring"),
    *("POST /contact", "POST /contact/ids", "POST /task/get", "POST /api/analytics/query"),
}
# The one thing that whoever looks may do about it.
COMING_BACK = "POST /api/auth/admin/stop-impersonating"
# What only the person may see, who has proven to be that lately.
NEEDING_THE_PERSON = {"GET /api/auth/list-sessions", "GET /api/auth/passkey/generate-register-options"}

ROWS = [_row(line) for line in TABLE.strip().splitlines()]
PROTECTED = [row for row in ROWS if row.who != "anyone"]
OF_AN_ACCOUNT = [row for row in PROTECTED if row.who not in ("session", "platform")]
OF_THE_PLATFORM = [row for row in ROWS if row.who == "platform"]
WRITING = [row for row in PROTECTED if row.method != "GET" and row.name != COMING_BACK]
OF_ONE_THING = [row for row in OF_AN_ACCOUNT if "_id}" in row.path]
ROLES = {role.key: flat(role.permissions) for role in BUILT_IN[1]}


def handlers_of(app: Litestar) -> dict[str, Any]:
    """Every HTTP route of the application, named as in the table; pages of the framework are left out."""
    found: dict[str, Any] = {}
    for route in app.routes:
        for method in getattr(route, "methods", ()):
            if method != "OPTIONS" and not route.path.startswith("/openapi"):
                path = "/".join(
                    f"{{{part[1:-1].partition(':')[0]}}}" if part.startswith("{") else part
                    for part in route.path.split("/")
                )
                handler = route.route_handler_map[method]  # pyright: ignore
                found[f"{method} {path}"] = handler[0] if isinstance(handler, tuple) else handler
    return found


# Where one route takes bodies of several forms, the one that is meant here.
FORMS = {"grantRoleKey": DeviceWrap}
# Where the plainest body is one that would be carried out, one that is not.
HARMLESS = {"deleteUser": b'{"password":"not-the-password"}'}
# Whoever calls these is signed in no longer.
ENDING = {"POST /api/auth/revoke-sessions"}


def body_of(handler: Any) -> bytes | None:
    """The smallest body that has the form of the route."""
    parameter = handler.parsed_fn_signature.parameters.get("data")
    if parameter is None:
        return None
    if handler.operation_id in HARMLESS:
        return HARMLESS[handler.operation_id]
    return msgspec.json.encode(plainest(FORMS.get(handler.operation_id, parameter.annotation)))


@dataclass
class Town:
    """An account with somebody in every role, a stranger without one, and the owner of another."""

    house: House
    people: dict[str, Person]
    stranger: Person
    other: Person
    nobody: Person
    platform: Person
    looking: Person
    """Somebody of the platform who looks on behalf of the owner of a third account."""
    bodies: dict[str, bytes | None]
    handlers: dict[str, Any]

    async def ask(self, person: Person, row: Row, **ids: str) -> httpx.Response:
        path = row.path
        for part in row.path.split("/"):
            if part.startswith("{"):
                path = path.replace(part, ids.get(part[1:-1], str(uuid4())))
        body = self.bodies[row.name]
        headers = {"Content-Type": "application/json"} if body is not None else {}
        answer = await person.http.request(
            row.method, f"{path}?{row.query}" if row.query else path, content=body, headers=headers
        )
        if row.name in ENDING and answer.status_code == 200:
            again = {"email": person.email, "password": PASSWORD}
            assert (await person.post("/sign-in/email", again)).status_code == 200
        return answer


async def of_the_platform(house: House) -> Person:
    person = await house.person().arrived()
    await give_role(house, person.email)
    return person


@pytest.fixture(scope="module")
async def town(
    module_product_database_url: str, valkey_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Town]:
    mail: Path = tmp_path_factory.mktemp("mail")
    async with an_open_house(module_product_database_url, valkey_url, mail) as house:
        owner = await house.person().arrived()
        await owner.subscribed()
        people = {"owner": owner}
        for role in ("admin", "member", "auditor", "analyst"):
            people[role] = await house.person().arrived()
            await owner.admits(people[role], role)
        other = await house.person().arrived()
        await other.subscribed(name="Kestrel")
        handlers = handlers_of(house.app)
        bodies = {row.name: body_of(handlers[row.name]) for row in ROWS if row.name in handlers}
        stranger = await house.person().arrived()
        platform, looking = await of_the_platform(house), await of_the_platform(house)
        # Somebody who calls nothing: whoever ends the own sessions ends those on their behalf, too.
        watched = await house.person().arrived()
        await watched.subscribed(name="Heron")
        await impersonates(looking, (await watched.session())["user"]["id"])
        yield Town(house, people, stranger, other, house.person(), platform, looking, bodies, handlers)


def refused_for_want_of_permission(answer: httpx.Response) -> bool:
    if answer.status_code != 403:
        return False
    body = answer.json()
    return body["code"] == "NOT_ALLOWED" or body.get("details", {}).get("reason") == "not_allowed"


def refused_to_whoever_looks(answer: httpx.Response) -> bool:
    if answer.status_code != 403:
        return False
    body = answer.json()
    return body["code"] == "IMPERSONATED" or body.get("details", {}).get("reason") == "impersonated"


async def facts_of(house: House) -> int:
    """How many facts there are besides the notes of refusals, and what the server signs by itself."""
    ((count,),) = await house.rows(
        "select count(*) from es.event where type not in ('access.denied', 'account_head.signed')"
    )
    return count


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    app = compose(
        load_settings(
            {
                "COFFER_MODE": "development",
                "COFFER_PUBLIC_URL": ORIGIN,
                "DATABASE_URL": "postgresql://nobody@127.0.0.1/nothing",
                "REDIS_URL": "redis://127.0.0.1:1",
                "COFFER_AUTH_SECRET": SECRET,
                "COFFER_KEK": KEY,
                "COFFER_BLOB_SECRET": SECRET,
            }
        )
    )
    assert {row.name for row in ROWS} == handlers_of(app).keys()


def test_every_permission_of_the_table_exists() -> None:
    known = ROLES["owner"] | {"anyone", "session", "member", "platform"}
    assert {row.who for row in ROWS} <= known


@pytest.mark.parametrize("row", PROTECTED, ids=lambda row: row.name)
async def test_nobody_is_let_in_without_a_session(town: Town, row: Row) -> None:
    answer = await town.ask(town.nobody, row)
    assert answer.status_code == 401, answer.text
    assert answer.json()["code"] in ("unauthenticated", "UNAUTHORIZED")


@pytest.mark.parametrize("row", OF_AN_ACCOUNT, ids=lambda row: row.name)
async def test_a_session_without_an_account_reaches_nothing_of_one(town: Town, row: Row) -> None:
    answer = await town.ask(town.stranger, row)
    assert answer.status_code in (400, 403, 404), answer.text
    assert "data" not in answer.json()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("row", PROTECTED, ids=lambda row: row.name)
async def test_each_role_may_call_what_its_permissions_say(town: Town, row: Row, role: str) -> None:
    answer = await town.ask(town.people[role], row)
    assert answer.status_code < 500, answer.text
    assert answer.status_code != 401, answer.text
    allowed = row.who in ("session", "member") or row.who in ROLES[role]
    if not allowed:
        assert refused_for_want_of_permission(answer), answer.text
    elif not row.finer:
        assert not refused_for_want_of_permission(answer), answer.text


@pytest.mark.parametrize("row", OF_THE_PLATFORM, ids=lambda row: row.name)
async def test_whoever_administers_the_platform_may_call_what_belongs_to_it(town: Town, row: Row) -> None:
    answer = await town.ask(town.platform, row)
    assert answer.status_code < 500, answer.text
    assert answer.status_code != 401, answer.text
    assert not refused_for_want_of_permission(answer), answer.text


@pytest.mark.parametrize("row", WRITING, ids=lambda row: row.name)
async def test_whoever_looks_on_behalf_of_somebody_changes_nothing(town: Town, row: Row) -> None:
    before = await facts_of(town.house)
    answer = await town.ask(town.looking, row)
    assert refused_to_whoever_looks(answer) == (row.name not in READING), answer.text
    assert await facts_of(town.house) == before


@pytest.mark.parametrize("row", [row for row in PROTECTED if row.method == "GET"], ids=lambda row: row.name)
async def test_whoever_looks_on_behalf_of_somebody_sees_no_key(town: Town, row: Row) -> None:
    answer = await town.ask(town.looking, row)
    assert answer.status_code != 401, answer.text
    closed = row.name in NEEDING_THE_PERSON or town.handlers[row.name].opt.get("opens_keys", False)
    assert refused_to_whoever_looks(answer) == closed, answer.text


@pytest.mark.parametrize(
    "row", [row for row in OF_AN_ACCOUNT if "_id}" in row.path], ids=lambda row: row.name
)
async def test_what_another_tenant_has_answers_as_what_is_not_there(town: Town, row: Row) -> None:
    owner = town.people["owner"]
    session = await owner.session()
    guest = town.house.person()
    # Whatever this address names: of another tenant it must not be told from nothing.
    ids = {
        "account_id": session["session"]["accountId"],
        "user_id": session["user"]["id"],
        "invitation_id": await _an_invitation(town.house, owner, guest),
    }
    there, nowhere = await town.ask(town.other, row, **ids), await town.ask(town.other, row)
    assert there.status_code == nowhere.status_code
    assert there.status_code >= 400
    assert _without_request(there.json()) == _without_request(nowhere.json())


async def _an_invitation(house: House, owner: Person, guest: Person) -> str:
    waiting = await owner.data("GET", "/api/invitations?states=pending")
    if waiting:
        return waiting[0]["id"]
    invited = await owner.invites(guest, "auditor")
    await house.follow()
    return invited["id"]


def _without_request(body: dict[str, Any]) -> dict[str, Any]:
    details = {name: value for name, value in body.get("details", {}).items() if name != "requestId"}
    return {**body, "details": details}
