"""A service of the programs that were built, for the tests beside this file."""

import contextlib
import http.server
import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error
import urllib.request

# The tests open a thousand connections; many systems give a program no more files than that until it asks.
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if 0 <= soft < 8192:
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard >= 0 else 8192, hard))


class Service:
    """`offscreen-serve` on a free port, until the `with` ends. `problems` are the lines that it logged above `info`."""

    def __init__(self, *arguments, environment=None):
        self.arguments, self.environment = arguments, environment or {}

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="offscreen-outside-")
        self.work = pathlib.Path(self.folder, "work")
        self.work.mkdir()
        self.process = subprocess.Popen(
            [os.environ["OFFSCREEN_SERVE"], "--port", "0", "--work-folder", self.work, "--cache",
             pathlib.Path(self.folder, "cache"), *self.arguments],
            stderr=subprocess.PIPE, text=True, env=os.environ | self.environment)
        try:
            self._wait()
        except BaseException:
            self.process.kill()
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def _wait(self):
        self.problems, address = [], None
        for line in self.process.stderr:
            with contextlib.suppress(ValueError):
                address = json.loads(line).get("address")
            if address:
                break
        if not address:
            raise RuntimeError(f"the service did not start: {self.process.wait()}")
        self.address = address.rstrip("/")
        self.port = int(self.address.rpartition(":")[2])
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        end = time.monotonic() + 300
        while self.get("/readyz")[0] != 200:
            if time.monotonic() > end:
                raise RuntimeError("the service is not ready after five minutes")
            time.sleep(0.1)

    def _read(self):
        for line in self.process.stderr:
            if '"level":"info"' not in line:
                self.problems.append(line)

    def get(self, target, **fields):
        """Status, fields and body."""
        request = urllib.request.Request(self.address + target, headers=fields)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers, error.read()

    def detail(self, target, **fields):
        """Status and the sentence of a problem."""
        status, _, body = self.get(target, **fields)
        return status, json.loads(body)["detail"]

    def family(self):
        """The service's processes and all that they have started, as bytes in memory by number."""
        parents = {}
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                number, _, rest = stat.read_text().partition(" (")
                parents[int(number)] = int(rest.rpartition(")")[2].split()[1])
        found = {self.process.pid}
        while more := {number for number, parent in parents.items() if parent in found} - found:
            found |= more
        sizes = {}
        for number in found:
            with contextlib.suppress(OSError):
                sizes[number] = int(pathlib.Path(f"/proc/{number}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
        return sizes

    def left(self, within=0):
        """Files of requests, when there are some after so many seconds."""
        end = time.monotonic() + within
        while (left := self._left()) and time.monotonic() < end:
            time.sleep(0.1)
        return left

    def _left(self):
        return sorted(str(path.relative_to(self.work)) for path in self.work.rglob("*") if not path.is_dir())

    def __exit__(self, *error):
        self.process.send_signal(signal.SIGTERM)
        try:
            self.status = self.process.wait(60)
            self.reader.join(10)
            self.left_behind = list(self.work.iterdir())
        finally:
            self.process.kill()
            self.process.stderr.close()
            shutil.rmtree(self.folder, ignore_errors=True)


class Site(http.server.BaseHTTPRequestHandler):
    """Answers of a test's choice: `pages` has (fields, body) by path, or a function of the handler."""

    protocol_version = "HTTP/1.1"
    pages = {}

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        page = self.pages.get(self.path.partition("?")[0])
        if callable(page):
            return page(self)
        fields, body = page or ({}, b"")
        self.send_response(200 if page else 404)
        for name, value in ({"Content-Type": "text/html; charset=utf-8", "Content-Length": str(len(body))} | fields).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


@contextlib.contextmanager
def site(pages):
    """The address of a server on loopback."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), type("Site", (Site,), {"pages": pages}))
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def size(png):
    """Width and height."""
    assert png.startswith(b"\x89PNG"), png[:200]
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
