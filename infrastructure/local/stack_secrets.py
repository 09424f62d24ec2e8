"""The secrets of an installation of our own, made at its first start."""

import sys
from pathlib import Path

from infrastructure.local.secret_files import kept_secret

_BY_VARIABLE = {"COFFER_AUTH_SECRET": "auth-secret", "COFFER_KEK": "kek", "COFFER_BLOB_SECRET": "blob-secret"}


def ensure_secrets(data: Path) -> dict[str, str]:
    """Make what is missing; the answer names the files in the variables of the settings."""
    folder = data / "secrets"
    for name in _BY_VARIABLE.values():
        kept_secret(folder / name)
    kept_secret(folder / "log-key.pem", _new_log_key)
    named = {f"{variable}_FILE": str(folder / name) for variable, name in _BY_VARIABLE.items()}
    return {**named, "COFFER_LOG_KEY_FILE": str(folder / "log-key.pem")}


def _new_log_key() -> bytes:
    # Once in the life of an installation; every other start of the supervisor goes without the library.
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


if __name__ == "__main__":
    ensure_secrets(Path(sys.argv[1]))
