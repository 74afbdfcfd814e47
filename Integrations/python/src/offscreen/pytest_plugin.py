"""Golden images for pytest: the fixture `golden`.

    def test_card(golden):
        golden(offscreen.html("<p>Hello"), viewport="300x100")

The picture is compared with `goldens/TEST_FILE/TEST.png` beside the test. One that is not there fails;
`pytest --offscreen-record=missing` writes it.
"""

from __future__ import annotations

import hashlib
import os
import pathlib
import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Union

import pytest

from ._answers import Page, Picture
from ._diff import Difference, diff
from ._errors import DiffError
from ._renderer import Renderer

_modes = ("never", "missing", "failed", "all")
_written: List[str] = []

#: What pages see in tests, where a test says nothing else: the same each time.
_usual: Dict[str, Any] = {"date": "2026-01-01T12:00:00Z", "network": "none"}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("offscreen", "golden images")
    group.addoption(
        "--offscreen-record",
        choices=_modes,
        default=None,
        help="Goldens that are written: missing, failed (and missing), all. Default: RECORD_GOLDENS, or never.",
    )
    group.addoption(
        "--offscreen-failures",
        metavar="DIR",
        default=None,
        help="Where pictures of failures go. Default: golden-failures below pytest's root.",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--offscreen-record") is None:
        mode = os.environ.get("RECORD_GOLDENS", "never")
        if mode not in _modes:
            raise pytest.UsageError(f"RECORD_GOLDENS: {mode!r} is none of {', '.join(_modes)}")
        config.option.offscreen_record = mode
    _written.clear()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if _written:
        terminalreporter.section("goldens")
        for path in _written:
            terminalreporter.write_line(f"written: {path}")


@pytest.fixture(scope="session")
def offscreen_renderer() -> Iterator[Renderer]:
    """The renderer of all tests."""
    with Renderer() as renderer:
        yield renderer


@pytest.fixture
def golden(request: pytest.FixtureRequest, offscreen_renderer: Renderer) -> Golden:
    """Compares pictures of this test with goldens: see `Golden.__call__`."""
    return Golden(request, offscreen_renderer)


class Golden:
    """The goldens of one test."""

    def __init__(self, request: pytest.FixtureRequest, renderer: Renderer) -> None:
        self._config, self._renderer = request.config, renderer
        node = request.node
        path = pathlib.Path(str(node.path))
        # `file.py::Class::test[parameter]` is `Class.test[parameter]`.
        self._test = ".".join(node.nodeid.split("::")[1:])
        self._file = path.stem
        self._folder = path.parent / "goldens" / path.stem
        self._names: List[str] = []

    def __call__(
        self,
        page: Union[Page, Picture, bytes],
        name: Optional[str] = None,
        *,
        preset: str = "exact",
        threshold: Optional[float] = None,
        max_pixels: Optional[int] = None,
        max_ratio: Union[float, str, None] = None,
        masks: Sequence[str] = (),
        ignore_antialiasing: bool = False,
        ignore_shifts: bool = False,
        **options: Any,
    ) -> None:
        """Fails where the picture of a page is not the golden: bit by bit, if nothing else is said.

        `page`: as in `offscreen.render`, or a picture (of PNG). `name`: tells several pictures of one test apart.
        `preset` and the rest are those of `offscreen.diff`. `options`: of the page; it sees a fixed date and no
        network where they do not say otherwise.
        """
        __tracebackhide__ = True
        file = _file_name(self._test if name is None else f"{self._test}.{name}")
        if file in self._names:
            pytest.fail(f"{file}: this test has such a golden already: give each picture a name", pytrace=False)
        self._names.append(file)
        picture = self._picture(page, options)
        expected = self._folder / f"{file}.png"
        mode = self._config.getoption("--offscreen-record")
        if mode == "all" or (mode in ("missing", "failed") and not expected.exists()):
            return self._write(expected, picture)
        if not expected.exists():
            actual = self._keep(file, "actual", picture)
            pytest.fail(
                f"there is no golden {expected}\n  actual: {actual}\n"
                "  pytest --offscreen-record=missing writes it",
                pytrace=False,
            )
        try:
            difference = diff(
                expected, picture, preset=preset, threshold=threshold, max_pixels=max_pixels, max_ratio=max_ratio,
                masks=masks, ignore_antialiasing=ignore_antialiasing, ignore_shifts=ignore_shifts, draw=True,
                program=self._renderer.program,
            )  # fmt: skip
        except DiffError as error:
            actual = self._keep(file, "actual", picture)
            pytest.fail(f"{expected}: cannot be compared: {error}\n  actual: {actual}", pytrace=False)
        if difference.same:
            self._forget(file)
        elif mode == "failed":
            self._write(expected, picture)
        else:
            pytest.fail(self._failure(file, expected, picture, difference), pytrace=False)

    def _picture(self, page: Union[Page, Picture, bytes], options: Mapping[str, Any]) -> bytes:
        if isinstance(page, (Picture, bytes)):
            if options:
                raise TypeError(f"{', '.join(options)}: this is a picture already, which options do not change")
            return page if isinstance(page, bytes) else page.data
        return self._renderer.render(page, **{**_usual, **options})

    def _failure(self, file: str, expected: pathlib.Path, picture: bytes, difference: Difference) -> str:
        lines = [difference.summary, f"  expected: {expected}", f"  actual: {self._keep(file, 'actual', picture)}"]
        self._keep(file, "expected", expected.read_bytes())
        if difference.picture is not None:
            lines.append(f"  difference: {self._keep(file, 'diff', difference.picture)}")
        return "\n".join([*lines, "  pytest --offscreen-record=failed takes it over"])

    # Files

    def _write(self, path: pathlib.Path, picture: bytes) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_bytes(picture)
        part.replace(path)
        _written.append(str(path))

    def _failures(self) -> pathlib.Path:
        named = self._config.getoption("--offscreen-failures")
        return pathlib.Path(named if named else self._config.rootpath / "golden-failures").absolute() / self._file

    def _keep(self, file: str, kind: str, picture: bytes) -> pathlib.Path:
        """As Playwright calls them, which `offscreen diff` understands."""
        path = self._failures() / f"{file}-{kind}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(picture)
        return path

    def _forget(self, file: str) -> None:
        """Pictures of an earlier failure."""
        for kind in ("expected", "actual", "diff"):
            (self._failures() / f"{file}-{kind}.png").unlink(missing_ok=True)


def _file_name(test: str) -> str:
    """Names that are no names of files have a hash, so that no two tests share a golden."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", test).strip("-.")[:150]
    if plain == test:
        return plain
    # `test_card[wide]` is a name that everybody would expect.
    simple = re.fullmatch(r"([A-Za-z0-9._]+)\[([A-Za-z0-9_]+)\]", test)
    if simple:
        return f"{simple[1]}-{simple[2]}"
    return f"{plain}-{hashlib.sha256(test.encode('utf-8', 'replace')).hexdigest()[:8]}"
