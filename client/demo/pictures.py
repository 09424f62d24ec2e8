"""Small real files: pages that look scanned, as PDF and PNG, with the small picture that a list shows.

Everything is drawn here from a seed, so that no file of anybody is in the demo.
"""

from __future__ import annotations

import struct
import zlib
from typing import NamedTuple

from client.demo.dice import Dice

WIDTH, HEIGHT = 320, 448
_SHRUNK = 4
_LEFT, _RIGHT, _TOP, _LINE = 32, WIDTH - 32, 40, 14
# Paper is not white: 16 light greys.
_GRAIN = bytes(232 + value % 20 for value in range(256))


class Page(NamedTuple):
    """Grey pixels, row by row."""

    width: int
    height: int
    pixels: bytes


class Paper(NamedTuple):
    media_type: str
    content: bytes
    thumbnail: bytes
    width: int
    height: int


def paper(rng: Dice, title: str, lines: list[str], *, as_picture: bool) -> Paper:
    """A page about something: as a PDF whose words can be searched, or as a picture of it."""
    page = _page(rng)
    content = _png(page) if as_picture else _pdf(page, title, lines)
    media_type = "image/png" if as_picture else "application/pdf"
    return Paper(media_type, content, _png(_shrunk(page)), page.width, page.height)


def _page(rng: Dice) -> Page:
    """Paper with lines of something written on it."""
    pixels = bytearray(rng.randbytes(WIDTH * HEIGHT).translate(_GRAIN))
    for row in range(_TOP, HEIGHT - _TOP, _LINE):
        if rng.random() < 0.15:
            continue
        end = rng.randrange((_LEFT + _RIGHT) // 2, _RIGHT)
        ink = bytes([rng.randrange(40, 90)]) * (end - _LEFT)
        for at in range(row, row + 4):
            pixels[at * WIDTH + _LEFT : at * WIDTH + end] = ink
    return Page(WIDTH, HEIGHT, bytes(pixels))


def _shrunk(page: Page) -> Page:
    rows = (
        page.pixels[y * page.width : (y + 1) * page.width : _SHRUNK] for y in range(0, page.height, _SHRUNK)
    )
    return Page(page.width // _SHRUNK, page.height // _SHRUNK, b"".join(rows))


def _png(page: Page) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = range(0, len(page.pixels), page.width)
    raw = b"".join(b"\0" + page.pixels[at : at + page.width] for at in rows)
    header = struct.pack(">IIBBBBB", page.width, page.height, 8, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(raw, 1))
        + chunk(b"IEND", b"")
    )


def _pdf(page: Page, title: str, lines: list[str]) -> bytes:
    text = [b"BT /F1 16 Tf 48 640 Td (" + _escaped(title) + b") Tj /F1 10 Tf"]
    text += [b"0 -18 Td (" + _escaped(line) + b") Tj" for line in lines]
    drawn = b"q 480 0 0 672 0 0 cm /I1 Do Q\n" + b"\n".join(text) + b" ET"
    size = f"/Width {page.width} /Height {page.height}".encode()
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 480 672] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> /XObject << /I1 6 0 R >> >> >>",
        _stream(b"", drawn),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        _stream(
            b"/Type /XObject /Subtype /Image " + size + b" /ColorSpace /DeviceGray /BitsPerComponent 8 ",
            page.pixels,
        ),
    ]
    written, places = bytearray(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"), list[int]()
    for number, body in enumerate(objects, start=1):
        places.append(len(written))
        written += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    start = len(written)
    written += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    written += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    written += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(written)


def _stream(said: bytes, data: bytes) -> bytes:
    return b"<< " + said + f"/Length {len(data)} >>\nstream\n".encode() + data + b"\nendstream"


def _escaped(text: str) -> bytes:
    """As a string of a PDF in its Latin encoding; what that does not have becomes a question mark."""
    encoded = text.encode("cp1252", errors="replace")
    return encoded.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")
