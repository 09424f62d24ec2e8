"""Every label, with the names of its fields: one label has one use and one field list.

A field list that ends in `...` may be repeated or go on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

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

STATEMENT_HEADER: Final = (
    "account",
    "seq",
    "prevHash",
    "authorUser",
    "authorDevice",
    "createdAt",
    "viewSize",
    "viewRoot",
)

STATEMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "device.add": ("user", "device", "ecdhPublic", "ecdsaPublic", "how", "recoveryHash", "protection"),
    "device.revoke": ("user", "device", "reason"),
    "user.vouch": ("user", "deviceAddHash", "method", "inviteId", "personCommitment"),
    "user.remove": ("user", "reason"),
    "capability.set": ("user", "bits"),
    "role.create": ("role", "generation", "R", "V", "seedCommitment", "nameCommitment"),
    "role.name": ("role", "nameCommitment"),
    "role.assign": ("role", "user"),
    "role.unassign": ("role", "user"),
    "role.roll": ("role", "generation", "R", "V", "seedCommitment", "oldR", "reason"),
    "invite.create": ("inviteId", "role", "custodianRole", "custodianGeneration", "expiresAt", "boxHash"),
    "invite.cancel": ("inviteId",),
    "account.policy": (
        "version",
        "lowestSuite",
        "requireVerified",
        "requireAuthenticators",
        "allowCache",
        "allowPersonalRoles",
    ),
    "record.put": ("kind", "id", "contentRevision", "schema", "bodyHash", "wrapsHash", "attrsHash"),
    "record.attrs": ("kind", "id", "contentRevision", "attrsHash"),
    "record.delete": ("kind", "id"),
    "content.share": ("kind", "id", "contentRevision", "wrapsHash"),
    "file.put": (
        "kind",
        "id",
        "version",
        "headerHash",
        "frameCount",
        "encryptedSize",
        "treeRoot",
        "manifestHash",
        "thumbnailHeaderHash",
        "thumbnailFrameCount",
        "thumbnailRoot",
        "wrapsHash",
        "attrsHash",
    ),
    "role.grant": ("kind", "roleAndDevice", "generation", "user", "boxHash"),
    "view.seen": ("kind", "device"),
}

LABELS: Final[Mapping[str, tuple[str, ...]]] = {
    **{f"{PREFIX}{box}.key": fields for box, fields in BOXES.items()},
    **{f"{PREFIX}{box}.aad": fields for box, fields in BOXES.items()},
    **{f"{PREFIX}stmt.{kind}": (*STATEMENT_HEADER, *fields) for kind, fields in STATEMENTS.items()},
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
    ),
    f"{PREFIX}role-seed": ("account", "role", "generation"),
    f"{PREFIX}role-kek": ("account", "role", "generation"),
    f"{PREFIX}role-name": ("account", "role", "salt", "name"),
    f"{PREFIX}person": ("account", "user", "salt", "email"),
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
    f"{PREFIX}local-key": ("account", "user", "device"),
}
