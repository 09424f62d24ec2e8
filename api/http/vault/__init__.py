"""Keys over HTTP."""

from __future__ import annotations

from litestar import Controller

from api.http.vault.devices import DeviceController
from api.http.vault.key_log import KeyLogController
from api.http.vault.public_keys import PublicKeyController
from api.http.vault.role_keys import RoleKeyController

HANDLERS: list[type[Controller]] = [
    KeyLogController,
    DeviceController,
    PublicKeyController,
    RoleKeyController,
]
