"""From when on something is suspicious. The numbers of an installation stand in `detectors.toml`."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated

from msgspec import Meta, Struct

Count = Annotated[int, Meta(ge=1, le=10_000)]
Minutes = Annotated[int, Meta(ge=1, le=60 * 24 * 7)]


class _Numbers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    enabled: bool = True


class _Windowed(_Numbers, frozen=True, kw_only=True):
    minutes: Minutes

    @property
    def window(self) -> timedelta:
        return timedelta(minutes=self.minutes)


class OtpBruteForce(_Windowed, frozen=True, kw_only=True):
    count: Count = 5
    severe: Count = 15
    minutes: Minutes = 15
    codes_off_minutes: Minutes = 60


class PasswordBruteForce(_Windowed, frozen=True, kw_only=True):
    count: Count = 10
    minutes: Minutes = 15
    delay_minutes: Minutes = 60


class PasswordSpray(_Windowed, frozen=True, kw_only=True):
    addresses: Count = 8
    minutes: Minutes = 30
    throttle_minutes: Minutes = 60


class CredentialStuffing(_Windowed, frozen=True, kw_only=True):
    count: Count = 100
    minutes: Minutes = 60
    throttle_minutes: Minutes = 120


class SuccessAfterFailures(_Windowed, frozen=True, kw_only=True):
    count: Count = 5
    minutes: Minutes = 60


class NewDevice(_Numbers, frozen=True, kw_only=True):
    pass


class ImpossibleTravel(_Numbers, frozen=True, kw_only=True):
    kilometres: Count = 500
    kilometres_per_hour: Count = 900


class ClonedPasskey(_Numbers, frozen=True, kw_only=True):
    pass


class SessionReuse(_Windowed, frozen=True, kw_only=True):
    minutes: Minutes = 10
    grace_seconds: Annotated[int, Meta(ge=0, le=600)] = 10
    """Requests that were on their way when the session ended are no reuse."""


class DormantReturn(_Numbers, frozen=True, kw_only=True):
    days: Annotated[int, Meta(ge=1, le=3650)] = 90


class Impersonation(_Numbers, frozen=True, kw_only=True):
    pass


class Thresholds(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    otp_brute_force: OtpBruteForce = OtpBruteForce()
    password_brute_force: PasswordBruteForce = PasswordBruteForce()
    password_spray: PasswordSpray = PasswordSpray()
    credential_stuffing: CredentialStuffing = CredentialStuffing()
    success_after_failures: SuccessAfterFailures = SuccessAfterFailures()
    new_device: NewDevice = NewDevice()
    impossible_travel: ImpossibleTravel = ImpossibleTravel()
    cloned_passkey: ClonedPasskey = ClonedPasskey()
    session_reuse: SessionReuse = SessionReuse()
    dormant_return: DormantReturn = DormantReturn()
    impersonation: Impersonation = Impersonation()
