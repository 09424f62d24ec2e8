"""Voucher codes as people type them: 16 symbols of Crockford's base 32 and a check symbol."""

from __future__ import annotations

_SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CHECK_SYMBOLS = _SYMBOLS + "*~$=U"
_LENGTH = 16
_LOOK_ALIKES = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


def code_of(number: int) -> str:
    """The code of an 80-bit number, in groups of four."""
    if not 0 <= number < 1 << 80:
        raise ValueError("a voucher code holds 80 bits")
    symbols = "".join(_SYMBOLS[number >> 5 * place & 31] for place in reversed(range(_LENGTH)))
    groups = [symbols[start : start + 4] for start in range(0, _LENGTH, 4)]
    return "-".join([*groups, _CHECK_SYMBOLS[number % 37]])


def normal_code(typed: str) -> str | None:
    """The 17 symbols that were meant, or None when they cannot be a code.

    Case, blanks and hyphens do not count, and letters that look like digits are read as such; the check
    symbol finds a wrong or swapped one before the code costs a try.
    """
    symbols = typed.strip().upper().translate(_LOOK_ALIKES)
    if len(symbols) != _LENGTH + 1 or any(symbol not in _SYMBOLS for symbol in symbols[:-1]):
        return None
    number = 0
    for symbol in symbols[:-1]:
        number = number << 5 | _SYMBOLS.index(symbol)
    return symbols if symbols[-1] == _CHECK_SYMBOLS[number % 37] else None
