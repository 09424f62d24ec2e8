"""Text for spreadsheets, which take some beginnings for formulas and carry them out."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def harmless(text: str) -> str:
    """The text as a cell that is shown and never reckoned."""
    return f"'{text}" if text.startswith(_FORMULA) else text
