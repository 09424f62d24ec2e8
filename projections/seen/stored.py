"""Columns of tables that are no read models, and the line of the list that says them."""

from __future__ import annotations

from projections.seen.lines import Places

STORED: Places = {
    "people": {
        "identity.session_secret": "session_id token_hash handle",
        "identity.former_secret": "token_hash session_id ends_at",
        "identity.password": "user_id hash",
        "identity.passkey": "passkey_id user_id credential_id public_key counter transports aaguid",
        "identity.known_browser": "user_id browser_hash seen_at",
        "identity.pending_registration": "browser_hash address sealed password_hash expires_at",
        "identity.one_time_code": "purpose address code_hash expires_at tries",
        "es.event": "session_id ip_ref agent_ref",
        "es.subject_key": "subject owner_id wrapped expires_on created_at",
        "analytics.login": "name account_id label added_at",
    },
    "devices": {
        "es.event": "device_id",
        "vault.unlock_share": "session_id device_id user_id share expires_at",
        "vault.recovery_read": "user_id day number",
    },
    "account": {"es.claim": "account_id kind value stream_id position"},
    "record": {
        "vault.sealed_head": "account_id size signed_at",
        "seal.tree": "log_id size peaks",
        "seal.tile": "log_id level index hashes",
        "seal.checkpoint": "log_id size root signed_at note",
    },
    "files": {
        "work.upload": (
            "upload_id account_id user_id file_id content_handle thumbnail_handle expires_at finalised"
        ),
        "work.upload_part": "upload_id object number size sha256 frame_hashes",
    },
    "mail": {
        "messaging.mail_body": "message_id sealed created_at",
        "messaging.mail_batch": "batch_id sealed created_at",
    },
    "activity": {
        "es.event": (
            "log_id position account_id kind entity_id stream_id stream_version type schema_version "
            "state event_id "
            "actor_kind actor_id impersonator_id correlation_id causation_id request_id origin occurred_at "
            "recorded_at leaf_hash"
        ),
        "es.idempotency": "account_id actor_id key route fingerprint response position created_at",
        "es.outbox": "id topic payload dedup created_at attempts next_at done_at waits_for",
        "es.snapshot": "log_id stream_id stream_version shape state",
        "oversight.detector_state": "detector key state until",
    },
    "its own": {
        "es.head": "log_id position oldest_epoch inline",
        "es.channel": "one suffix",
        "analytics.secret": "one value",
        "analytics.source": "table_name columns",
        "es.secret_check": "name value made_at",
        "es.read_model": "name version",
        "es.tracking": "follower log_id position",
        "es.parked": "follower log_id account_id position error parked_at",
        "vault.log_key": "name public_key since",
        "keeping.place": "part place began_at finished_at",
        "keeping.damage": "part subject finding found_at",
        "keeping.digest_due": "account_id since written_at recorded_at due",
        "public.migration": "name applied_at checksum",
        "public.release": "epoch since",
    },
}
