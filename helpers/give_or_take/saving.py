"""A file that is there in full or not at all: chapter 12."""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from pathlib import Path

from give_or_take import checks

WHY = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "your share of the disk is full",
    errno.EFBIG: "no more may be written to it",
    errno.EROFS: "it lies on a disk that cannot be written to",
    errno.EACCES: "it or its folder may not be written to",
    errno.EPERM: "it or its folder may not be written to",
    errno.ENOENT: "its folder does not exist",
    errno.ENOTDIR: "what should be its folder is a file",
    errno.EISDIR: "it is a folder",
    errno.ENAMETOOLONG: "its name is too long",
}


def replace(path: Path, text: str) -> None:
    """Write the text beside the file, and then move it into its place. An OSError leaves all as it was."""
    place = Path(os.path.realpath(path))  # a link stays a link
    beside = place.with_name(f".give-or-take-{secrets.token_hex(4)}")
    if place.exists() and not place.is_file():
        raise OSError(errno.EISDIR if place.is_dir() else errno.EINVAL, "it is no file")
    if place.exists() and not os.access(place, os.W_OK):  # to move another into its place takes no right to write to it
        raise PermissionError(errno.EACCES, "it is protected")
    try:
        with open(beside, "x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if place.exists():
            shutil.copymode(place, beside)
        os.replace(beside, place)
    except BaseException:  # a key pressed, too
        beside.unlink(missing_ok=True)
        raise


def why(error: OSError) -> str:
    """What stood in the way, in words."""
    return WHY.get(error.errno or 0, error.strerror or "the system gave no reason")


def write_whole(path: Path, text: str, name: str = "path") -> None:
    """The same; what stood in the way is said in words, the path called by its name."""
    try:
        replace(path, text)
    except OSError as error:
        room = "Free some room or give" if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG) else "Give"
        raise type(error)(
            f"{name} could not be written: {why(error)}; {checks.shown(str(path), 200)} is as it was. {room} another "
            "path"
        ) from None
