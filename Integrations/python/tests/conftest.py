"""The tests take the program of `OFFSCREEN_PROGRAM`, or of the `PATH`: `Scripts/python` names the release build."""

from __future__ import annotations

import os
import pathlib
import struct
import sys
import time
from typing import Callable, Iterator, List, Tuple, Union

import pytest

import offscreen

pytest_plugins = ["pytester"]


@pytest.fixture
def renderer() -> Iterator[offscreen.Renderer]:
    with offscreen.Renderer() as renderer:
        yield renderer


def png_size(data: bytes) -> Tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def children(pid: int) -> List[int]:
    """All processes below one."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(status.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
        if parent == pid:
            found += [int(status.parent.name), *children(int(status.parent.name))]
    return found


def until(condition: Callable[[], bool], seconds: float = 10) -> bool:
    """Whether it comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def tell_skipped(name: str, report: Union[pytest.TestReport, pytest.CollectReport]) -> None:
    """Says what is skipped and what it needs, also to `Scripts/test`: Tests/README.md, Scripts/skipped."""
    if report.skipped and isinstance(report.longrepr, tuple):
        line = f"Integrations/python: {name} {report.longrepr[2].removeprefix('Skipped: ')}"
        print(f"\nSKIPPED: {line}", file=sys.stderr)
        if "OFFSCREEN_SKIPPED" in os.environ:
            with open(os.environ["OFFSCREEN_SKIPPED"], "a", encoding="utf-8") as file:
                file.write(line + "\n")


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    tell_skipped(report.location[2], report)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    tell_skipped(report.nodeid, report)
