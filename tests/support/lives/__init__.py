"""Generators for the laws over every decider: one per kind of aggregate, by its name."""

from __future__ import annotations

from collections.abc import Mapping

from domain.identity.access_log import ACCESS_LOG
from domain.identity.security_log import SECURITY_LOG
from domain.oversight.notices import NOTICE_READING
from domain.oversight.read_models import READ_MODELS
from domain.vault.account_heads import ACCOUNT_HEAD
from tests.support.lives import accounts, entries, files, items, key_log, logs, mail, people, tasks, vault
from tests.support.lives.steps import Generator

GENERATORS: Mapping[str, Generator] = {
    "user": Generator(people.user),
    "session": Generator(people.session),
    "security_log": Generator(logs.log_of(SECURITY_LOG)),
    "access_log": Generator(logs.log_of(ACCESS_LOG)),
    "account": Generator(accounts.account),
    "invitation": Generator(accounts.invitation),
    "voucher": Generator(accounts.voucher),
    "email": Generator(mail.email),
    "email_batch": Generator(mail.email_batch),
    "mail_day": Generator(mail.mail_day),
    "suppression": Generator(mail.suppression),
    "key_log": Generator(key_log.key_log, key_log.STATEMENTS, key_log.kind_of),
    "device": Generator(vault.device),
    "role_keyring": Generator(vault.role_keyring),
    "account_head": Generator(logs.log_of(ACCOUNT_HEAD)),
    "document": Generator(items.document),
    "file": Generator(files.file),
    "contact": Generator(items.contact_or_vendor),
    "vendor": Generator(items.contact_or_vendor),
    "status_board": Generator(entries.status_board),
    "topic_list": Generator(entries.topic_list),
    "profile_tree": Generator(entries.profile_tree),
    "task": Generator(tasks.task),
    "saved_filter": Generator(items.saved_filter),
    "profile": Generator(items.profile),
    "notice": Generator(logs.notice),
    "notice_reading": Generator(logs.log_of(NOTICE_READING)),
    "damage": Generator(logs.damage),
    "expiry": Generator(logs.expiry),
    "due": Generator(logs.due),
    "erasure": Generator(logs.erasure),
    "read_models": Generator(logs.log_of(READ_MODELS)),
    "digest": Generator(logs.digest),
    "activity": Generator(logs.activity),
}
