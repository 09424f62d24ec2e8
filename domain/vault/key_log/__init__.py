"""The signed key log of an account, replayed by the server as by every client."""

from domain.vault.key_log.decider import (
    KEY_LOG,
    AppendKeyStatement,
    KeyStatementAppended,
    card_of,
    check_author,
    proofs_of,
    read_statement,
)
from domain.vault.key_log.state import DeviceKeys, KeyLog, Policy, RoleKey, no_authority

__all__ = [
    "KEY_LOG",
    "AppendKeyStatement",
    "DeviceKeys",
    "KeyLog",
    "KeyStatementAppended",
    "Policy",
    "RoleKey",
    "card_of",
    "check_author",
    "no_authority",
    "proofs_of",
    "read_statement",
]
