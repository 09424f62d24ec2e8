"""Private files are whole or not there."""

import resource
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from infrastructure.local.secret_files import write_private


@contextmanager
def no_file_larger_than(size: int) -> Generator[None]:
    """As where the disk has room for no more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_what_could_not_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    write_private(path, b"before")
    with no_file_larger_than(1000), pytest.raises(OSError, match="too large"):
        write_private(path, b"x" * 5000)
    assert [file.name for file in tmp_path.iterdir()] == ["secret"]
    assert path.read_bytes() == b"before"
