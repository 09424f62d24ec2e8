"""The settings of an account: its name, how it writes dates, what it discloses, in which order it shows."""

from __future__ import annotations

from typing import assert_never

from domain.accounts.accounts import commands as c
from domain.accounts.accounts import events as e
from domain.accounts.accounts.authority import require, require_writable
from domain.accounts.accounts.settings import DateFormat
from domain.accounts.accounts.state import Account
from domain.errors import InvalidArgument
from domain.kernel import Moment


def decide_preference(command: c.SettingCommand, account: Account, moment: Moment) -> list[e.AccountEvent]:
    structure = isinstance(command, c.OrderProfileTypes)
    require(account, moment, "profile.structure" if structure else "account.update")
    require_writable(account, moment)
    match command:
        case c.RenameAccount(display_name=name):
            return [] if name == account.display_name else [e.AccountRenamed(name)]
        case c.ChangeDateFormat():
            chosen = (command.date_format, command.date_input_format, command.date_separator)
            return [] if DateFormat(*chosen) == account.dates else [e.DateFormatChanged(*chosen)]
        case c.ChangeLanguage(language=language):
            return [] if language == account.language else [e.LanguageChanged(language)]
        case c.ChangeZone(zone=zone):
            return [] if zone == account.zone else [e.ZoneChanged(zone)]
        case c.ChangeDisclosure(disclosure=disclosure):
            return [] if disclosure == account.disclosure else [e.DisclosureChanged(disclosure)]
        case c.ChangeExpiryPolicy(stages=stages):
            ordered = tuple(sorted(set(stages), reverse=True))
            return [] if ordered == account.expiry_stages else [e.ExpiryPolicyChanged(ordered)]
        case c.ChangeSecurityPolicy(policy=policy):
            if policy == account.security:
                return []
            return [e.SecurityPolicyChanged(policy.two_step, policy.key_grant)]
        case c.OrderProfileTypes(type_ids=type_ids):
            if sorted(type_ids) != sorted(account.profile_type_ids):
                raise InvalidArgument("Name every profile type exactly once.", reason="incomplete_order")
            return [] if type_ids == account.profile_type_ids else [e.ProfileTypesOrdered(type_ids)]
        case _:
            assert_never(command)
