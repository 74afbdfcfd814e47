"""Pages, and what is known of them afterwards."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import stat
from typing import Any, Mapping, Optional, Union

from ._errors import OutputError


@dataclasses.dataclass(frozen=True)
class Content:
    """A page that is no file: its bytes, and the ending that a file of its kind has (`html`, `svg`, `md`, `mhtml`,
    `pdf`, ...).
    """

    data: bytes
    ending: str = "html"

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9]+(\.[A-Za-z0-9]+)*", self.ending):
            raise ValueError(f"{self.ending!r} is not the ending of a file's name, such as 'html'")


def html(markup: Union[str, bytes]) -> Content:
    """Markup as a page. Text is UTF-8; bytes are what a file holds, in whatever encoding they say."""
    if isinstance(markup, bytes):
        return Content(markup)
    # A mark, since a page without `<meta charset>` is taken for windows-1252. Lone surrogates are no text.
    return Content(b"\xef\xbb\xbf" + markup.encode("utf-8", "replace"))


#: An address, the path of a file, or content.
Page = Union[str, "os.PathLike[str]", Content]

_scheme = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


def input_of(page: Union[str, "os.PathLike[str]"]) -> str:
    """As the worker takes it: what begins like an address is one, paths are absolute, whatever folder it works in."""
    if isinstance(page, str) and (_scheme.match(page) or page in ("", "-")):
        return page
    path = os.path.abspath(os.fsdecode(page))
    try:
        path.encode()
    except UnicodeEncodeError:  # A name that is no text: JSON cannot say it, an address can.
        return pathlib.Path(path).as_uri()
    return path


@dataclasses.dataclass(frozen=True)
class Answer:
    """What the program says about a page that it rendered."""

    #: Device pixels of the picture; of the viewport, where there is none.
    width: int
    height: int
    #: The page's time in its renderer.
    milliseconds: float
    warnings: "tuple[str, ...]"
    #: The page's own answer over HTTP.
    status: Optional[int]
    #: After redirects, without a password.
    address: Optional[str]
    title: Optional[str]
    #: All of the answer, with what was asked for besides: `value`, `exception`, `console`, `resources`, `stages`.
    details: Mapping[str, Any]

    @classmethod
    def facts(cls, answer: Mapping[str, Any]) -> "dict[str, Any]":
        """Of an answer, whose values may be anything. Raises `ValueError` and its kin where they make no sense."""
        return {
            "width": int(answer.get("width", 0)),
            "height": int(answer.get("height", 0)),
            "milliseconds": float(answer.get("milliseconds", 0)),
            "warnings": tuple(str(warning) for warning in answer.get("warnings") or ()),
            "status": None if answer.get("status") is None else int(answer["status"]),
            "address": None if answer.get("address") is None else str(answer["address"]),
            "title": None if answer.get("title") is None else str(answer["title"]),
            "details": answer,
        }


@dataclasses.dataclass(frozen=True)
class Picture(Answer):
    """A picture of a page."""

    #: The file: PNG, unless another format was asked for.
    data: bytes = dataclasses.field(repr=False)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Writes the file. The folder must be there."""
        pathlib.Path(path).write_bytes(self.data)


def taken(path: str) -> bytes:
    """What a file holds, which is removed. The process that made it had a stranger's page: what is no file, such as a
    link to one of ours, is not read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        with open(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise OutputError(f"{path}: what the worker made is no file")
            data = file.read()
        os.unlink(path)
    except OSError as error:
        raise OutputError(f"{path}: the worker's file cannot be read: {error.strerror}") from error
    return data
