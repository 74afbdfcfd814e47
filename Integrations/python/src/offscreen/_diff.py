"""Comparing pictures, by `offscreen diff`."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import pathlib
import tempfile
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Union

from ._errors import DiffError
from ._program import PathName, find_program, run_program


@dataclasses.dataclass(frozen=True)
class Difference:
    """What two pictures, pages or folders differ in."""

    #: Whether they count as the same.
    same: bool
    #: A sentence; of several pictures, a line each.
    summary: str
    #: The program's report: `status`, `totals`, and `items` with what each pair differs in.
    report: Mapping[str, Any]
    #: A picture of the differences, where it was asked for and there are some.
    picture: Optional[bytes] = dataclasses.field(repr=False, default=None)


def diff(
    expected: Union[PathName, bytes],
    actual: Union[PathName, bytes],
    *,
    preset: str = "exact",
    threshold: Optional[float] = None,
    max_pixels: Optional[int] = None,
    max_ratio: Union[float, str, None] = None,
    masks: Sequence[str] = (),
    ignore_antialiasing: bool = False,
    ignore_shifts: bool = False,
    draw: bool = False,
    program: Optional[PathName] = None,
) -> Difference:
    """Compares two pictures (paths, or the bytes of files), two pages, or two folders of pictures.

    `preset`: `exact`, `rounding`, `perceptual` or `layout`. `masks`: parts that are left out, `"x,y,w,h"` or selectors.
    `draw`: whether the result has a picture of the differences; not of folders. `offscreen help diff` tells the rest.

    Raises `DiffError` where they cannot be compared.
    """
    arguments = [f"--preset={preset}"]
    settings = (("threshold", threshold), ("max-pixels", max_pixels), ("max-ratio", max_ratio))
    arguments += [f"--{name}={value}" for name, value in settings if value is not None]
    arguments += [f"--mask={mask}" for mask in masks]
    flags = (("ignore-antialiasing", ignore_antialiasing), ("ignore-shifts", ignore_shifts))
    arguments += [f"--{name}" for name, isOn in flags if isOn]
    found = find_program(program)
    with tempfile.TemporaryDirectory(prefix="offscreen-diff-") as folder, contextlib.ExitStack() as files:
        sides = [
            files.enter_context(_side(picture, pathlib.Path(folder) / name))
            for picture, name in ((expected, "expected.png"), (actual, "actual.png"))
        ]
        drawn = pathlib.Path(folder) / "difference.png"
        if draw:
            arguments.append(f"--output={drawn}")
        result = run_program(found, "diff", "--json", *arguments, "--", *sides)
        if result.returncode not in (0, 1):
            lines = result.stderr.strip().splitlines()
            raise DiffError(lines[-1] if lines else f"offscreen diff ended with status {result.returncode}")
        report = json.loads(result.stdout)
        return Difference(
            same=result.returncode == 0,
            summary="\n".join(_lines(report)),
            report=report,
            picture=drawn.read_bytes() if drawn.exists() and result.returncode == 1 else None,
        )


@contextlib.contextmanager
def _side(picture: Union[PathName, bytes], path: pathlib.Path) -> Iterator[str]:
    if isinstance(picture, bytes):
        path.write_bytes(picture)
        yield str(path)
    else:
        yield os.fspath(picture)


def _lines(report: Mapping[str, Any]) -> List[str]:
    items = report.get("items") or []
    if len(items) == 1:
        return [str(items[0].get("summary", items[0].get("status")))]
    return [f"{item.get('name')}: {item.get('summary', item.get('status'))}" for item in items]
