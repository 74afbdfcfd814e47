from __future__ import annotations

import datetime
import os
import pathlib
import pickle
import socket
import threading
from typing import Any, Dict, List, Tuple, Type

import pytest

import offscreen
from conftest import png_size
from offscreen._options import _camel_case, known_keys, request_keys, snake_case

hello = offscreen.html("<title>Gruß</title><p id=a>Hello")


def test_a_page_is_a_picture(renderer: offscreen.Renderer, tmp_path: pathlib.Path) -> None:
    assert png_size(renderer.render(hello, viewport=(300, 100))) == (300, 100)
    picture = renderer.picture(hello, viewport="200x100", scale=2)
    assert (picture.width, picture.height) == (400, 200)
    assert png_size(picture.data) == (400, 200)
    assert picture.title == "Gruß" and picture.warnings == () and picture.milliseconds > 0
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == picture.data
    assert renderer.render(hello, format="webp", thumbnail="100x")[8:12] == b"WEBP"
    assert renderer.render(hello, format="pdf").startswith(b"%PDF-")


def test_text_is_what_it_is(renderer: offscreen.Renderer) -> None:
    assert renderer.evaluate(offscreen.html("<p>Ж 🐟"), "document.body.innerText") == "Ж 🐟"
    assert renderer.evaluate(offscreen.html("<meta charset=koi8-r><p>\u0416".encode("koi8-r")), "document.body.innerText") == "Ж"
    assert renderer.evaluate(offscreen.html("<p>\ud800"), "document.body.innerText") == "?"


def test_files_are_found_from_any_folder(
    renderer: offscreen.Renderer, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    renderer.render(hello)
    (tmp_path / "a:b").mkdir()
    page = tmp_path / "a:b" / "page#1.html"
    page.write_text("<title>File</title>")
    monkeypatch.chdir(tmp_path)
    assert renderer.picture("./a:b/page#1.html").title == "File"
    assert renderer.picture(page).title == "File"
    assert renderer.picture(page.as_uri()).title == "File"
    monkeypatch.chdir(page.parent)
    assert renderer.picture("page#1.html").title == "File"
    strange = os.fsencode(tmp_path) + b"/\xff.html"
    with open(strange, "w") as file:
        file.write("<title>Bytes</title>")
    assert renderer.picture(pathlib.Path(os.fsdecode(strange))).title == "Bytes"


def test_a_large_page_goes_by_a_file(renderer: offscreen.Renderer) -> None:
    page = offscreen.html("<!doctype html><p>" + "<!-- " + "x" * 3_000_000 + " --><title>Large</title>")
    assert renderer.picture(page, viewport=(100, 100)).title == "Large"
    with pytest.raises(offscreen.RequestError, match="longer than"):
        renderer.render("data:text/html," + "x" * 2_000_000)


def test_other_kinds_of_pages(renderer: offscreen.Renderer) -> None:
    tags = [box["tag"] for box in renderer.inspect(offscreen.Content(b"# Title", "md"))["elements"]]
    assert "h1" in tags
    svg = b"<svg xmlns='http://www.w3.org/2000/svg' width='30' height='20'/>"
    assert renderer.render(offscreen.Content(svg, "svg"), viewport=(100, 100))
    for ending in ("../x", "a/b", "", ".", "a..b", "a b"):
        with pytest.raises(ValueError, match="ending"):
            offscreen.Content(b"", ending)


def test_pages_do_not_see_each_other(renderer: offscreen.Renderer) -> None:
    first = renderer.submit(offscreen.html("<script>while (Date.now() < 0) {}</script>"))
    listing = "fetch('../1/page.html').then(r => r.text(), e => 'refused')"
    assert renderer.evaluate(offscreen.html("<p>Second"), listing) == "refused"
    first.result()


def test_inspect_and_evaluate(renderer: offscreen.Renderer) -> None:
    boxes = renderer.inspect(hello, viewport="400x300")
    assert boxes["viewport"] == {"width": 400, "height": 300}
    assert [box["tag"] for box in boxes["elements"]] == ["html", "body", "p"]
    assert renderer.evaluate(hello, "({a: [1, null, 'x']})") == {"a": [1, None, "x"]}
    assert renderer.evaluate(hello, "undefined") is None
    with pytest.raises(offscreen.ScriptError, match="ReferenceError") as caught:
        renderer.evaluate(hello, "nowhere")
    assert caught.value.cause == "exception"


def test_a_picture_is_saved(renderer: offscreen.Renderer, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer.render(hello)
    monkeypatch.chdir(tmp_path)
    answer = renderer.save(hello, "made/a.jpg", viewport=(100, 80))
    assert (answer.width, answer.height) == (100, 80)
    assert (tmp_path / "made/a.jpg").read_bytes().startswith(b"\xff\xd8")
    with pytest.raises(offscreen.OffscreenError, match="no picture is written as"):
        renderer.save(hello, tmp_path / "a.docx")
    assert not (tmp_path / "a.docx").exists()


def closed_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def test_each_cause_is_a_class(renderer: offscreen.Renderer, tmp_path: pathlib.Path) -> None:
    cases: List[Tuple[Type[offscreen.OffscreenError], str, offscreen.Page, Dict[str, Any]]] = [
        (offscreen.InputError, "input", tmp_path / "nowhere.html", {}),
        (offscreen.PolicyError, "policy", "http://127.0.0.1:8000/", {}),
        (offscreen.NetworkError, "network", f"http://127.0.0.1:{closed_port()}/", {"network": "all"}),
        (offscreen.RequestError, "request", hello, {"viewport": "wide"}),
        (offscreen.WaitError, "wait", hello, {"wait_for": "window.never"}),
    ]
    for kind, cause, page, arguments in cases:
        with pytest.raises(kind) as caught:
            renderer.render(page, **arguments)
        assert caught.value.cause == cause
        assert isinstance(caught.value, offscreen.OffscreenError)
        assert "\n" not in str(caught.value)
        again = pickle.loads(pickle.dumps(caught.value))
        assert (type(again), str(again), again.cause) == (kind, str(caught.value), cause)
    assert renderer.render(hello)


def test_options_are_checked(renderer: offscreen.Renderer) -> None:
    with pytest.raises(offscreen.RequestError, match="colour_scheme|colourScheme"):
        renderer.render(hello, colour_scheme="dark")  # type: ignore[call-arg]
    with pytest.raises(offscreen.RequestError, match="viewport: .* is of the wrong type"):
        renderer.render(hello, viewport=object())  # type: ignore[arg-type]
    for name in ("id", "input", "output", "inspect"):
        with pytest.raises((offscreen.RequestError, TypeError)):
            renderer.render(hello, **{name: "x"})  # type: ignore[arg-type]
    for format in ("../x", "", "PNG/"):
        with pytest.raises(ValueError, match="format"):
            renderer.render(hello, format=format)
    with pytest.raises(ValueError, match="jobs"):
        offscreen.Renderer(jobs=0)


def test_values_are_those_of_python(renderer: offscreen.Renderer) -> None:
    keys = request_keys(
        dict(
            viewport=(800, 600), timeout=datetime.timedelta(seconds=2), settle=0.25, date=datetime.datetime(2026, 1, 2),
            color_scheme=None, limits={"elements": 5}, hide=(".a", ".b"), ignore_tls_errors=True, script_jit="on",
        ),
        renderer.program,
    )  # fmt: skip
    assert keys == {
        "viewport": "800x600", "timeout": "2000ms", "settle": "0.25s", "date": "2026-01-02T00:00:00",
        "limits": {"elements": 5}, "hide": [".a", ".b"], "ignoreTLSErrors": True, "scriptJIT": "on",
    }  # fmt: skip
    assert renderer.render(hello, settle=0, timeout=5)


def test_the_typed_options_are_the_programs(renderer: offscreen.Renderer) -> None:
    keys = known_keys(renderer.program)
    if keys is None:
        pytest.skip("needs a program that lists its keys")
    typed = set(offscreen.PageOptions.__annotations__)
    # No picture is of several pages here.
    assert typed == set(keys) - {"pages", "selector_all"}
    for name in typed:
        assert snake_case(_camel_case(name)) == name


def test_many_threads_share_a_worker(renderer: offscreen.Renderer) -> None:
    titles: List[str] = []

    def work(number: int) -> None:
        for turn in range(3):
            page = offscreen.html(f"<title>{number}.{turn}</title>")
            assert renderer.picture(page, viewport=(20, 20)).title == f"{number}.{turn}"
            titles.append(f"{number}.{turn}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(titles) == 24


def test_a_slow_page_holds_up_no_other() -> None:
    slow = offscreen.html("<script>const end = performance.now() + 60000; while (performance.now() < end);</script>")
    with offscreen.Renderer(jobs=2) as renderer:
        if known_keys(renderer.program) is None:
            pytest.skip("needs a program that answers out of order")
        waiting = renderer.submit(slow, timeout=60)
        for _ in range(3):
            assert renderer.picture(hello).title == "Gruß"
        assert not waiting.done()


def test_the_functions_share_a_worker() -> None:
    assert png_size(offscreen.render(hello, viewport=(20, 20))) == (20, 20)
    assert offscreen.picture(hello).title == "Gruß"
    assert offscreen.evaluate(hello, "1 + 1") == 2
    assert offscreen.inspect(hello)["elements"]


def test_diff(renderer: offscreen.Renderer, tmp_path: pathlib.Path) -> None:
    first, second = (renderer.render(offscreen.html(f"<p>{text}"), viewport=(200, 60)) for text in ("One", "Two"))
    assert offscreen.diff(first, first).same
    different = offscreen.diff(first, second, draw=True)
    assert not different.same and "pixels differ" in different.summary
    assert different.picture is not None and png_size(different.picture)
    assert offscreen.diff(first, second, max_ratio=0.9).same
    assert offscreen.diff(first, second, masks=["0,0,200,60"]).same
    (tmp_path / "-a.png").write_bytes(first)
    assert offscreen.diff(tmp_path / "-a.png", first).same
    with pytest.raises(offscreen.DiffError, match="nowhere.png"):
        offscreen.diff(first, tmp_path / "nowhere.png")
    with pytest.raises(offscreen.DiffError):
        offscreen.diff(first, b"no picture")


def test_a_number_that_is_none_is_refused(renderer: offscreen.Renderer) -> None:
    # JSON has no such numbers: the worker cannot read the request, and its answer would be nobody's.
    for number in (float("nan"), float("inf")):
        with pytest.raises(offscreen.RequestError, match="infinite, or none"):
            renderer.submit(offscreen.html("<p>"), scale=number).result(timeout=30)
    assert renderer.render(offscreen.html("<p>"))
