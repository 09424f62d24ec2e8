"""Every kind of aggregate there is. What may be done with them is in the routes of each context."""

from __future__ import annotations

from typing import Any

from domain.accounts.accounts import ACCOUNT
from domain.accounts.invitations import INVITATION
from domain.accounts.vouchers import VOUCHER
from domain.identity.access_log import ACCESS_LOG
from domain.identity.security_log import SECURITY_LOG
from domain.identity.sessions import SESSION
from domain.identity.users import USER
from domain.kernel import Decider
from domain.messaging.batches import EMAIL_BATCH
from domain.messaging.digests import DIGEST
from domain.messaging.email import EMAIL
from domain.messaging.mail_days import MAIL_DAY
from domain.messaging.suppressions import SUPPRESSION
from domain.oversight.damage import DAMAGE
from domain.oversight.due import DUE
from domain.oversight.erasure import ERASURE
from domain.oversight.expiry import EXPIRY
from domain.oversight.notices import NOTICE, NOTICE_READING
from domain.oversight.read_models import READ_MODELS
from domain.oversight.suspicion.activities import ACTIVITY
from domain.vault.account_heads import ACCOUNT_HEAD
from domain.vault.devices import DEVICE
from domain.vault.key_log import KEY_LOG
from domain.vault.role_keys import ROLE_KEYRING
from domain.work.contacts import CONTACT
from domain.work.documents import DOCUMENT
from domain.work.files import FILE
from domain.work.profile_tree import PROFILE_TREE
from domain.work.profiles import PROFILE
from domain.work.saved_filters import SAVED_FILTER
from domain.work.statuses import STATUS_BOARD
from domain.work.tasks import TASK
from domain.work.topics import TOPIC_LIST
from domain.work.vendors import VENDOR

DECIDERS: tuple[Decider[Any, Any, Any], ...] = (
    USER,
    SESSION,
    SECURITY_LOG,
    ACCESS_LOG,
    ACCOUNT,
    INVITATION,
    VOUCHER,
    EMAIL,
    EMAIL_BATCH,
    MAIL_DAY,
    SUPPRESSION,
    DIGEST,
    KEY_LOG,
    DEVICE,
    ROLE_KEYRING,
    ACCOUNT_HEAD,
    DOCUMENT,
    FILE,
    CONTACT,
    VENDOR,
    STATUS_BOARD,
    TOPIC_LIST,
    PROFILE_TREE,
    TASK,
    SAVED_FILTER,
    PROFILE,
    NOTICE,
    NOTICE_READING,
    DAMAGE,
    EXPIRY,
    DUE,
    ERASURE,
    READ_MODELS,
    ACTIVITY,
)
