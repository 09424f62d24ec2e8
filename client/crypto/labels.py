"""Every label, with the names of its fields: one label has one use and one field list.

A field list that ends in `...` may be repeated or go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

PREFIX: Final = "e2ee.v1."

_DEVICE = ("account", "user", "device", "ecdhPublic", "ecdsaPublic")

BOXES: Final[Mapping[str, tuple[str, ...]]] = {
    "role-wrap": ("account", "role", "generation", "user", "device", "E", "R", "D"),
    "role-history": ("account", "role", "newGeneration", "oldGeneration", "newR", "oldR"),
    "content-wrap": ("account", "kind", "id", "contentRevision", "role", "generation"),
    "content-seal": ("account", "kind", "id", "contentRevision", "role", "generation", "E", "R"),
    "record": ("account", "kind", "id", "contentRevision", "schema"),
    "device-key.passphrase": _DEVICE,
    "device-key.prf": (*_DEVICE, "credentialId", "prfInput"),
    "recovery": _DEVICE,
    "unlock-cache": (*_DEVICE, "createdAt"),
    "invite": ("account", "custodianRole", "generation", "inviteId", "role"),
    "local-index": ("account", "user", "device", "store", "counter"),
    "export-keyring": ("account", "user", "exportId"),
}


class Form(NamedTuple):
    """A field of a statement: its name, and the size in bytes or the kind of its value."""

    name: str
    size: str
    optional: bool


def _fields(line: str) -> tuple[Form, ...]:
    """`name:size`, where `?` says that nothing may stand there; the notation of the published vectors."""
    return tuple(
        Form(name, size.removesuffix("?"), size.endswith("?"))
        for name, _, size in (word.partition(":") for word in line.split())
    )


STATEMENT_HEADER: Final = _fields(
    "account:16 seq:8 prevHash:32 authorUser:16 authorDevice:16 createdAt:8 viewSize:8 viewRoot:32"
)

STATEMENTS: Final[Mapping[str, tuple[Form, ...]]] = {
    "device.add": _fields(
        "user:16 device:16 ecdhPublic:65 ecdsaPublic:65 how:text recoveryHash:32 protection:text"
        " personCommitment:32?"
    ),
    "device.revoke": _fields("user:16 device:16 reason:text"),
    "user.vouch": _fields("user:16 addHash:32 method:text invite:16?"),
    "user.person": _fields("user:16 personCommitment:32"),
    "user.remove": _fields("user:16 reason:text"),
    "capability.set": _fields("user:16 capabilities:8"),
    "role.create": _fields(
        "role:16 generation:8 rolePublic:65 signPublic:65 seedCommitment:32 nameCommitment:32 capabilities:8"
    ),
    "role.set": _fields("role:16 nameCommitment:32 capabilities:8"),
    "audience.default": _fields("scope:16 kind:text? roles:roles?"),
    "role.assign": _fields("role:16 user:16"),
    "role.unassign": _fields("role:16 user:16"),
    "role.roll": _fields(
        "role:16 generation:8 rolePublic:65 signPublic:65 seedCommitment:32 previousRolePublic:65 reason:text"
    ),
    "invite.create": _fields(
        "invite:16 role:16 custodianRole:16 custodianGeneration:8 expiresAt:8 boxHash:32"
    ),
    "invite.cancel": _fields("invite:16"),
    "account.policy": _fields(
        "version:8 lowestSuite:8 requireVerified:8 requireAuthenticators:8 allowCache:8 allowPersonal:8"
        " letInByItself:8"
    ),
    "record.put": _fields(
        "kind:text id:16 contentRevision:8 schema:8 boxHash:32 audience:roles wrapsHash:32 attrsHash:32"
    ),
    "record.attrs": _fields("kind:text id:16 contentRevision:8 attrsHash:32"),
    "record.delete": _fields("kind:text id:16"),
    "content.share": _fields("kind:text id:16 contentRevision:8 audience:roles wrapsHash:32"),
    "file.put": _fields(
        "kind:text id:16 version:8 headerHash:32 frameCount:8 encryptedSize:8 frameRoot:32 manifestHash:32"
        " thumbnailHeaderHash:32? thumbnailFrameCount:8? thumbnailFrameRoot:32?"
        " audience:roles wrapsHash:32 attrsHash:32"
    ),
    "role.grant": _fields("kind:text id:32 generation:8 user:16 boxHash:32"),
    "view.seen": _fields("kind:text id:16"),
}

LABELS: Final[Mapping[str, tuple[str, ...]]] = {
    **{f"{PREFIX}{box}.key": fields for box, fields in BOXES.items()},
    **{f"{PREFIX}{box}.aad": fields for box, fields in BOXES.items()},
    **{
        f"{PREFIX}stmt.{type_}": tuple(form.name for form in (*STATEMENT_HEADER, *forms))
        for type_, forms in STATEMENTS.items()
    },
    f"{PREFIX}device-id": ("account", "user", "ecdhPublic", "ecdsaPublic"),
    f"{PREFIX}device-card": (
        "account",
        "fingerprint",
        "user",
        "device",
        "ecdhPublic",
        "ecdsaPublic",
        "recoveryHash",
        "protection",
        "personCommitment",
    ),
    f"{PREFIX}role-seed": ("account", "role", "generation"),
    f"{PREFIX}role-kek": ("account", "role", "generation"),
    f"{PREFIX}role-name": ("account", "role", "salt", "name"),
    f"{PREFIX}person": ("account", "user", "salt", "email", "name"),
    f"{PREFIX}wraps": ("role", "generation", "boxHash", "..."),
    f"{PREFIX}attrs": ("salt", "name", "value", "..."),
    f"{PREFIX}roll-proof": ("statement",),
    f"{PREFIX}signed": ("statement", "signature", "..."),
    f"{PREFIX}leaf": ("tag", "seq", "hash"),
    f"{PREFIX}object": ("account", "kind", "id"),
    f"{PREFIX}file.key": ("account", "kind", "id", "version", "purpose", "frameSize", "prefix"),
    f"{PREFIX}frame": ("headerHash", "index", "final"),
    f"{PREFIX}pairing.key": ("account", "pairingId"),
    f"{PREFIX}pairing": ("card",),
    f"{PREFIX}safety-code": ("account", "user", "cardHash"),
    f"{PREFIX}safety-group": ("stretched", "index"),
    f"{PREFIX}local-key": ("account", "user", "device"),
}
