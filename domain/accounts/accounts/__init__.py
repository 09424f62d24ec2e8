"""The account aggregate: its life, its settings, its members and its roles."""

from domain.accounts.accounts.decider import ACCOUNT
from domain.accounts.accounts.state import Account

__all__ = ["ACCOUNT", "Account"]
