"""What every event is to an auditor: its category, its class in the open security schema, its weight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

Category = Literal["auth", "access", "key", "member", "content", "mail", "billing", "security", "system"]
Outcome = Literal["success", "failure", "denied"]

AUTHENTICATION, ENTITY, USER_ACCESS, USER, ROLE = 3002, 3004, 3005, 3007, 3008
API, FILE_HOSTING = 6003, 6006
DETECTION = 2004

# Activities of the schema. Logging on and off are 1 and 2 within authentication.
CREATE, READ, UPDATE, DELETE, OTHER = 1, 2, 3, 4, 99
LOG_ON, LOG_OFF = 1, 2
CLOSE = 3
ASSIGN, REVOKE = 1, 2
UPLOAD, DOWNLOAD = 1, 2


class Action(NamedTuple):
    """`severity` goes from 1 (for the record) to 5 (needs action now)."""

    category: Category
    uid: int
    activity: int
    severity: int = 1
    outcome: Outcome = "success"


def _lines() -> Iterator[tuple[str, Action]]:
    for names, action in _TABLE.items():
        for name in names.split():
            yield name, action


_TABLE: Mapping[str, Action] = {
    # The door
    "session.started": Action("auth", AUTHENTICATION, LOG_ON),
    "session.ended": Action("auth", AUTHENTICATION, LOG_OFF),
    "session.refreshed session.device_tied passkey.used": Action("auth", AUTHENTICATION, OTHER),
    "session.account_switched": Action("auth", AUTHENTICATION, OTHER),
    "code.requested": Action("auth", AUTHENTICATION, OTHER),
    "code.rejected": Action("auth", AUTHENTICATION, LOG_ON, 2, "failure"),
    "sign_in.failed": Action("auth", AUTHENTICATION, LOG_ON, 2, "failure"),
    "passkey.counter_went_back": Action("auth", AUTHENTICATION, LOG_ON, 4, "failure"),
    "session.used_after_end": Action("auth", AUTHENTICATION, OTHER, 3, "denied"),
    "impersonation.started": Action("security", AUTHENTICATION, OTHER, 4),
    "impersonation.ended": Action("security", AUTHENTICATION, OTHER, 2),
    "access.denied action.denied": Action("security", API, OTHER, 3, "denied"),
    "rate.limited": Action("security", API, OTHER, 3, "denied"),
    "client.reported": Action("security", API, OTHER, 4, "failure"),
    # People
    "user.registered": Action("auth", USER, CREATE),
    "user.email_verified user.renamed": Action("auth", USER, UPDATE),
    "user.password_set passkey.added": Action("auth", USER, UPDATE, 2),
    "social_identity.linked": Action("auth", USER, UPDATE, 2),
    "social_identity.unlinked": Action("auth", USER, UPDATE, 3),
    "passkey.renamed": Action("auth", USER, UPDATE),
    "passkey.removed user.email_changed": Action("auth", USER, UPDATE, 3),
    "user.erasure_requested": Action("auth", USER, UPDATE, 3),
    "user.erased": Action("auth", USER, DELETE, 3),
    "user.banned": Action("security", USER, UPDATE, 4),
    "user.unbanned user.platform_role_changed": Action("security", USER, UPDATE, 3),
    # Accounts
    "account.opened": Action("system", ENTITY, CREATE, 2),
    "account.renamed date_format.changed language.changed zone.changed": Action("system", ENTITY, UPDATE),
    "expiry_policy.changed profile_types.ordered": Action("system", ENTITY, UPDATE),
    "disclosure.changed security_policy.changed": Action("security", ENTITY, UPDATE, 3),
    "account.suspended account.closed": Action("system", ENTITY, UPDATE, 4),
    "account.reactivated account.reopened": Action("system", ENTITY, UPDATE, 3),
    "account.erased": Action("system", ENTITY, DELETE, 5),
    "erasure.started erasure.step_done erasure.proved": Action("system", ENTITY, DELETE, 4),
    "subscription.started subscription.changed": Action("billing", ENTITY, UPDATE, 2),
    "payment.marked_overdue": Action("billing", ENTITY, UPDATE, 3),
    "voucher.issued": Action("billing", ENTITY, CREATE),
    "voucher.redeemed voucher.revoked": Action("billing", ENTITY, UPDATE),
    # Members and roles
    "member.joined": Action("member", USER_ACCESS, ASSIGN, 2),
    "member.role_changed member.reading_changed": Action("member", USER_ACCESS, ASSIGN, 3),
    "member.removed": Action("member", USER_ACCESS, REVOKE, 3),
    "role.defined": Action("member", ROLE, CREATE, 2),
    "role.changed": Action("member", ROLE, UPDATE, 3),
    "role.retired": Action("member", ROLE, DELETE, 3),
    "invitation.sent": Action("member", USER_ACCESS, CREATE, 2),
    "invitation.resent invitation.accepted": Action("member", USER_ACCESS, UPDATE, 2),
    "invitation.cancelled invitation.expired": Action("member", USER_ACCESS, DELETE),
    "seat.reserved seat.released": Action("member", ENTITY, UPDATE),
    # Keys
    "device.pending": Action("key", ENTITY, CREATE, 2),
    "device.attached": Action("key", ENTITY, CREATE, 3),
    "device.renamed device.view_seen": Action("key", ENTITY, UPDATE),
    "device.revoked": Action("key", ENTITY, DELETE, 3),
    "device.recovery_used": Action("key", ENTITY, UPDATE, 4),
    "key_log.statement_appended": Action("key", ENTITY, UPDATE, 2),
    "role_key.created": Action("key", ENTITY, CREATE, 2),
    "role_key.granted role_key.link_added": Action("key", USER_ACCESS, ASSIGN, 2),
    "role_key.rolled": Action("key", ENTITY, UPDATE, 3),
    "role_key.withdrawn": Action("key", USER_ACCESS, REVOKE, 2),
    "account_head.signed read_models.digested": Action("system", ENTITY, CREATE),
    # Notices
    "notice.given notice.mailed": Action("key", ENTITY, CREATE),
    "notice.read notice.done": Action("access", ENTITY, READ),
    # Content
    "document.created document.duplicated": Action("content", ENTITY, CREATE),
    "document.revised document.filed document.expiry_set document.version_added document.renewed "
    "document.attachments_changed document.activated document.archived document.unarchived "
    "document.restored": Action("content", ENTITY, UPDATE),
    "document.expiry_warned task.due_warned": Action("content", ENTITY, OTHER),
    "document.shared": Action("content", USER_ACCESS, ASSIGN, 2),
    "document.deleted": Action("content", ENTITY, DELETE, 2),
    "document.purged": Action("content", ENTITY, DELETE, 3),
    "contact.created vendor.created": Action("content", ENTITY, CREATE),
    "contact.revised contact.archived contact.unarchived contact.restored "
    "vendor.revised vendor.archived vendor.unarchived vendor.restored": Action("content", ENTITY, UPDATE),
    "contact.audience_changed contact.shared vendor.audience_changed vendor.shared": Action(
        "content", USER_ACCESS, ASSIGN, 2
    ),
    "contact.deleted vendor.deleted": Action("content", ENTITY, DELETE, 2),
    "contact.purged vendor.purged": Action("content", ENTITY, DELETE, 3),
    "status_board.begun status.added topic.added profile_group.added profile_sub_group.added": Action(
        "content", ENTITY, CREATE
    ),
    "status.revised status.moved status.made_default status.default_ended topic.revised topic.moved "
    "profile_group.revised profile_group.moved profile_sub_group.revised profile_sub_groups.ordered": Action(
        "content", ENTITY, UPDATE
    ),
    "status.shared topic.shared profile_group.shared profile_sub_group.shared": Action(
        "content", USER_ACCESS, ASSIGN, 2
    ),
    "status.removed topic.removed profile_group.removed profile_sub_group.removed": Action(
        "content", ENTITY, DELETE, 2
    ),
    "task.created task.commented": Action("content", ENTITY, CREATE),
    "task.revised task.status_changed task.ranked task.assigned task.scheduled task.filed "
    "task.occurrence_closed task.restored comment.revised": Action("content", ENTITY, UPDATE),
    "task.audience_changed task.shared comment.shared": Action("content", USER_ACCESS, ASSIGN, 2),
    "task.deleted comment.removed": Action("content", ENTITY, DELETE, 2),
    "task.purged": Action("content", ENTITY, DELETE, 3),
    "reminder.fired reminder.missed": Action("content", ENTITY, UPDATE),
    "profile.created": Action("content", ENTITY, CREATE),
    "profile.revised profile.moved profile.archived profile.unarchived profile.restored": Action(
        "content", ENTITY, UPDATE
    ),
    "profile.audience_changed profile.shared": Action("content", USER_ACCESS, ASSIGN, 2),
    "profile.deleted": Action("content", ENTITY, DELETE, 2),
    "profile.purged": Action("content", ENTITY, DELETE, 3),
    "saved_filter.saved": Action("content", ENTITY, CREATE),
    "saved_filter.revised saved_filter.pinned saved_filter.unpinned": Action("content", ENTITY, UPDATE),
    "saved_filter.audience_changed saved_filter.shared saved_filter.scope_changed": Action(
        "content", USER_ACCESS, ASSIGN, 2
    ),
    "saved_filter.removed": Action("content", ENTITY, DELETE, 2),
    "file.upload_opened file.upload_finalised": Action("content", FILE_HOSTING, UPLOAD),
    "file.upload_abandoned file.purged": Action("content", FILE_HOSTING, DELETE),
    "file.wraps_changed": Action("content", USER_ACCESS, ASSIGN, 2),
    "file.found_damaged": Action("system", FILE_HOSTING, OTHER, 4, "failure"),
    "file.damage_ended": Action("system", FILE_HOSTING, OTHER),
    "file.linked file.unlinked": Action("content", FILE_HOSTING, UPDATE),
    # What detectors find
    "activity.detected": Action("security", DETECTION, CREATE, 3),
    "activity.repeated activity.acknowledged": Action("security", DETECTION, UPDATE, 3),
    "activity.resolved": Action("security", DETECTION, CLOSE, 3),
    # Reads that are noted
    "file.read": Action("access", FILE_HOSTING, DOWNLOAD),
    "data.read": Action("access", API, READ),
    "role_bundle.read": Action("access", API, READ, 2),
    "recovery.read": Action("access", API, READ, 3),
    # Mail
    "email.queued": Action("mail", API, CREATE),
    "email.sent": Action("mail", API, UPDATE),
    "email.deferred": Action("mail", API, UPDATE, 2, "failure"),
    "email.failed": Action("mail", API, UPDATE, 3, "failure"),
    "email.delivered email.cancelled": Action("mail", API, UPDATE),
    "email.bounced email.complained email.suppressed": Action("mail", API, UPDATE, 3, "failure"),
    "email_batch.accepted": Action("mail", API, CREATE, 2),
    "email_batch.finished email_batch.cancelled": Action("mail", API, UPDATE),
    "mail_day.counted": Action("mail", API, OTHER),
    "digest.given": Action("mail", API, CREATE),
    "digest.chosen": Action("mail", API, UPDATE),
    "suppression.added suppression.released": Action("mail", API, UPDATE, 2),
    "suppression.tried": Action("mail", API, OTHER),
}

ACTIONS: Mapping[str, Action] = dict(_lines())
