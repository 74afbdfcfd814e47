"""Workers that end, processes that fork, and what is left."""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import List

import pytest

import offscreen
from conftest import children, until

page = offscreen.html("<title>T</title><p>Hello")
#: The page's clock costs no time, but this does.
slow = offscreen.html("<script>const end = performance.now() + 60000; while (performance.now() < end);</script>")


def folders() -> List[pathlib.Path]:
    return [path for path in pathlib.Path(tempfile.gettempdir()).glob("offscreen-python-*")]


def test_a_page_that_hangs_costs_itself(renderer: offscreen.Renderer) -> None:
    with pytest.raises(offscreen.PageTimeoutError):
        renderer.render(offscreen.html("<p>" + "<div>" * 500 + "<script>for (;;);</script>"), timeout=0.5, on_timeout="fail")
    assert renderer.picture(page).title == "T"


def test_a_killed_worker_is_replaced(renderer: offscreen.Renderer) -> None:
    renderer.render(page)
    first = renderer.worker_pid
    assert first is not None
    under_way = [renderer.submit(slow, timeout=60) for _ in range(6)]
    assert until(under_way[3].running)
    # Those that wait here are not sent yet: the one that is taken back never is.
    assert not under_way[4].running() and under_way[5].cancel()
    page_after = renderer.submit(page)
    assert under_way[4].cancel()
    os.kill(first, signal.SIGKILL)
    # Those that it had are lost, and no others.
    for future in under_way[:4]:
        with pytest.raises(offscreen.WorkerError, match="signal 9"):
            future.result(timeout=10)
    assert page_after.result().title == "T"
    assert renderer.picture(page).title == "T"
    assert renderer.worker_pid not in (None, first)
    assert until(lambda: not children(first))


def test_what_ends_between_two_pages_is_replaced(renderer: offscreen.Renderer) -> None:
    renderer.render(page)
    pid = renderer.worker_pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    assert until(lambda: renderer.worker_pid is None)
    assert renderer.picture(page).title == "T"


def test_closing_leaves_nothing() -> None:
    before = set(folders())
    with offscreen.Renderer() as renderer:
        renderer.render(page)
        pid = renderer.worker_pid
        assert pid is not None
        [folder] = set(folders()) - before
        assert folder.stat().st_mode & 0o077 == 0
        # What a request needed is gone with it.
        assert not list(folder.glob("pages/*")) and not list(folder.glob("pictures/*"))
        below = children(pid)
        waiting = renderer.submit(slow)
        time.sleep(0.1)
    assert set(folders()) == before
    with pytest.raises(offscreen.WorkerError):
        waiting.result(timeout=5)
    assert until(lambda: not any(os.path.exists(f"/proc/{each}") for each in [pid, *below]))
    with pytest.raises(offscreen.WorkerError, match="closed"):
        renderer.render(page)
    renderer.close()


@pytest.mark.parametrize("end", ["", "sys.exit(3)", "raise SystemExit", "1 / 0", "os.kill(os.getpid(), signal.SIGKILL)"])
def test_exits_leave_no_process(end: str) -> None:
    program = f"""
import os, signal, sys, offscreen
renderer = offscreen.Renderer()
renderer.render(offscreen.html("<p>Hello"))
offscreen.render(offscreen.html("<p>Hello"))
print(renderer.worker_pid, flush=True)
{end}
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    worker = int(ran.stdout)
    assert until(lambda: not os.path.exists(f"/proc/{worker}")), ran.stderr
    # A folder that a killed process left is removed by the next.
    offscreen.Renderer(program=offscreen.find_program()).render(page)
    assert not [folder for folder in folders() if not (folder / "owner").exists()]


def test_a_killed_process_leaves_a_folder_that_the_next_removes() -> None:
    program = """
import os, signal, offscreen
offscreen.render(offscreen.html("<p>Hello"))
os.kill(os.getpid(), signal.SIGKILL)
"""
    before = set(folders())
    subprocess.run([sys.executable, "-c", program], timeout=60)
    [left] = set(folders()) - before
    with offscreen.Renderer() as renderer:
        renderer.render(page)
        assert not left.exists()


def test_a_forked_process_has_a_worker_of_its_own(renderer: offscreen.Renderer) -> None:
    renderer.render(page)
    mine = renderer.worker_pid
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            assert renderer.worker_pid is None
            assert renderer.picture(page).title == "T"
            os.write(write, str(renderer.worker_pid).encode())
            renderer.close()
            status = 0
        finally:
            os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    theirs = int(os.read(read, 100))
    assert theirs != mine and renderer.worker_pid == mine
    assert renderer.picture(page).title == "T"
    assert until(lambda: not os.path.exists(f"/proc/{theirs}"))


def test_a_forked_process_does_not_hold_its_parents_worker() -> None:
    renderer = offscreen.Renderer()
    renderer.render(page)
    pid = renderer.worker_pid
    child = os.fork()
    if child == 0:
        time.sleep(30)
        os._exit(0)
    try:
        start = time.monotonic()
        renderer.close()
        assert time.monotonic() - start < 4
        assert not os.path.exists(f"/proc/{pid}")
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_forks_while_threads_render(renderer: offscreen.Renderer) -> None:
    is_over = threading.Event()

    def work() -> None:
        while not is_over.is_set():
            renderer.render(page, viewport=(20, 20))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        for _ in range(5):
            time.sleep(0.05)
            child = os.fork()
            if child == 0:
                try:
                    os._exit(0 if renderer.picture(page).title == "T" else 1)
                finally:
                    os._exit(2)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        is_over.set()
        thread.join()


def test_a_renderer_that_nobody_holds_ends() -> None:
    renderer = offscreen.Renderer()
    renderer.render(page)
    pid = renderer.worker_pid
    del renderer
    assert until(lambda: not os.path.exists(f"/proc/{pid}"))


def test_no_program_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setattr("offscreen._program.carried_program", lambda: None)
    monkeypatch.delenv("OFFSCREEN_PROGRAM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(offscreen.ProgramError, match="OFFSCREEN_PROGRAM"):
        offscreen.Renderer()
    monkeypatch.setenv("OFFSCREEN_PROGRAM", str(tmp_path / "nowhere"))
    with pytest.raises(offscreen.ProgramError, match="nowhere: no program .*OFFSCREEN_PROGRAM"):
        offscreen.Renderer()


def test_a_program_that_does_not_start_is_told(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "bin" / "offscreen"
    program.parent.mkdir()
    (tmp_path / "share/offscreen").mkdir(parents=True)
    (tmp_path / "share/offscreen/system-libraries").write_text("# file need Debian\nlibcairo.so.2 linked libcairo2 cairo drawing\n")
    program.write_text(
        "#!/bin/sh\n"
        'echo "$0: error while loading shared libraries: libcairo.so.2: cannot open shared object file" >&2\nexit 127\n'
    )
    program.chmod(0o755)
    with offscreen.Renderer(program=program) as renderer:
        for _ in range(2):
            with pytest.raises(offscreen.ProgramError, match="lacks libcairo.so.2: apt-get install libcairo2"):
                renderer.render(page)
    program.write_text("#!/bin/sh\necho 'Error: of no use' >&2\nexit 3\n")
    with offscreen.Renderer(program=program) as renderer:
        with pytest.raises(offscreen.ProgramError, match="does not start: Error: of no use"):
            renderer.render(page)
    program.write_text("no program")
    with offscreen.Renderer(program=program) as renderer:
        with pytest.raises(offscreen.ProgramError, match="cannot be started"):
            renderer.render(page)


def test_answers_that_make_no_sense_cost_their_page(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "offscreen"
    secret = tmp_path / "secret"
    secret.write_text("a secret")
    # As a lost renderer would: a link in place of the picture, and values of other types.
    program.write_text(
        f"""#!{sys.executable}
import json, os, sys
if "--keys" in sys.argv:
    sys.exit(64)
for line in sys.stdin:
    request = json.loads(line)
    if "link" in request["input"]:
        os.symlink({str(secret)!r}, request["output"])
        print(json.dumps(dict(id=request["id"], ok=True, width=1, height=1)), flush=True)
    elif "nonsense" in request["input"]:
        print("[" * 100000, flush=True)
    elif "pipe" in request["input"]:
        os.mkfifo(request["output"])
        print(json.dumps(dict(id=request["id"], ok=True, width=1, height=1)), flush=True)
    else:
        open(request["output"], "w").close()
        print(json.dumps(dict(id=request["id"], ok=True, width="wide", height=float("inf"))), flush=True)
"""
    )
    program.chmod(0o755)
    with offscreen.Renderer(program=program) as renderer:
        for name, kind in (("link", offscreen.OutputError), ("pipe", offscreen.OutputError)):
            with pytest.raises(kind):
                renderer.render(f"/{name}.html")
        for name in ("wide", "nonsense", "wide"):
            with pytest.raises(offscreen.WorkerError):
                renderer.submit(f"/{name}.html").result(timeout=20)


def test_settings_that_the_program_refuses_are_told() -> None:
    with offscreen.Renderer(max_memory="much") as renderer:
        with pytest.raises(offscreen.ProgramError, match="much"):
            renderer.render(page)
