"""Members of stored events by the aggregate that they are of, and the line of the list that says them."""

from __future__ import annotations

from projections.seen.lines import Places

EVENTS: Places = {
    "people": {
        "user": (
            "userId emailRef nameRef method emailIndex formerIndex reason epoch until role dueAt left "
            "proofHash"
        ),
        "passkey": "passkeyId credentialHash nameRef deviceType backedUp counter userId",
        "social_identity": "provider subjectHash",
        "session": (
            "sessionId userId method newDevice expiresAt epoch remember cause provenAt fromId toId "
            "deviceId reason"
        ),
        "sign_in": "emailHash method cause userId",
        "code": "emailHash purpose attempts userId",
    },
    "devices": {
        "recovery": "deviceId",
        "device": "deviceId userId nameRef authenticator announcedAt how seq reason newDeviceId",
    },
    "account": {
        "account": (
            "accountId displayName ownerId ownerRoleId defaults language zone reason paidUntil dueAt "
            "state proofHash"
        ),
        "erasure": "accountId dueAt step count sha256 proofHash",
        "subscription": "planId limits trialEndsAt paidUntil voucherId",
        "payment": "readOnlyFrom",
        "date_format": "dateFormat dateInputFormat dateSeparator",
        "language": "language",
        "zone": "zone",
        "disclosure": "disclosure",
        "expiry_policy": "stages",
        "security_policy": "twoStep keyGrant",
        "voucher": (
            "codeHash kind planId percentOff months seatsBonus maxRedemptions redeemBy accountId userId"
        ),
    },
    "members": {
        "member": "userId roleId personalRoleId reads invitationId fromRoleId toRoleId added removed reason",
        "seat": "invitationId roleId",
        "role": "roleId name permissions system description movedTo",
        "invitation": (
            "invitationId accountId emailRef emailHash roleId tokenHash expiresAt invitedBy pairing "
            "custodianRoleId custodianGeneration resentAt userId by"
        ),
        "role_key": "roleId generation deviceId",
    },
    "record": {
        "file": "attrsSaltB64u signed",
        "key_log": "seq type signed personSaltRef",
        "device": (
            "devicePublicKeyB64u signPublicKeyB64u hash deviceSignatureB64u pairingIdB64u "
            "pairingMacB64u statementHash signed"
        ),
        "role_key": (
            "rolePublicKeyB64u signPublicKeyB64u seedCommitmentB64u rollProofB64u devicePublicKeyB64u"
        ),
        "account_head": "note",
        "read_models": "digests leftOut keptFrom",
        "document": "signed attrsSaltB64u",
        "contact": "signed attrsSaltB64u",
        "vendor": "signed attrsSaltB64u",
        "status": "signed attrsSaltB64u deleted",
        "topic": "signed attrsSaltB64u deleted",
        "profile_group": "signed attrsSaltB64u deleted",
        "profile_sub_group": "signed attrsSaltB64u deleted",
        "task": "signed attrsSaltB64u",
        "comment": "signed",
        "saved_filter": "signed attrsSaltB64u",
        "profile": "signed attrsSaltB64u",
    },
    "items": {
        "document": "documentId state attrs number byRestoreOf",
        "contact": "contactId attrs",
        "vendor": "vendorId attrs",
        "status": "attrs",
        "topic": "topicId attrs",
        "profile_group": "attrs",
        "profile_sub_group": "attrs",
        "task": "taskId cause attrs number commentId",
        "comment": "commentId",
        "saved_filter": "filterId attrs",
        "profile": "profileId attrs",
    },
    "audience": {
        "file": "audience",
        "document": "audience",
        "contact": "audience",
        "vendor": "audience",
        "status": "audience",
        "topic": "audience",
        "profile_group": "audience",
        "profile_sub_group": "audience",
        "task": "audience",
        "comment": "audience",
        "saved_filter": "audience",
        "profile": "audience",
    },
    "dates": {
        "document": "expiresOn remindDays previousExpiresOn stage userIds",
        "task": "startOn dueOn dueTime recurrence reminders nextDueOn skipped userIds",
        "reminder": "reminderId dueOn userIds",
    },
    "status": {
        "profile_types": "typeIds",
        "status_board": "accountId defaults",
        "status": "statusId category outcome",
        "profile_group": "typeId",
        "task": "statusId category outcome fromId toId",
        "saved_filter": "entity scope pinned",
        "profile": "typeId",
    },
    "links": {
        "document": "profileIds topicIds noteOnly sourceId fileId fileIds removed",
        "task": "profileIds topicIds documentIds",
    },
    "trees": {
        "status": "rank movedTo",
        "topic": "rank parentId",
        "profile_group": "rank groupId movedTo",
        "profile_sub_group": "rank subGroupId groupId movedTo",
        "profile_sub_groups": "groupId ranks",
        "task": "rank parentId",
        "profile": "groupId subGroupId rank cascade",
    },
    "people_in_items": {
        "task": "assigneeIds added removed authorId mentionIds",
        "comment": "mentionIds",
        "saved_filter": "authorId",
    },
    "files": {
        "file": (
            "fileId uploadId version encryptedSize frameSize frameCount thumbnail expiresAt keepUntil "
            "documentId"
        ),
    },
    "mail": {
        "invitation": "messageRef",
        "email": (
            "messageId template toRef toHash provider class accountId batchId sentBy providerId attempt "
            "retryAt code hard reason"
        ),
        "email_batch": "batchId total counts",
        "mail_day": "count",
        "digest": "userId day documents tasks through wanted",
        "suppression": "emailIndex reason accountId atHandOver messageId triedAt",
    },
    "activity": {
        "impersonation": "targetUserId reason expiresAt accountId bySessionId epoch",
        "rate": "rule",
        "action": "resource action",
        "access": "resource action",
        "data": "kind count windowStart",
        "role_bundle": "roleId",
        "client": "kind detail",
        "notice": "deviceId personId userIds noticeIds",
        "file": "userIds",
        "activity": (
            "activityId detector severity subject evidence positions dedupKey response params at "
            "cause userId accountIds count by verdict lifted"
        ),
    },
    "sealed": {
        "file": "headerB64u manifest wraps thumbnailHeaderB64u added",
        "device": "recovery",
        "role_key": "wraps previousSealedB64u wrap",
        "document": "sealed wraps",
        "contact": "sealed wraps",
        "vendor": "sealed wraps",
        "status": "sealed wraps",
        "topic": "sealed wraps",
        "profile_group": "sealed wraps",
        "profile_sub_group": "sealed wraps",
        "task": "sealed wraps",
        "comment": "sealed added",
        "saved_filter": "sealed wraps",
        "profile": "sealed wraps",
    },
}
