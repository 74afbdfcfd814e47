"""Web pages to pictures, without a browser: a client of the program `offscreen`.

    import offscreen

    png = offscreen.render("https://example.com/", viewport="800x600")
    png = offscreen.render(offscreen.html("<p>Hello"), full_page=True)
"""

from ._answers import Answer, Content, Page, Picture, html
from ._diff import Difference, diff
from ._errors import (
    CrashError,
    DiffError,
    InputError,
    LimitError,
    NetworkError,
    OffscreenError,
    OutputError,
    PageMemoryError,
    PageTimeoutError,
    PolicyError,
    ProgramError,
    RequestError,
    ScriptError,
    WaitError,
    WorkerError,
)
from ._options import PageOptions
from ._program import find_program
from ._renderer import AsyncRenderer, Renderer, evaluate, inspect, picture, render, save

__all__ = [
    "Answer",
    "AsyncRenderer",
    "Content",
    "CrashError",
    "DiffError",
    "Difference",
    "InputError",
    "LimitError",
    "NetworkError",
    "OffscreenError",
    "OutputError",
    "Page",
    "PageMemoryError",
    "PageOptions",
    "PageTimeoutError",
    "Picture",
    "PolicyError",
    "ProgramError",
    "Renderer",
    "RequestError",
    "ScriptError",
    "WaitError",
    "WorkerError",
    "diff",
    "evaluate",
    "find_program",
    "html",
    "inspect",
    "picture",
    "render",
    "save",
]
