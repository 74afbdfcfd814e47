"""The folder through which pages and pictures go to and from a worker."""

from __future__ import annotations

import fcntl
import os
import pathlib
import shutil
import stat
import tempfile
from typing import Optional

_prefix = "offscreen-python-"
_mark = "owner"


class Folder:
    """A folder that nobody else may look into. A process that is killed leaves it, and the next that makes one removes
    it: its mark is locked as long as its owner lives.
    """

    def __init__(self) -> None:
        _remove_abandoned()
        self.path = pathlib.Path(tempfile.mkdtemp(prefix=_prefix))
        # Locked before it is called so: a mark that is there and not locked is one of the dead.
        part = self.path / "part"
        self._lock: Optional[int] = os.open(part, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        part.rename(self.path / _mark)
        self._pictures = self.path / "pictures"
        self._pictures.mkdir()
        self._pages = self.path / "pages"
        self._pages.mkdir()

    def picture(self, number: int, ending: str) -> str:
        """The path of a request's picture. All lie in one folder, which a renderer is sealed for once."""
        return str(self._pictures / f"{number}.{ending}")

    def add_page(self, number: int, content: bytes, ending: str) -> str:
        """Writes a page into a folder of its own: it may read what lies beside it."""
        folder = self._pages / str(number)
        folder.mkdir()
        page = folder / f"page.{ending}"
        page.write_bytes(content)
        return str(page)

    def remove_page(self, number: int) -> None:
        shutil.rmtree(self._pages / str(number), ignore_errors=True)

    def remove(self) -> None:
        shutil.rmtree(self.path, ignore_errors=True)
        self.leave()

    def leave(self) -> None:
        """Gives it up without removing it, as a forked process does with its parent's."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _remove_abandoned() -> None:
    place = tempfile.gettempdir()
    for name in os.listdir(place):
        if name.startswith(_prefix):
            _remove_if_abandoned(os.path.join(place, name))


def _remove_if_abandoned(path: str) -> None:
    try:
        status = os.lstat(path)
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
            return
        mark = os.open(os.path.join(path, _mark), os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW)
    except OSError:
        return
    try:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return  # Its owner lives.
    else:
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(mark)
