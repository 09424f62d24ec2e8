"""Every route of the specification, spelled as there."""

from __future__ import annotations

import re
from typing import Any

from api.composition.app import compose
from infrastructure.settings import load_settings
from tests.support.door import KEY, ORIGIN, SECRET

SPECIFICATION = """
GET  /api/auth/get-session
POST /api/auth/sign-up/email
POST /api/auth/sign-in/email
POST /api/auth/sign-in/social
POST /api/auth/sign-out
POST /api/auth/email-otp/send-verification-otp
POST /api/auth/email-otp/verify-email
POST /api/auth/sign-in/email-otp
POST /api/auth/email-otp/reset-password
GET  /api/auth/passkey/generate-register-options
POST /api/auth/passkey/verify-registration
POST /api/auth/passkey/generate-authenticate-options
POST /api/auth/passkey/verify-authentication
GET  /api/auth/passkey/list-user-passkeys
POST /api/auth/passkey/delete-passkey
POST /api/auth/passkey/update-passkey
POST /api/auth/device/attach
POST /api/auth/delete-invite-user
GET  /api/auth/audit-logs/account
GET  /api/auth/audit-logs/me
GET  /api/auth/suspicious-activities
POST /api/auth/get-account-invite
POST /api/auth/invite
POST /api/accounts/join
POST /api/account/subscribe
POST /api/accounts/switch
POST /api/accounts
GET  /api/accounts
GET  /api/accounts/{}
PUT  /api/accounts/{}
DELETE /api/accounts/{}
POST /api/accounts/date-format
POST /api/accounts/language
GET  /api/payment-plans
POST /email.send
POST /email.sendCustom
POST /email.bulkSend
GET  /api/email/check-config
POST /api/email/test-graph-mail
GET  /api/roles
POST /api/roles
PUT  /api/roles/{}
DELETE /api/roles/{}
GET  /users
GET  /users/{}
PUT  /users/role
POST /contact/create
POST /contact
POST /contact/ids
POST /contact/update
POST /contact/delete
GET  /contact/{}
DELETE /contact/{}
GET  /devices/public-keys
GET  /roles/missing-wraps
GET  /roles/bundle
GET  /roles/wraps
POST /roles/wrap
POST /roles/roll-wrap
GET  /files/{}/wraps
POST /files/{}/wraps
POST /document/create
POST /document
POST /document/ids
POST /document/expiring
POST /document/delete
POST /document/duplicate
POST /documents/update
POST /api/profiles
PATCH /api/profiles/{}
DELETE /api/profiles/{}
PATCH /api/profiles/{}/archive
PATCH /api/profiles/{}/move
POST /api/profile-groups
POST /api/profile-groups/{}
DELETE /api/profile-groups/{}
POST /api/profile-sub-groups
PATCH /api/profile-sub-groups/{}
DELETE /api/profile-sub-groups/{}
PATCH /api/profile-sub-groups/ordering
GET  /api/profile-types
PATCH /api/profile-types/ordering
GET  /api/invitations
POST /api/invitations
DELETE /api/invitations/{}
GET  /api/my-invitations
GET  /api/saved-filters
POST /api/saved-filters
PUT  /api/saved-filters/{}
DELETE /api/saved-filters/{}
GET  /api/statuses
POST /api/statuses
PUT  /api/statuses/{}
DELETE /api/statuses/{}
GET  /api/topics
POST /api/topics
PUT  /api/topics/{}
DELETE /api/topics/{}
POST /api/topics/create-update-delete
GET  /api/file-categories
GET  /api/file-types
POST /api/uploads/session
POST /api/uploads/finalise
GET  /api/uploads/{}/bundle
GET  /api/uploads/thumbnails/{}/bundle
POST /task/create
POST /task/get
POST /task/update
POST /task/delete
PUT  /task/{}
GET  /api/vendors
POST /api/vendors
PUT  /api/vendors/{}
DELETE /api/vendors/{}
GET  /health
GET  /debug
GET  /
GET  /seed/accounts
GET  /seed-db
POST /seed/user
"""


def expected() -> set[str]:
    return {" ".join(line.split()) for line in SPECIFICATION.strip().splitlines()}


def document() -> dict[str, Any]:
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
    return app.openapi_schema.to_schema()


def operations(schema: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Every call of the document, path parameters without their names."""
    return {
        f"{method.upper()} {re.sub(r'{[^}]*}', '{}', path)}": operation
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    }


def test_every_route_of_the_specification_is_in_the_document() -> None:
    """In that of development mode: four of them are of development alone (`tests/api/test_production.py`)."""
    assert len(expected()) == 120
    assert expected() - operations(document()).keys() == set()


def test_every_call_says_what_it_is_called_takes_and_answers() -> None:
    calls = operations(document())
    names = [call["operationId"] for call in calls.values()]
    assert len(set(names)) == len(names)
    for name, call in calls.items():
        assert re.fullmatch(r"[a-z][A-Za-z]+", call["operationId"]), name
        assert call.get("summary") or call.get("description"), f"{name} has no docstring"
        for answer in call["responses"].values():
            assert answer["description"], name


def test_every_call_says_that_a_part_of_the_system_may_be_away() -> None:
    silent = {
        name
        for name, call in operations(document()).items()
        if not {"500", "503"} <= call["responses"].keys()
    }
    assert silent == set()
