"""The ways in which bytes are refused, each with its code of the error catalogue."""

from __future__ import annotations

from typing import ClassVar


class CryptoError(Exception):
    """Something was refused; `code` is a word of the error catalogue."""

    code: ClassVar[str] = "internal"


class DataLoss(CryptoError):
    """Bytes do not prove what they claim to prove. It never says which step failed."""

    code = "data_loss"


class InvalidArgument(CryptoError):
    """A value is malformed, or a pass-phrase or recovery key does not fit."""

    code = "invalid_argument"


class OutOfRange(CryptoError):
    """A number would pass the limit up to which a format is safe."""

    code = "out_of_range"


class FailedPrecondition(CryptoError):
    """The keys are not in the state that this needs."""

    code = "failed_precondition"


class NotFound(CryptoError):
    """There is no wrap or key for this."""

    code = "not_found"


class Unimplemented(CryptoError):
    """A version or type of a later time: update the application."""

    code = "unimplemented"
