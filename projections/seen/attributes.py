"""Signed attributes by kind of item, and the line of the list that says them."""

from __future__ import annotations

from projections.seen.lines import Places

ATTRIBUTES: Places = {
    "items": {
        "document": "state",
        "task": "state",
        "profile": "state",
        "contact": "state",
        "vendor": "state",
    },
    "dates": {
        "document": "expiresOn remindDays",
        "task": "startOn dueOn dueTime recurrence reminders",
    },
    "status": {
        "task": "statusId",
        "status": "category outcome default",
        "profile": "typeId",
        "profile-group": "typeId",
        "saved-filter": "entity scope pinned",
    },
    "links": {
        "document": "profileIds topicIds versions fileIds noteOnly",
        "task": "profileIds topicIds documentIds",
        "comment": "taskId",
    },
    "trees": {
        "task": "parentId",
        "topic": "parentId",
        "status": "movedTo",
        "profile": "groupId subGroupId",
        "profile-group": "movedTo",
        "profile-sub-group": "groupId movedTo",
    },
    "people_in_items": {
        "task": "assigneeIds",
        "comment": "mentionIds",
    },
}
