from __future__ import annotations

import pathlib

import pytest

from conftest import png_size

test_file = """
import offscreen, pytest

def test_card(golden):
    golden(offscreen.html("<p style='color: {color}'>Hello"), viewport="100x50")

@pytest.mark.parametrize("width", [100, 120])
def test_widths(golden, width):
    golden(offscreen.html("<p>Hello"), viewport=(width, 50))

class TestGroup:
    def test_two(self, golden):
        golden(offscreen.html("<p>One"), "one", viewport="100x50")
        golden(offscreen.html("<script>document.write(new Date().toISOString())</script>"), "two", viewport="100x50")
"""
names = {"test_card.png", "test_widths-100.png", "test_widths-120.png", "TestGroup.test_two.one.png", "TestGroup.test_two.two.png"}


def test_goldens(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_pages=test_file.replace("{color}", "red"))
    goldens = pathlib.Path(pytester.path) / "goldens" / "test_pages"
    failures = pathlib.Path(pytester.path) / "golden-failures" / "test_pages"

    # Missing ones fail, and are not written.
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(failed=4)
    result.stdout.fnmatch_lines(["*there is no golden *test_card.png", "*--offscreen-record=missing writes it"])
    assert not goldens.exists()
    assert png_size((failures / "test_card-actual.png").read_bytes()) == (100, 50)

    result = pytester.runpytest_subprocess("--offscreen-record=missing")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines(["written: *test_card.png"])
    assert {path.name for path in goldens.iterdir()} == names

    # The same; what was left of the failure is gone.
    pytester.runpytest_subprocess().assert_outcomes(passed=4)
    assert not list(failures.glob("test_card-*"))

    # A change fails, and only where it is.
    before = (goldens / "test_card.png").read_bytes()
    pytester.makepyfile(test_pages=test_file.replace("{color}", "blue"))
    for mode in ("--offscreen-record=never", "--offscreen-record=missing"):
        result = pytester.runpytest_subprocess(mode)
        result.assert_outcomes(failed=1, passed=3)
        result.stdout.fnmatch_lines(["*pixels differ*", "*difference: *test_card-diff.png"])
    assert (goldens / "test_card.png").read_bytes() == before
    for kind in ("actual", "expected", "diff"):
        assert png_size((failures / f"test_card-{kind}.png").read_bytes())

    # And is taken over.
    pytester.runpytest_subprocess("--offscreen-record=failed", "-k", "card").assert_outcomes(passed=1, deselected=3)
    assert (goldens / "test_card.png").read_bytes() != before
    pytester.runpytest_subprocess().assert_outcomes(passed=4)


def test_what_is_said_wrongly(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    pytester.makepyfile(
        """
import offscreen, pytest

def test_twice(golden):
    golden(b"picture")
    golden(b"picture")

def test_options_of_a_picture(golden):
    golden(b"picture", "other", viewport="1x1")

@pytest.mark.parametrize("text", ["a/b", "a-b", "../../a"])
def test_strange(golden, text):
    golden(offscreen.html(text), viewport="20x20")
"""
    )
    result = pytester.runpytest_subprocess("--offscreen-record=all")
    result.assert_outcomes(failed=2, passed=3)
    result.stdout.fnmatch_lines(["*give each picture a name*"])
    result.stdout.fnmatch_lines(["*viewport: this is a picture already*"])
    files = [path for path in pathlib.Path(pytester.path).rglob("test_strange*.png")]
    assert len(files) == 3 and len({path.parent for path in files}) == 1
    monkeypatch.setenv("RECORD_GOLDENS", "sometimes")
    result = pytester.runpytest_subprocess()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["*RECORD_GOLDENS: 'sometimes' is none of never*"])
