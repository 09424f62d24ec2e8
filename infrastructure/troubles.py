"""Trouble with what stands around the product, in the words of a refusal: store, cache, objects, disk."""

from __future__ import annotations

import errno

from botocore.exceptions import BotoCoreError, ClientError
from psycopg import errors
from psycopg_pool import PoolClosed, PoolTimeout, TooManyRequests
from redis.exceptions import RedisError

from domain.errors import Refused, Unavailable
from infrastructure.disk import no_space
from infrastructure.postgres import no_answer

_STORE = (errors.OperationalError, errors.InterfaceError, PoolTimeout, PoolClosed, TooManyRequests)
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def trouble_of(failure: Exception) -> Refused | None:
    """The refusal for a failure that is not a fault of the program; None for one that is.

    Adapters say it better, where they know what was being done. This is for what none of them thought of.
    """
    match failure:
        case _ if isinstance(failure, _STORE):
            return no_answer(failure)
        case RedisError():
            return Unavailable(
                "The cache does not answer. Try again in a moment.", reason="cache_unavailable"
            )
        case BotoCoreError() | ClientError():
            return Unavailable(
                "The object store does not answer. Try again in a moment.", reason="object_store"
            )
        case OSError(errno=number) if number in _FULL:
            return no_space()
        case OSError():
            return Unavailable(
                "The server cannot use its disk or network. Try again in a moment.",
                reason="system_unavailable",
            )
        case _:
            return None
