"""Ports on this machine: which are free, and who could be asked on them."""

import errno
import socket

LOOPBACK = "127.0.0.1"


def free_port() -> int:
    """A port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def is_taken(port: int) -> bool:
    """Whether a program holds the port on either family: `localhost` may mean both."""
    for family, address in ((socket.AF_INET, LOOPBACK), (socket.AF_INET6, "::1")):
        try:
            with socket.socket(family) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind((address, port))
        except OSError as refusal:
            # A machine without IPv6 has no ::1 to be taken.
            if refusal.errno in (errno.EADDRINUSE, errno.EACCES):
                return True
    return False


def answers_smtp(port: int) -> bool:
    """Whether a mail server of this machine greets who calls."""
    try:
        with socket.create_connection((LOOPBACK, port), timeout=2) as connection:
            return connection.recv(3) == b"220"
    except OSError:
        return False
