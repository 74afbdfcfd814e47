"""Serves the samples on loopback, lets other programs record them, and renders what they recorded with the server gone:
the pictures are those of the site, pixel for pixel. `Scripts/archives` runs it.

    archives.py PROGRAM
"""

import email.mime.application
import email.mime.multipart
import functools
import gzip
import http.server
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.request
import zlib

import zstandard
from warcio.archiveiterator import ArchiveIterator
from warcio.capture_http import capture_http

import http.client  # after warcio, which records it

samples = pathlib.Path(__file__).resolve().parents[2] / "Samples"
program = pathlib.Path(sys.argv.pop(1)).resolve()

# A page whose parts come in all the ways in which servers answer.
MIXED = b"""<!doctype html><title>Mixed</title><link rel="stylesheet" href="moved.css"><link rel="stylesheet" href="gzip.css">
<link rel="stylesheet" href="deflate.css"><h1>Parts of all kinds</h1><p class="a">moved</p><p class="b">compressed</p>
<p class="c">deflated</p><img src="picture.png?size=2#x" width="64"><p id="s"></p>
<script>fetch("data.json").then(r => r.json()).then(v => document.getElementById("s").textContent = v.text)</script>
<iframe src="frame.html" width="200" height="60"></iframe>"""


class Site(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def reply(self, body, kind, **fields):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        if "Transfer_Encoding" not in fields:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        match self.path.partition("?")[0]:
            case "/mixed.html":
                self.reply(MIXED, "text/html; charset=utf-8")
            case "/start":
                self.send_response(302)
                self.send_header("Location", "/mixed.html")
                self.send_header("Content-Length", "0")
                self.end_headers()
            case "/moved.css":
                self.send_response(301)
                self.send_header("Location", "/chunked.css")
                self.send_header("Content-Length", "0")
                self.end_headers()
            case "/chunked.css":
                parts = [b".a { color: ", b"green; font: bold 20px serif }"]
                body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
                self.reply(body, "text/css", Transfer_Encoding="chunked")
            case "/gzip.css":
                self.reply(gzip.compress(b".b { color: blue }"), "text/css", Content_Encoding="gzip")
            case "/deflate.css":
                self.reply(zlib.compress(b".c { background: gold }"), "text/css", Content_Encoding="deflate")
            case "/picture.png":
                self.reply((samples / "cards.png").read_bytes(), "image/png")
            case "/data.json":
                self.reply(b'{"text": "fetched"}', "application/json")
            case "/frame.html":
                self.reply(b"<body style='background: pink'>a frame", "text/html")
            case _:
                super().do_GET()


PAGES = ["mixed.html", "start", "article.html", "cards.html", "style.html"]
PARTS = ["chunked.css", "moved.css", "gzip.css", "deflate.css", "picture.png?size=2", "data.json", "frame.html"]


def pixels(png):
    """What of a PNG file is seen: its header and its data, without the text that names the options."""
    at, kept = 8, []
    while at < len(png):
        size, kind = int.from_bytes(png[at:at + 4]), png[at + 4:at + 8]
        if kind != b"tEXt":
            kept.append(png[at:at + 12 + size])
        at += 12 + size
    return b"".join(kept)


class Archives(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Site, directory=samples))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        cls.site = f"http://127.0.0.1:{server.server_port}/"
        try:
            cls.live = {page: cls.render(cls.site + page, f"live-{page}.png", "--network", "all") for page in PAGES}
            cls.record()
        finally:
            # What is rendered from here on comes from the archives, or not at all.
            server.shutdown()
            server.server_close()

    @classmethod
    def record(cls):
        work = cls.work
        # wget, as it is, and without compression.
        addresses = [cls.site + path for path in PAGES + PARTS]
        for name, options in [("wget", []), ("wget-plain", ["--no-warc-compression"])]:
            subprocess.run(
                ["wget", "-q", "-p", "-P", work / "files", f"--warc-file={work / name}", *options, *addresses],
                check=False, cwd=work, env={"PATH": "/usr/bin:/bin", "no_proxy": "*"})
        # warcio, by http.client.
        host = cls.site.removeprefix("http://").rstrip("/")
        with capture_http(str(work / "warcio.warc.gz")):
            for path in PAGES + PARTS + cls.used():
                connection = http.client.HTTPConnection(host)
                connection.request("GET", "/" + path, headers={"Accept-Encoding": "gzip"})
                connection.getresponse().read()
                connection.close()
        # wacz, of what wget wrote.
        subprocess.run(
            ["wacz", "create", "-o", work / "site.wacz", "--detect-pages", work / "wget.warc.gz"], check=True,
            stdout=subprocess.DEVNULL)
        cls.compress_by_zstandard(work / "wget-plain.warc")
        # warcit, of files: records that are no answers of servers.
        subprocess.run(
            ["warcit", "--quiet", "--name", work / "warcit.warc.gz", cls.site, samples], check=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.record_by_pywb(PAGES + PARTS + cls.used())
        # A page with its parts in one message.
        message = email.mime.multipart.MIMEMultipart("related", type="text/html")
        for path, kind in [("mixed.html", "text/html"), ("picture.png?size=2", "image/png"), ("moved.css", "text/css"),
                           ("gzip.css", "text/css"), ("deflate.css", "text/css"), ("data.json", "application/json"),
                           ("frame.html", "text/html")]:
            connection = http.client.HTTPConnection(host)
            target = "/" + ("chunked.css" if path == "moved.css" else path)
            connection.request("GET", target)
            answer = connection.getresponse()
            body = answer.read()
            match answer.headers["Content-Encoding"]:
                case "gzip":
                    body = gzip.decompress(body)
                case "deflate":
                    body = zlib.decompress(body)
            part = email.mime.application.MIMEApplication(body)
            part.replace_header("Content-Type", kind)
            part["Content-Location"] = cls.site + path
            message.attach(part)
            connection.close()
        (work / "page.mhtml").write_bytes(message.as_bytes())

    @classmethod
    def compress_by_zstandard(cls, plain):
        """A frame for each record; and with a dictionary before them, as the standard for such archives has it."""
        whole, offsets = plain.read_bytes(), []
        with plain.open("rb") as file:
            records = ArchiveIterator(file)
            for _ in records:
                offsets.append(records.get_record_offset())
        records = [whole[a:b] for a, b in zip(offsets, offsets[1:] + [len(whole)])]
        frames = zstandard.ZstdCompressor()
        (cls.work / "plain.warc.zst").write_bytes(b"".join(map(frames.compress, records)))
        dictionary = zstandard.train_dictionary(8192, [record[at:at + 500] for record in records for at in range(0, 5000, 500)])
        packed = frames.compress(dictionary.as_bytes())
        frames = zstandard.ZstdCompressor(dict_data=dictionary)
        (cls.work / "dictionary.warc.zst").write_bytes(
            b"\x5d\x2a\x4d\x18" + len(packed).to_bytes(4, "little") + packed + b"".join(map(frames.compress, records)))

    @classmethod
    def record_by_pywb(cls, paths):
        """It stands between a client and the site, and writes down what goes by."""
        subprocess.run(["wb-manager", "init", "site"], check=True, cwd=cls.work, capture_output=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        proxy = subprocess.Popen(
            ["wayback", "--live", "--proxy", "site", "--proxy-record", "--bind", "127.0.0.1", "--port", str(port)],
            cwd=cls.work, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + 60
            while True:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    assert proxy.poll() is None and time.monotonic() < end, "pywb does not start"
                    time.sleep(0.1)
            for path in paths:
                request = urllib.request.Request(cls.site + path)
                # Where the environment's `no_proxy` names this machine, a handler would leave the proxy out.
                request.set_proxy(f"127.0.0.1:{port}", "http")
                urllib.request.urlopen(request, timeout=60).read()
        finally:
            proxy.terminate()
            try:
                proxy.wait(30)
            finally:
                proxy.kill()
        written, = cls.work.glob("collections/site/archive/*.warc.gz")
        written.rename(cls.work / "pywb.warc.gz")

    @classmethod
    def used(cls):
        """What the samples use, as they are told by the program."""
        used = set()
        for page in PAGES[2:]:
            output = subprocess.run(
                [program, "render", samples / page, "-o", cls.work / "used.png", "--verbose", "--quiet"], capture_output=True,
                text=True, check=False).stderr
            for line in output.splitlines():
                path = pathlib.Path(line.removeprefix("used: ").split(",")[0])
                if path.is_relative_to(samples):
                    used.add(str(path.relative_to(samples)))
        return sorted(used)

    @classmethod
    def run_program(cls, *arguments):
        return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, cwd=cls.work, check=False)

    @classmethod
    def render(cls, address, name, *options):
        result = cls.run_program("render", address, "-o", name, "--date", "2026-01-01T00:00:00Z", "--timeout", "2m", *options)
        assert result.returncode == 0, result.stderr
        return pixels((cls.work / name).read_bytes())

    def test_pages_look_as_they_did_live(self):
        for archive in ["wget.warc.gz", "wget-plain.warc", "warcio.warc.gz", "site.wacz"]:
            for page in PAGES:
                with self.subTest(archive=archive, page=page):
                    picture = self.render(archive, "archived.png", "--page", self.site + page)
                    self.assertEqual(picture, self.live[page])

    def test_pages_of_other_programs(self):
        for archive, pages in [("pywb.warc.gz", PAGES), ("warcit.warc.gz", PAGES[2:]), ("plain.warc.zst", PAGES[:2]),
                               ("dictionary.warc.zst", PAGES)]:
            for page in pages:
                with self.subTest(archive=archive, page=page):
                    picture = self.render(archive, "archived.png", "--page", self.site + page)
                    self.assertEqual(picture, self.live[page])

    def test_pages_in_one_message(self):
        self.assertEqual(self.render("page.mhtml", "mail.png"), self.live["mixed.html"])
        named = self.render("page.mhtml", "mail.png", "--page", self.site + "mixed.html")
        self.assertEqual(named, self.live["mixed.html"])

    def test_batches(self):
        for archive in ["wget.warc.gz", "site.wacz"]:
            folder = self.work / f"{archive}.thumbs"
            result = self.run_program("batch", archive, "-o", folder, "--thumbnail", "160x", "--timeout", "2m")
            self.assertEqual(result.returncode, 0, result.stderr)
            lines = [json.loads(line) for line in (folder / "manifest.ndjson").read_text().splitlines()]
            addresses = {line["address"] for line in lines if line.get("ok")}
            wanted = PAGES[:1] if archive == "site.wacz" else [page for page in PAGES if page != "start"]
            self.assertLessEqual({self.site + page for page in wanted}, addresses)
            again = self.run_program("batch", archive, "-o", folder, "--thumbnail", "160x", "--timeout", "2m")
            self.assertIn("0 rendered", again.stdout + again.stderr)

    def test_other_commands(self):
        title = self.run_program("evaluate", "site.wacz", "document.title", "--page", self.site + "mixed.html")
        self.assertEqual((title.returncode, title.stdout.strip()), (0, "Mixed"), title.stderr)
        boxes = self.run_program("inspect", "wget.warc.gz", "--page", self.site + "mixed.html")
        self.assertEqual(boxes.returncode, 0, boxes.stderr)
        request = {"id": "1", "input": "site.wacz", "output": "worker.png", "page": self.site + "mixed.html",
                   "timeout": "2m"}
        answer = subprocess.run(
            [program, "worker"], input=json.dumps(request) + "\n", capture_output=True, text=True, cwd=self.work,
            check=False)
        self.assertTrue(json.loads(answer.stdout)["ok"], answer.stdout)
        self.run_program("save", "site.wacz", "--page", self.site + "mixed.html", "-o", "saved.mhtml")
        self.assertEqual(self.render("saved.mhtml", "saved.png"), self.live["mixed.html"])

    def test_what_is_wrong_is_told_in_one_line(self):
        whole = (self.work / "wget.warc.gz").read_bytes()
        (self.work / "empty.warc.gz").write_bytes(b"")
        (self.work / "noise.warc").write_bytes(bytes(range(256)) * 100)
        (self.work / "bomb.warc.gz").write_bytes(gzip.compress(b"WARC/1.0\r\n" + bytes(400 << 20)))
        (self.work / "cut.wacz").write_bytes((self.work / "site.wacz").read_bytes()[:-1000])
        (self.work / "gone.mhtml").write_text("Content-Type: multipart/related; boundary=b\n\nno part\n")
        for name, page, told in [
            ("empty.warc.gz", None, "it is empty"), ("noise.warc", None, "no record begins there"),
            ("bomb.warc.gz", None, "the head of a record does not end"), ("cut.wacz", None, "it is no ZIP file, or cut off"),
            ("wget.warc.gz", self.site + "none", "there is no page"), ("gone.mhtml", None, "there is no page in this archive"),
            ("none.wacz", None, "no such file"),
        ]:
            with self.subTest(archive=name):
                result = self.run_program("render", name, "-o", "x.png", *(["--page", page] if page else []))
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertIn(told, result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
                self.assertFalse((self.work / "x.png").exists())
        (self.work / "cut.warc.gz").write_bytes(whole[: len(whole) * 3 // 4])
        result = self.run_program("render", "cut.warc.gz", "-o", "x.png", "--page", self.site + "mixed.html")
        self.assertIn("only a part of it is used", result.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=1)
