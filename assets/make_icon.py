#!/usr/bin/env python3
"""Draws assets/icon.png: three tiles and a wall on a board of three by three cells.

    python3 assets/make_icon.py

Uses nothing but Python's own library. Run it again after a change here.
"""

import pathlib
import struct
import zlib

SIDE = 256
CELL = 80
RULE = 4

PAPER = (0xFF, 0xFF, 0xFF)
BLACK = (0x00, 0x00, 0x00)
GRID = (0xE3, 0xE3, 0xE3)
COLOURS = {
    "R": (0xE4, 0x51, 0x25),
    "B": (0x00, 0x57, 0xA0),
    "Y": (0xF6, 0xDC, 0x5A),
    "#": BLACK,
    ".": PAPER,
}
BOARD = ["R.B", ".#.", "Y.."]


def pixel(x, y):
    """Returns the colour at this place, in pixels from the top left."""
    if not (RULE <= x < SIDE - RULE and RULE <= y < SIDE - RULE):
        return BLACK
    column, in_column = divmod(x - RULE, CELL + RULE)
    row, in_row = divmod(y - RULE, CELL + RULE)
    if in_column >= CELL or in_row >= CELL:
        return GRID
    return COLOURS[BOARD[row][column]]


def chunk(kind, data):
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def png():
    """Returns the picture as the bytes of a PNG, 8 bits a channel, no alpha."""
    # Each row begins with its filter, 0 for none.
    rows = (b"\0" + b"".join(bytes(pixel(x, y)) for x in range(SIDE)) for y in range(SIDE))
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"".join(rows), 9))
        + chunk(b"IEND", b"")
    )


if __name__ == "__main__":
    pathlib.Path(__file__).with_name("icon.png").write_bytes(png())
