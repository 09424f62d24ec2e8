"""Fields of signed statements, which the server can read, and the line of the list that says them."""

from __future__ import annotations

from projections.seen.lines import Places

STATEMENTS: Places = {
    "devices": {
        "device.add": "user_id device_id how protection",
        "device.revoke": "user_id device_id reason",
        "view.seen": "kind id",
    },
    "account": {
        "account.policy": (
            "version require_verified require_authenticators allow_cache allow_personal_roles "
            "let_in_by_itself"
        ),
    },
    "members": {
        "user.vouch": "user_id method invite_id",
        "user.person": "user_id",
        "user.remove": "user_id reason",
        "capability.set": "user_id bits",
        "role.create": "role_id generation capabilities",
        "role.set": "role_id capabilities",
        "role.assign": "role_id user_id",
        "role.unassign": "role_id user_id",
        "role.roll": "role_id generation reason",
        "invite.create": "invite_id role_id custodian_role_id custodian_generation expires_at",
        "invite.cancel": "invite_id",
        "role.grant": "kind place generation user_id",
    },
    "record": {
        "every statement": "seq prev_hash view_size view_root",
        "device.add": "agreement signing recovery_hash person_commitment",
        "user.vouch": "device_add",
        "user.person": "person_commitment",
        "role.create": "public sign_public seed_commitment name_commitment",
        "role.set": "name_commitment",
        "role.roll": "public sign_public seed_commitment old_public",
        "invite.create": "box_hash",
        "account.policy": "lowest_suite",
        "record.put": "body_hash wraps_hash attrs_hash",
        "record.attrs": "attrs_hash",
        "content.share": "wraps_hash",
        "file.put": (
            "header_hash tree_root manifest_hash thumbnail_header_hash thumbnail_root wraps_hash attrs_hash"
        ),
        "role.grant": "box_hash",
    },
    "items": {
        "every statement": "account_id user_id device_id created_at",
        "record.put": "kind id content_revision schema",
        "record.attrs": "kind id content_revision",
        "record.delete": "kind id",
        "content.share": "kind id content_revision",
    },
    "audience": {
        "audience.default": "scope kind roles",
        "record.put": "audience",
        "content.share": "audience",
        "file.put": "audience",
    },
    "files": {
        "file.put": "kind id version frame_count encrypted_size thumbnail_frame_count",
    },
}
