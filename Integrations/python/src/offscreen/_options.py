"""Options of a page: the worker's keys in snake_case."""

from __future__ import annotations

import datetime
import functools
import json
import os
import re
from typing import Any, Dict, List, Mapping, Optional, Tuple, TypedDict, Union

from ._errors import RequestError
from ._program import run_program

#: `"800x600"` or `(800, 600)`.
Size = Union[str, Tuple[int, int]]
#: `"250ms"`, `"1s"`, seconds, or a `timedelta`.
Span = Union[str, int, float, datetime.timedelta]
PathName = Union[str, "os.PathLike[str]"]


class PageOptions(TypedDict, total=False):
    """The options of a page. `offscreen help render` tells what each does; the program checks the values."""

    allow_hosts: List[str]
    background: str
    cache: PathName
    clip: str
    color_scheme: str
    console: bool
    cookies: List[str]
    cover: Size
    css: Union[str, List[str]]
    date: Union[str, datetime.datetime]
    deny_hosts: List[str]
    detect: str
    device: str
    evaluate: str
    fit: bool
    full_page: bool
    headers: List[str]
    hide: Union[str, List[str]]
    hide_banners: bool
    hyphenate: bool
    ignore_tls_errors: bool
    language: str
    limits: Dict[str, int]
    media: str
    mobile: bool
    network: str
    on_timeout: str
    padding: float
    page: Union[int, str]
    quality: int
    reduced_motion: bool
    request_log: PathName
    resources: bool
    root: PathName
    run: str
    run_at: str
    scale: float
    scripts: bool
    script_jit: str
    scroll: str
    selector: Union[str, List[str]]
    settle: Span
    settle_clock: str
    strict: bool
    thumbnail: Size
    timeout: Span
    timings: bool
    user: str
    user_agent: str
    viewport: Size
    wait_for: str


#: Keys of a request that are for this package alone.
_own = {"id", "input", "output", "inspect"}


def snake_case(key: str) -> str:
    """`ignoreTLSErrors` is `ignore_tls_errors`."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", key).lower()


@functools.lru_cache(maxsize=None)
def known_keys(program: str) -> Optional[Mapping[str, str]]:
    """The program's keys by their names here; None for a program that is too old to list them."""
    listed = run_program(program, "worker", "--keys")
    if listed.returncode != 0:
        return None
    table = json.loads(listed.stdout)
    keys = [*table["keys"], *(option["name"] for option in table["options"])]
    return {snake_case(key): key for key in keys if key not in _own}


def _camel_case(name: str) -> str:
    """Of programs that do not list their keys."""
    first, *others = name.split("_")
    return first + "".join(word.upper() if word in ("tls", "jit") else word.capitalize() for word in others)


def request_keys(options: Mapping[str, Any], program: str) -> "dict[str, Any]":
    """The keys of a request. Raises `RequestError` for a name that the program does not know; the values are its to
    judge. None stands for the default.
    """
    given = {name: value for name, value in options.items() if value is not None}
    keys = known_keys(program) if given else {}
    request = {}
    for name, value in given.items():
        key = _camel_case(name) if keys is None else keys.get(name)
        if key is None or name in _own:
            raise RequestError(f"{name} is no option; there are {', '.join(sorted(keys or ()))}")
        request[key] = _value(name, value)
    return request


def _value(name: str, value: object) -> object:
    if isinstance(value, (bool, int, float, str)):
        # The program writes spans with a unit, and Python in seconds.
        return f"{value}s" if name in ("timeout", "settle") and _is_number(value) and value else value
    if isinstance(value, datetime.timedelta):
        return f"{value // datetime.timedelta(milliseconds=1)}ms"
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.path.abspath(os.fsdecode(value))
    if isinstance(value, tuple) and len(value) == 2 and all(_is_number(part) for part in value):
        return f"{value[0]}x{value[1]}"
    if isinstance(value, (list, tuple)):
        return [_value("", each) for each in value]
    if isinstance(value, Mapping):
        return {str(key): each for key, each in value.items()}
    raise RequestError(f"{name}: {value!r:.100} is of the wrong type")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
