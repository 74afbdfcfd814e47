#!/usr/bin/env python3
"""Measures pages that build or change themselves: CPU of whole pages, from load to picture, beside Chromium's.

Usage: Scripts/benchmark --scripts [--program PROGRAM] [--chromium PROGRAM] [--only WORD,...] [--turns COUNT]
                                   [--corpus FOLDER] [--growth] [--json FILE]

The pages are those of `scripts/` (a table that is sorted, charts, a masonry, an infinite list), TodoMVC pages whose
items are added, ticked and removed, and dashboards with 2,000 forced layouts; the last two are taken from
../shared/script-pages and ../shared/pages, where these are at hand. With --corpus, the pages of such a folder are
measured as they are, and summed up. With --growth, rows are appended with a layout after every 100 of them, and the
exponent is told by which the costs grow.

Each page says at its end what it has come to, which must be the same in both programs. "Warm" is a page in a worker, or
a browser, that has shown it before; "cold" a program that starts for it. CPU is that of all processes, in milliseconds.
Exit status 1 where a page fails, or comes to something else than in Chromium.
"""
import argparse
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

project = pathlib.Path(__file__).resolve().parent.parent
folder = project / "Benchmarks/scripts"
shared = pathlib.Path(os.environ.get("OFFSCREEN_SUITES") or project.parent / "shared")
TICK = os.sysconf("SC_CLK_TCK")
DONE = "document.documentElement.dataset.done"
WAIT = f"{DONE} !== undefined"
WIDTH, HEIGHT = 1280, 800
TIMEOUT = 300

OWN = ["table", "chart-svg", "chart-canvas", "masonry", "infinite-list"]
TODO = ["todo2-vanilla", "todo2-react", "todo2-preact", "todo3-es5", "todo3-jquery", "todo3-preact", "todo3-vue-complex",
        "todo3-react-redux"]
DASHBOARDS = ["pages/adminlte-forms-elements", "pages/argon-dashboard", "pages/sb-admin-index", "pages/notus-tables"]


class Page:
    def __init__(self, name, file, root, reports=True):
        """`reports`: whether the page says what it has come to."""
        self.name, self.file, self.root, self.reports = name, pathlib.Path(file), pathlib.Path(root), reports
        self.fragment = ""

    @property
    def address(self):
        return self.file.as_uri() + self.fragment


def entry_of(kept):
    """The file of a page that is kept with others in a folder of its own."""
    about = json.loads((kept / "page.json").read_text())
    return kept / "page" / (about.get("page") or about.get("entry") or "index.html")


def with_script(kept, script, temporary):
    """A copy of a kept page, with a script of ours at its end."""
    copy = temporary / kept.name
    shutil.copytree(kept / "page", copy)
    file = copy / entry_of(kept).relative_to(kept / "page")
    text = file.read_bytes()
    place = text.lower().rfind(b"</body>")
    place = len(text) if place < 0 else place
    source = b"<script>" + (folder / script).read_bytes() + b"</script>"
    file.write_bytes(text[:place] + source + text[place:])
    return Page(kept.name, file, copy)


def pages(temporary):
    for name in OWN:
        yield Page(name, folder / f"{name}.html", folder)
    for name in TODO:
        if (shared / "script-pages" / name).exists():
            yield with_script(shared / "script-pages" / name, "todo.js", temporary)
    for name in DASHBOARDS:
        if (shared / name).exists():
            yield with_script(shared / name, "forced-layouts.js", temporary)


def corpus_pages(corpus):
    for about in sorted(corpus.glob("*/page.json")):
        yield Page(about.parent.name, entry_of(about.parent), about.parent / "page", reports=False)


def ticks_of(root):
    """Clock ticks that a process and all below it have taken, with those that have ended."""
    found = {}
    for entry in os.scandir("/proc"):
        if not entry.name.isdigit():
            continue
        try:
            fields = pathlib.Path(entry.path, "stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        found[int(entry.name)] = int(fields[1]), sum(int(value) for value in fields[11:15])
    inside, total = {root}, 0
    # Parents may have higher numbers than their children.
    while True:
        more = {process for process, (parent, _) in found.items() if parent in inside} - inside
        if not more:
            break
        inside |= more
    for process in inside:
        total += found.get(process, (0, 0))[1]
    return total


class Failure(Exception):
    pass


class Offscreen:
    """A worker with all its processes."""
    name = "offscreen"

    def __init__(self, options, temporary):
        self.output = temporary / "offscreen.png"
        self.process = subprocess.Popen(
            [options.program, "worker"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)

    def show(self, page):
        request = {
            "id": "1", "input": page.address if page.fragment else str(page.file), "root": str(page.root),
            "output": str(self.output), "network": "none", "viewport": f"{WIDTH}x{HEIGHT}", "timeout": f"{TIMEOUT}s"}
        if page.reports:
            request |= {"waitFor": WAIT, "evaluate": DONE, "limits": {"scriptTime": TIMEOUT}}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"ok": false, "error": "the worker ended"}')
        if not answer["ok"]:
            raise Failure(answer.get("error", "no reason given"))
        return answer.get("value")

    @property
    def ticks(self):
        return ticks_of(self.process.pid)

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Chromium:
    """A browser with all its processes, asked through a pipe."""
    name = "Chromium"

    def __init__(self, options, temporary):
        self.profile = tempfile.mkdtemp(dir=temporary)
        asked, answered = os.pipe(), os.pipe()

        def connect():
            # The browser reads from 3 and writes to 4.
            source, target = os.dup(asked[0]), os.dup(answered[1])
            os.dup2(source, 3)
            os.dup2(target, 4)

        self.process = subprocess.Popen(
            [options.chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--window-size={WIDTH},{HEIGHT}", f"--user-data-dir={self.profile}", "--allow-file-access-from-files",
             "--disable-background-networking", "about:blank"],
            preexec_fn=connect, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(asked[0])
        os.close(answered[1])
        self.output, self.input = asked[1], os.fdopen(answered[0], "rb")
        self.count, self.rest, self.session = 0, b"", None
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.ask("Page.enable")

    def read(self):
        while b"\0" not in self.rest:
            piece = os.read(self.input.fileno(), 1 << 20)
            if not piece:
                raise Failure("the browser ended")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def ask(self, method, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise Failure(answer["error"]["message"])
                return answer["result"]

    def value_of(self, expression):
        return self.ask("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def show(self, page):
        # A page whose address differs by its fragment alone is not loaded anew.
        self.ask("Page.navigate", url="about:blank")
        self.ask("Page.navigate", url=page.address)
        end = time.monotonic() + TIMEOUT
        while not self.value_of(f'document.readyState === "complete" && location.href !== "about:blank"'
                                + (f" && {WAIT}" if page.reports else "")):
            if time.monotonic() > end:
                raise Failure("the page does not end")
            time.sleep(0.05)
        if not page.reports:
            # The time that Offscreen lets a page settle.
            time.sleep(1)
        self.ask("Page.captureScreenshot", format="png")
        return self.value_of(DONE) if page.reports else None

    @property
    def ticks(self):
        return ticks_of(self.process.pid)

    def close(self):
        try:
            self.ask("Browser.close")
        except Failure:
            pass
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


class Figures:
    def __init__(self, warm, cold, value):
        self.warm, self.cold, self.value = warm, cold, value


def measure(Program, page, options, temporary, turns):
    """The first showing is that of a program that has just started."""
    program = Program(options, temporary)
    try:
        value = program.show(page)
        cold = program.ticks
        times = []
        for _ in range(turns):
            start = program.ticks
            program.show(page)
            times.append((program.ticks - start) * 1000 / TICK)
    finally:
        program.close()
    return Figures(statistics.median(times) if times else None, cold * 1000 / TICK, value)


def exponent(points):
    """Of the power that fits best."""
    xs, ys = [math.log(x) for x, _ in points], [math.log(max(y, 1)) for _, y in points]
    middle_x, middle_y = statistics.mean(xs), statistics.mean(ys)
    return sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys)) / sum((x - middle_x) ** 2 for x in xs)


def growth(options, programs, temporary):
    """Milliseconds by number of rows, less what a page costs with 100."""
    for Program in programs:
        points = []
        for count in options.rows:
            page = Page(f"rows {count}", folder / "rows.html", folder)
            page.fragment = f"#{count}"
            figures = measure(Program, page, options, temporary, 0)
            if figures.value != str(count):
                raise Failure(f"{page.name}: {figures.value} rows in {Program.name}")
            points.append((count, figures.cold))
            print(f"{count:8} rows: {figures.cold:8.0f} ms in {Program.name}", flush=True)
        start = points[0][1]
        grown = [(count, value - start) for count, value in points[1:]]
        print(f"{Program.name}: exponent {exponent(grown):.2f}", flush=True)


def shown(value, width, digits=0):
    return f"{'–' if value is None else format(value, f'.{digits}f'):>{width}}"


def compare(options, programs, found, temporary):
    """Prints a line for each page; the rows, and whether one has failed."""
    print(f"{'page':26}{'warm':>8}{'cold':>8}" + (f"{'Chromium':>10}{'cold':>8}{'ratio':>8}{'cold':>7}" if len(programs) > 1 else ""))
    rows, has_failed = [], False
    for page in found:
        try:
            figures = [measure(Program, page, options, temporary, options.turns) for Program in programs]
        except Failure as failure:
            print(f"{page.name:26} {failure}", flush=True)
            has_failed = True
            continue
        own = figures[0]
        line = f"{page.name:26}{shown(own.warm, 8)}{shown(own.cold, 8)}"
        row = {"page": page.name, "warm": own.warm, "cold": own.cold}
        if len(figures) > 1:
            other = figures[1]
            row |= {"chromium": other.warm, "chromiumCold": other.cold}
            line += shown(other.warm, 10) + shown(other.cold, 8) + shown(own.warm / max(other.warm, 1), 8, 2)
            line += shown(own.cold / max(other.cold, 1), 7, 2)
            if own.value != other.value:
                line += f"  {own.value!r}, in Chromium {other.value!r}"
                has_failed = True
        rows.append(row)
        print(line, flush=True)
    if rows:
        sums = {key: sum(row[key] or 0 for row in rows) for key in rows[0] if key != "page"}
        line = f"{'sum':26}{shown(sums['warm'], 8)}{shown(sums['cold'], 8)}"
        if "chromium" in sums:
            line += shown(sums["chromium"], 10) + shown(sums["chromiumCold"], 8)
            line += shown(sums["warm"] / max(sums["chromium"], 1), 8, 2) + shown(sums["cold"] / max(sums["chromiumCold"], 1), 7, 2)
        print(line)
    return rows, has_failed


def main(arguments=None):
    head, _, rest = __doc__.partition("\n\nThe pages are")
    usage = head.partition("Usage: ")[2]
    parser = argparse.ArgumentParser(
        usage=usage, description="The pages are" + rest, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(project / ".build/release/offscreen"))
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    parser.add_argument("--only", default="", help="pages whose names have one of these words")
    parser.add_argument("--turns", type=int, default=3, help="how often each page is shown when it is timed (3)")
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--growth", action="store_true")
    parser.add_argument("--rows", type=lambda text: [int(part) for part in text.split(",")], default=[100, 1000, 10_000, 100_000])
    parser.add_argument("--json", metavar="FILE")
    options = parser.parse_args(arguments)
    if not shutil.which(options.program):
        sys.exit(f"benchmark: {options.program} is not there: swift build -c release --static-swift-stdlib --product offscreen")
    programs = [Offscreen] + ([Chromium] if options.chromium else [])
    words = [word for word in options.only.split(",") if word]
    with tempfile.TemporaryDirectory() as temporary:
        temporary = pathlib.Path(temporary)
        try:
            if options.growth:
                return growth(options, programs, temporary)
            found = corpus_pages(options.corpus.resolve()) if options.corpus else pages(temporary)
            found = [page for page in found if not words or any(word in page.name for word in words)]
            rows, has_failed = compare(options, programs, found, temporary)
        except Failure as failure:
            sys.exit(f"benchmark: {failure}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(rows, indent=1) + "\n")
    sys.exit(has_failed)


if __name__ == "__main__":
    main()
