"""Columns of read models by table, and the line of the list that says them."""

from __future__ import annotations

from projections.seen.lines import Places

COLUMNS: Places = {
    "people": {
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
    "devices": {
        "devices": (
            "id user_id state device_public_key sign_public_key statement_hash recovery "
            "announced_at attached_at json"
        ),
        "key_people": "user_id capabilities verified person_salt_ref seen_at",
        "person_salts": "user_id statement_hash salt_ref at",
    },
    "account": {
        "account_states": "state display_name withheld read_only_from",
        "accounts": "display_name state version seats custom_roles audit_days json",
        "account_dues": "account_id what due_at paused",
        "account_erasures": "account_id due_at started_at steps erased_at proof",
        "reminder_zones": "id zone",
        "expiry_policies": "id json",
        "due_policies": "id json",
        "audit_settings": "id json",
    },
    "members": {
        "account_members": "user_id role_id reads_role_ids joined_at",
        "account_roles": "role_id key name permissions system",
        "roles": "role_id name key json",
        "memberships": "user_id role_id joined_at json",
        "invitations": "id email_hash role_id state expires_at custodian_role_id pairing json",
        "invitation_links": "account_id id email_hash token_hash role_id invited_by state expires_at json",
        "role_keys": "role_id generation public_key sign_public_key name_salt roll_due personal changed_at",
        "role_holders": "role_id user_id since",
        "role_wraps": "role_id device_id generation user_id device_public_key json",
        "role_links": "role_id generation number sealed",
    },
    "record": {
        "key_log": "place type hash json",
        "account_leaves": "index tag place content",
        "account_tree_nodes": "level index hash",
        "account_trees": "size key_seq key_head",
        "chains": "kind id place statement signature audience",
        "account_heads": "note size signed_at",
    },
    "items": {
        "documents": "id state lifecycle version created_at created_by updated_at json kept",
        "contacts": "id state version created_at created_by updated_at json kept",
        "vendors": "id state version created_at created_by updated_at json kept",
        "saved_filters": "id state version created_at created_by updated_at json kept",
        "tasks": "id state version created_at created_by updated_at json kept",
        "profiles": "id state version created_at created_by updated_at json kept",
        "statuses": "id state version created_at created_by updated_at json kept",
        "topics": "id state version created_at created_by updated_at json kept",
        "profile_groups": "id state version created_at created_by updated_at json kept",
        "profile_sub_groups": "id state version created_at created_by updated_at json kept",
        "binned": "account_id kind id version keep_until",
        "document_profile_marks": "id hides gone",
        "task_profile_marks": "id hides gone",
        "changes": "position resource id version op by origin at",
    },
    "audience": {
        "documents": "audience ever_for ended",
        "contacts": "audience ever_for ended",
        "vendors": "audience ever_for ended",
        "saved_filters": "audience ever_for ended",
        "tasks": "audience ever_for ended",
        "profiles": "audience ever_for ended",
        "statuses": "audience",
        "topics": "audience",
        "profile_groups": "audience",
        "profile_sub_groups": "audience",
        "changes": "audience lost",
        "change_audiences": "id roles",
    },
    "dates": {
        "documents": "expires_on",
        "tasks": "due due_time",
        "task_reminders": "account_id task_id id due_on fire_at",
        "reminded_tasks": "id json",
        "expiry_dues": "account_id document_id stage warn_at author_id",
        "expiring_documents": "id json",
        "task_dues": "account_id task_id warn_at author_id",
        "document_renewals": "document_id expired_on renewed_at",
        "due_tasks": "id json",
    },
    "status": {
        "tasks": "status_id category outcome closed_at",
        "task_outcomes": "id outcome",
        "task_places": "id category since",
        "task_moves": "task_id number from_category since to_category at user_id",
        "statuses": "category outcome",
        "profiles": "type_id",
        "profile_groups": "type_id",
        "profile_type_orders": "type_ids",
        "saved_filters": "entity scope",
    },
    "links": {
        "documents": "profile_ids topic_ids hidden_by",
        "document_profiles": "document_id profile_id",
        "tasks": "profile_ids topic_ids hidden_by",
        "task_profiles": "profile_id task_id",
        "task_comments": "id task_id created_at json kept",
    },
    "trees": {
        "tasks": "parent_id rank",
        "topics": "parent_id rank",
        "statuses": "rank",
        "profiles": "group_id sub_group_id rank",
        "profile_groups": "moved_to rank",
        "profile_sub_groups": "group_id moved_to rank",
        "profile_group_moves": "id moved_to",
    },
    "people_in_items": {
        "tasks": "assignee_ids",
    },
    "files": {
        "files": "id state version roles bytes uploader links expires_at keep_until file",
        "unlinked_files": "account_id id keep_until",
        "document_figures": "id versions version_files other_files",
    },
    "mail": {
        "email_messages": (
            "id sender_account_id sent_by template class to_ref batch_id state attempts provider_id code "
            "next_attempt_at sent_at created_at updated_at"
        ),
        "account_mails": "id class state created_at",
        "digests": "account_id user_id wanted documents tasks through given_on send_at",
        "suppressions": "id email_index of_account_id reason",
        "email_batches": (
            "id sender_account_id total state queued waiting sent failed suppressed cancelled created_at"
        ),
    },
    "activity": {
        "audit_log": "position at category action outcome severity actor_id target_id json",
        "personal_log": "position user_id at category action outcome severity actor_id target_id json",
        "account_mentions": "stream_id",
        "audit_visits": "actor_id session_id device_id position until entry",
        "damaged_objects": "id account_id file_id document_id loose",
        "notices": "id user_id account_id kind about target_id person_id at until read_at expires_on json",
        "restraints": "kind subject since until times",
        "activities": (
            "id user_id state severity dedup_key detector first_at last_at resolved_at json account_ids"
        ),
        "suspicious_activity": (
            "id user_id state severity dedup_key detector first_at last_at resolved_at json"
        ),
    },
}
