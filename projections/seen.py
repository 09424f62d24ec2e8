"""What the server sees of its users, line by line: every signed attribute and every column of a read model.

README and the settings page "What the server sees" show these lines. A column or an attribute that stands in
no line fails `tests/contracts/test_what_the_server_sees.py`: nothing new is in the clear without being said.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class Line(NamedTuple):
    """What people read, and what it stands for: `attributes` by kind, `columns` by table."""

    key: str
    text: str
    columns: Mapping[str, str]
    attributes: Mapping[str, str] = MappingProxyType({})


# What all tables of items have.
_ITEM = "version created_at created_by updated_at updated_by json kept"
_ITEMS = ("documents", "contacts", "vendors", "saved_filters", "tasks", "profiles")
_ENTRIES = ("statuses", "topics", "profile_groups", "profile_sub_groups")

SEEN: tuple[Line, ...] = (
    Line(
        "people",
        ("Email addresses and names of users, how and when they sign in, from which network and browser"),
        {
            "users": (
                "id email_ref email_index name_ref verified password epoch banned ban_reason banned_until "
                "platform_role erasure_due erased created_at updated_at"
            ),
            "passkeys": "id user_id name_ref device_type backed_up added_at",
            "sign_in_methods": "id user_id provider subject since",
            "sessions": (
                "id user_id account_id device_id method epoch remember created_at updated_at confirmed_at "
                "expires_at impersonator_id by_session_id ip_ref agent_ref ended"
            ),
            "audit_sessions": "id user_id",
            "notice_addresses": "email_index user_id",
        },
    ),
    Line(
        "devices",
        "The names of devices, when each was added and last used, and how it protects its keys",
        {
            "devices": (
                "id user_id state how device_public_key sign_public_key statement_hash recovery "
                "announced_at attached_at json"
            ),
            "key_people": "user_id capabilities verified person_salt_ref seen_at",
            "person_salts": "user_id statement_hash salt_ref at",
        },
    ),
    Line(
        "account",
        "The account's name, plan, language, time zone and settings",
        {
            "account_states": "state display_name plan_id withheld read_only_from",
            "accounts": "display_name state version seats custom_roles json",
            "account_dues": "account_id what due_at paused",
            "reminder_zones": "id zone",
            "audit_settings": "id json",
        },
    ),
    Line(
        "members",
        ("Members, invitations, the names and permissions of roles, and who gave whom which role when"),
        {
            "account_members": "user_id role_id reads_role_ids personal_role_id joined_at",
            "account_roles": "role_id key name permissions system",
            "roles": "role_id name key version json",
            "memberships": "user_id role_id joined_at json",
            "invitations": "id email_hash role_id state expires_at custodian_role_id pairing json",
            "invitation_links": (
                "account_id id email_hash token_hash role_id invited_by state expires_at json"
            ),
            "role_keys": (
                "role_id generation public_key sign_public_key name_salt roll_due personal changed_at"
            ),
            "role_holders": "role_id user_id since",
            "role_wraps": "role_id device_id generation user_id device_public_key json",
            "role_links": "role_id generation number sealed",
        },
    ),
    Line(
        "record",
        "The public part of the key record: public keys, signatures and hashes",
        {
            "key_log": "place type hash json",
            "account_leaves": "index tag place content",
            "account_tree_nodes": "level index hash",
            "account_trees": "size key_seq key_head",
            "chains": "kind id place statement signature audience",
            "account_heads": "note size signed_at",
        },
    ),
    Line(
        "items",
        (
            "The kind of each item, who created and changed it when, how often, and whether it is "
            "archived or in the bin"
        ),
        {
            **dict.fromkeys((*_ITEMS, *_ENTRIES), f"id state {_ITEM}"),
            "documents": f"id state lifecycle {_ITEM}",
            "binned": "account_id kind id version keep_until",
            "document_profile_marks": "id hides gone",
            "task_profile_marks": "id hides gone",
            "changes": "position resource id version op by origin at",
        },
        dict.fromkeys(("document", "task", "profile", "contact", "vendor"), "state"),
    ),
    Line(
        "audience",
        "Which roles can read an item, and could before",
        {
            **dict.fromkeys(_ITEMS, "audience ever_for ended"),
            **dict.fromkeys(_ENTRIES, "audience"),
            "changes": "audience lost",
            "change_audiences": "id roles",
        },
    ),
    Line(
        "dates",
        ("Expiry dates, start and due dates and times, how a task repeats, and when reminders are sent"),
        {
            "documents": "expires_on remind_days",
            "tasks": "due due_time",
            "task_reminders": "account_id task_id id due_on fire_at",
            "reminded_tasks": "id json",
        },
        {"document": "expiresOn remindDays", "task": "startOn dueOn dueTime recurrence reminders"},
    ),
    Line(
        "status",
        ("The status of a task, the kind of a status and of a profile, and what a saved filter is for"),
        {
            "tasks": "status_id category outcome",
            "task_outcomes": "id outcome",
            "statuses": "category outcome",
            "profiles": "type_id",
            "profile_groups": "type_id",
            "profile_type_orders": "type_ids",
            "saved_filters": "entity scope pinned",
        },
        {
            "task": "statusId",
            "status": "category outcome default",
            "profile": "typeId",
            "profile-group": "typeId",
            "saved-filter": "entity scope pinned",
        },
    ),
    Line(
        "links",
        "Which documents, tasks, profiles, topics and files belong together",
        {
            "documents": "profile_ids topic_ids note_only hidden_by",
            "document_profiles": "document_id profile_id",
            "tasks": "profile_ids topic_ids hidden_by",
            "task_profiles": "profile_id task_id",
            "task_comments": "id task_id created_at json kept",
        },
        {
            "document": "profileIds topicIds versions fileIds noteOnly",
            "task": "profileIds topicIds documentIds",
            "comment": "taskId",
        },
    ),
    Line(
        "trees",
        "The shape of trees (topics, groups, sub-groups, sub-tasks) and the order of lists",
        {
            "tasks": "parent_id rank",
            "topics": "parent_id rank",
            "statuses": "rank",
            "profiles": "group_id sub_group_id rank",
            "profile_groups": "moved_to rank",
            "profile_sub_groups": "group_id moved_to rank",
            "profile_group_moves": "id moved_to",
        },
        {
            "task": "parentId",
            "topic": "parentId",
            "status": "movedTo",
            "profile": "groupId subGroupId",
            "profile-group": "movedTo",
            "profile-sub-group": "groupId movedTo",
        },
    ),
    Line(
        "people_in_items",
        "Who a task is assigned to, who is mentioned in a comment, and who wrote it",
        {"tasks": "assignee_ids"},
        {"task": "assigneeIds", "comment": "mentionIds"},
    ),
    Line(
        "files",
        (
            "The sizes of texts and files in steps of about 3 %, and which file is fetched by whom, "
            "when and in which parts"
        ),
        {
            "files": "id state version roles bytes uploader links expires_at keep_until file",
            "unlinked_files": "account_id id keep_until",
        },
    ),
    Line(
        "mail",
        "The emails that Coffer sends: to whom, what they say, when, and whether they arrived",
        {
            "email_messages": (
                "id sender_account_id template class to_ref batch_id state attempts provider_id code "
                "next_attempt_at created_at updated_at"
            ),
        },
    ),
    Line(
        "activity",
        "The audit log, notifications, and suspicious activity",
        {
            "audit_log": "position at category action outcome severity actor_id target_id json",
            "personal_log": "position user_id at category action outcome severity actor_id target_id json",
            "audit_visits": "actor_id session_id device_id position until entry",
            "notices": "id user_id account_id kind about target_id person_id at until read_at json",
            "restraints": "kind subject since until times",
            "activities": "id user_id state severity dedup_key last_at json account_ids",
            "suspicious_activity": "id user_id state severity dedup_key last_at json",
        },
    ),
)

NEVER = (
    "Titles, texts, contact details, file names, kinds and contents of files, previews, names of "
    "profiles, topics and statuses, what you search for, pass-phrases, recovery keys and private keys"
)
