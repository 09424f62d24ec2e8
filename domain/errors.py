"""Refusals: every way in which the domain says no, with the code and the reason a client can act on."""

from __future__ import annotations

from typing import Any, ClassVar

A_MOMENT = 2
"""Seconds after which it is worth asking again, where nobody knows better: the product itself looks for a
store that is away twice a second, and a restart takes about a second."""


class Refused(Exception):
    """A command was understood and is not carried out.

    `code` is one of the error catalogue of the specification, `reason` a stable word for programs,
    `message` a sentence for the person, `details` further facts that the answer carries.
    """

    code: ClassVar[str] = "failed_precondition"

    def __init__(self, message: str, *, reason: str = "", **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.reason = reason or self.code
        self.details = details


class InvalidArgument(Refused):
    """A value is malformed or out of its bounds, whatever the state of the system."""

    code = "invalid_argument"


class OutOfRange(Refused):
    """A value is well formed and lies past a limit."""

    code = "out_of_range"


class NotFound(Refused):
    """There is no such thing, or none that this caller may know of."""

    code = "not_found"


class AlreadyExists(Refused):
    """The thing to be made is there already, with another content."""

    code = "already_exists"


class Stale(Refused):
    """A concurrent change came first; the caller reads again and retries."""

    code = "aborted"


class NotAllowed(Refused):
    """The caller is known and may not do this."""

    code = "permission_denied"


class NotSignedIn(Refused):
    """There is no session, or it has ended.

    The specification fixes the message. (A client without a session throws 'You must be logged in.'
    before it sends anything.)
    """

    code = "unauthenticated"

    def __init__(self, *, reason: str = "") -> None:
        super().__init__("Not authorized", reason=reason)


class LimitReached(Refused):
    """A rate is used up, for `retry_after` seconds from now."""

    code = "resource_exhausted"

    def __init__(self, message: str, *, reason: str = "", retry_after: int, **details: Any) -> None:
        super().__init__(message, reason=reason, retry_after=retry_after, **details)


class Full(Refused):
    """There are as many as there may be. Waiting does not help, so there is no `retry_after`."""

    code = "resource_exhausted"


class Damaged(Refused):
    """Bytes do not prove what they claim to prove."""

    code = "data_loss"


class Unavailable(Refused):
    """A part of the system does not answer; nothing was changed.

    In `retry_after` seconds it is worth asking again.
    """

    code = "unavailable"

    def __init__(
        self, message: str, *, reason: str = "", retry_after: int = A_MOMENT, **details: Any
    ) -> None:
        super().__init__(message, reason=reason, retry_after=retry_after, **details)


class OutcomeUnknown(Unavailable):
    """A write was sent and its answer was lost: whether it took place is not known.

    Sent again under the same idempotency key it takes place once.
    """
