"""Members of `word` in answers, which only the server knows, and the line of the list that says them."""

from __future__ import annotations

from projections.seen.lines import Places

WORDS: Places = {
    "people": {
        "MemberWord": "emailVerified lastSeenAt",
    },
    "devices": {
        "DeviceWord": "deviceName attachedAt",
        "PendingWord": "deviceName at",
    },
    "members": {
        "MemberWord": "roleId readsRoleIds state joinedAt",
        "ChangedMemberWord": "roleId readsRoleIds",
        "CountedRoleWord": "description system permissions memberCount version",
        "RoleWord": "description system permissions version",
        "InvitationWord": "email state sentCount roleId invitedBy createdAt expiresAt",
        "CardWord": "accountName inviterName roleName emailMasked state expiresAt",
        "DeviceWord": "hasWrap",
    },
    "items": {
        "Word": "version seq storedAt",
        "RankedWord": "version seq storedAt",
        "GroupWord": "version seq storedAt profileCount",
        "DocumentWord": "version seq storedAt",
        "TaskWord": "version seq storedAt closedAt commentCount",
    },
    "dates": {
        "TaskWord": "occurrence nextDueOn",
    },
    "links": {
        "DocumentWord": "hiddenBy",
        "TaskWord": "hiddenBy",
    },
    "trees": {
        "RankedWord": "rank",
        "GroupWord": "rank",
        "TaskWord": "rank",
    },
    "files": {
        "FileWord": "version",
    },
}
