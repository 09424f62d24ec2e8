"""What can be asked of people and of their sessions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any, get_args

from domain.identity import users as u
from domain.identity.sessions import (
    REFRESH_AFTER,
    ConfirmSession,
    EndSession,
    RefreshSession,
    Session,
    StartImpersonation,
    StartSession,
    SwitchAccount,
    TieDevice,
)
from domain.identity.users.commands import UserCommand
from domain.ids import AccountId, DeviceId, PasskeyId, SessionId
from domain.kernel import Actor, Moment, PiiRef
from tests.support.decisions import NOON
from tests.support.lives.steps import Ask
from tests.support.shapes import ACCOUNT, ANN, named

NOW = Moment(Actor("user", ANN), NOON)
LATER = NOON + timedelta(days=30)


def user(person: u.User | None, word: str) -> Iterator[Ask]:
    if person is None:
        for password, proven in ((True, True), (False, False)):
            registers = u.RegisterUser(
                user_id=ANN,
                email_ref=PiiRef("p1.mail"),
                email_index="index",
                name_ref=PiiRef("p1.name"),
                method="password" if password else "otp",
                password=password,
                proven=proven,
            )
            yield Ask(registers, NOW)
        return
    commands: list[UserCommand] = [
        u.VerifyEmail(),
        u.RenameUser(PiiRef(f"p1.{word}")),
        u.ChangeEmail(email_ref=PiiRef(f"p1.{word}"), email_index=word),
        *(u.SetPassword(reason) for reason in get_args(u.PasswordReason)),
        u.LinkSocialIdentity("google", "subject"),
        u.LinkSocialIdentity("microsoft", word),
        u.BanUser("abuse"),
        u.BanUser("spam", LATER),
        u.UnbanUser(),
        u.ChangePlatformRole("admin"),
        u.ChangePlatformRole("user"),
        u.RequestErasure(LATER),
        u.EraseUser("proof"),
    ]
    for kind in get_args(u.DeviceType):
        commands.append(_passkey(f"{word} {kind}", kind))
    for id, passkey in person.passkeys.items():
        commands += [
            u.UsePasskey(passkey_id=PasskeyId(id), counter=passkey.counter + 1, backed_up=True),
            u.RenamePasskey(PasskeyId(id), PiiRef(f"p1.{word}")),
            u.RemovePasskey(PasskeyId(id)),
        ]
    yield from (Ask(command, NOW) for command in commands)


def _passkey(word: str, kind: u.DeviceType) -> u.AddPasskey:
    return u.AddPasskey(
        passkey_id=PasskeyId(named(word)),
        credential_hash=word,
        name_ref=PiiRef(f"p1.{word}"),
        device_type=kind,
        backed_up=False,
        counter=0,
    )


def session(kept: Session | None, word: str) -> Iterator[Ask]:
    if kept is None:
        starts = StartSession(
            session_id=SessionId(named("session")), user_id=ANN, method="otp", new_device=False, epoch=0
        )
        yield Ask(starts, NOW)
        looks = StartImpersonation(
            target_user_id=ANN,
            reason="support",
            by_session_id=SessionId(named("their own")),
            epoch=0,
            account_id=ACCOUNT,
        )
        yield Ask(looks, Moment(Actor("support"), NOON))
        return
    commands: list[Any] = [
        RefreshSession(),
        ConfirmSession(),
        SwitchAccount(ACCOUNT),
        SwitchAccount(AccountId(named(word))),
        SwitchAccount(None),
        TieDevice(DeviceId(named(word))),
        EndSession("signout"),
    ]
    used = kept.expires_at - REFRESH_AFTER
    for now in (NOON, used):
        yield from (Ask(command, NOW._replace(now=now)) for command in commands)
