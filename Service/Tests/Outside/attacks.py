"""What hostile clients and pages try with the service: each is answered with a problem of one sentence, or left, and the
service goes on. `Scripts/service` runs it."""

import hashlib
import hmac
import json
import select
import socket
import threading
import time
import unittest
import urllib.parse

from service import Service, site

SECRET = "0123456789abcdef-secret"


def quoted(text):
    return urllib.parse.quote(text, safe="")


def picture(url, **options):
    return "/v1/picture?" + urllib.parse.urlencode({"url": url, "timeout": "10s"} | options)


class Raw:
    """A connection of which every byte is said."""

    def __init__(self, service):
        self.socket = socket.create_connection(("127.0.0.1", service.port), 30)

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass  # It is closed, which the answer shows.
        return self

    def answer(self, closes=True):
        """Status and body; (None, b"") of a connection that is closed without one."""
        data = b""
        try:
            while b"\r\n\r\n" not in data and (piece := self.socket.recv(65536)):
                data += piece
            head, _, body = data.partition(b"\r\n\r\n")
            fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
            while len(body) < int(fields.get(b"content-length", 0)) and (piece := self.socket.recv(65536)):
                body += piece
        except ConnectionError:
            return None, b""
        finally:
            if closes:
                self.socket.close()
        return (int(head.split()[1]), body) if head else (None, b"")

    def is_closed(self, seconds):
        self.socket.settimeout(seconds)
        try:
            while self.socket.recv(65536):
                pass
            return True
        except ConnectionError:
            return True
        except TimeoutError:
            return False


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.asked = []

        def redirect(handler):
            cls.asked.append(handler.path)
            handler.send_response(302)
            handler.send_header("Location", urllib.parse.unquote(handler.path.partition("?")[2]))
            handler.send_header("Content-Length", "0")
            handler.end_headers()

        def secret(handler):
            cls.asked.append(handler.path)
            handler.send_response(200)
            handler.send_header("Content-Length", "6")
            handler.end_headers()
            handler.wfile.write(b"secret")

        cls.site = cls.enterClassContext(site({"/to": redirect, "/secret": secret, "/": ({}, b"<p>open")}))
        cls.port = cls.site.rpartition(":")[2]
        cls.public = cls.enterClassContext(Service("--jobs", "2"))
        cls.all = cls.enterClassContext(Service("--jobs", "1", "--network", "all", "--deny-host", "localhost", "--max-body", "64K", "--max-bodies", "256K"))
        cls.signed = cls.enterClassContext(Service("--jobs", "1", "--signing-key", f"k:{SECRET}"))

    def tearDown(self):
        for service in [self.public, self.all, self.signed]:
            self.assertIsNone(service.process.poll())
            self.assertEqual(service.get("/healthz")[0], 200)
            self.assertEqual(service.left(within=10), [])

    def problem(self, answer, status, part):
        self.assertEqual(answer[0], status, answer[1][:300])
        problem = json.loads(answer[1])
        self.assertEqual(problem["status"], status)
        self.assertIn(part, problem["detail"])
        self.assertNotIn("\n", problem["detail"])

    # MARK: Connections

    def test_heads_that_are_bombs(self):
        for head in [b"X: " + b"y" * 100_000 + b"\r\n", b"".join(b"X-%d: y\r\n" % number for number in range(5000)),
                     b"X: " + b"y" * 10_000_000]:
            with self.subTest(bytes=len(head)):
                answer = Raw(self.public).send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + head + b"\r\n").answer()
                self.problem(answer, 431, "head")
        self.problem(Raw(self.public).send(b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n").answer(), 400, "no request")
        self.problem(Raw(self.public).send(b"GET /" + b"a" * 1_000_000 + b" HTTP/1.1\r\n\r\n").answer(), 431, "head")

    def test_bodies_that_never_end(self):
        head = b"POST /v1/picture HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
        self.problem(Raw(self.all).send(head + b"Content-Length: 99999999999\r\n\r\n").answer(), 413, "limit")
        connection = Raw(self.all).send(head + b"Transfer-Encoding: chunked\r\n\r\n")
        threading.Thread(
            target=lambda: [connection.send(b"4000\r\n" + b"x" * 0x4000 + b"\r\n") for _ in range(200)]).start()
        self.problem(connection.answer(closes=False), 413, "limit")
        self.assertTrue(connection.is_closed(10))
        self.problem(Raw(self.all).send(head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n").answer(), 400, "body")
        both = Raw(self.all).send(
            head + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n")
        self.assertNotEqual(both.answer()[0], 200)

    def test_bodies_that_are_too_much_together(self):
        head = b"POST /v1/picture?viewport=20x20 HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: 60001\r\n\r\n"
        held = {(connection := Raw(self.all).send(head + b"x" * 60_000)).socket: connection for _ in range(5)}
        # One is too many, whichever of them is read last.
        refused, _, _ = select.select(list(held), [], [], 25)
        self.assertTrue(refused, "all of them are held")
        for connection in refused:
            self.problem(held.pop(connection).answer(), 503, "together")
        statuses = [connection.send(b"x").answer()[0] for connection in held.values()]
        self.assertLessEqual({*statuses}, {200, 503})
        self.assertIn(200, statuses)
        self.assertEqual(Raw(self.all).send(head + b"x" * 60_001).answer()[0], 200)

    def test_clients_that_are_slow_or_half_gone(self):
        # A thousand that say nothing keep nobody from being answered.
        idle = [Raw(self.public).send(b"GET /hea") for _ in range(1000)]
        begin = time.monotonic()
        self.assertEqual(self.public.get("/v1/picture?html=x&viewport=20x20")[0], 200)
        self.assertLess(time.monotonic() - begin, 20)
        for connection in idle:
            connection.socket.close()
        # One that has sent all and listens no more; one that is gone with its page under way.
        half = Raw(self.public).send(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        half.socket.shutdown(socket.SHUT_WR)
        self.assertIn(half.answer()[0], [200, None])
        for _ in range(20):
            gone = Raw(self.public).send(
                b"GET /v1/picture?html=%3Cscript%3Efor(;;);%3C/script%3E&timeout=20s HTTP/1.1\r\nHost: localhost\r\n\r\n")
            gone.socket.close()
        begin = time.monotonic()
        self.assertEqual(self.public.get("/v1/picture?html=after&viewport=20x20")[0], 200)
        self.assertLess(time.monotonic() - begin, 20, "pages of clients that are gone were not ended")

    def test_names_that_pages_in_browsers_give_to_the_server(self):
        for name in ["evil.test", "127.0.0.1.evil.test", "localhost.evil.test:80"]:
            answer = Raw(self.public).send(f"GET /v1/picture?html=x HTTP/1.1\r\nHost: {name}\r\n\r\n".encode()).answer()
            self.problem(answer, 403, "localhost")

    # MARK: Bodies

    def form(self, service, name, target="/v1/picture"):
        body = (b'--b\r\nContent-Disposition: form-data; name="page"; filename="index.html"\r\n\r\n<p>x\r\n'
                b'--b\r\nContent-Disposition: form-data; name="f"; filename="' + name + b'"\r\n\r\nevil\r\n--b--\r\n')
        return Raw(service).send(
            b"POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: %d\r\n\r\n"
            % (target.encode(), len(body)) + body).answer()

    def test_names_that_lead_out_of_the_folder(self):
        for name in [b"../evil", b"a/../../evil", b"/etc/evil", b"..", b".", b"a//b", b"a\\..\\evil", b"a\x00b", b"a/./b",
                     b"a" * 300, b"/".join([b"a"] * 40), b"index.html", b"index.html/x", b"\xff\xfe/../x", b"a\x1b[2J"]:
            for target in ["/v1/picture", "/forms/chromium/screenshot/html"]:
                with self.subTest(name=name[:40], target=target):
                    status, body = self.form(self.public, name, target)
                    self.assertEqual(status, 400, body[:200])
                    self.assertTrue(json.loads(body)["detail"].isprintable())
        self.assertEqual(self.form(self.public, b"%2e%2e%2fx")[0], 200)

    def test_json_that_is_a_bomb(self):
        for body in [b"[" * 100_000, b'{"html":' * 50_000, b'{"html":"x","limits":{"elements":1e999}}', b"\xff\xfe{}",
                     b'{"html":"x","scale":NaN}', b'{"html": "x", "css": ["/etc/passwd"]}', b'{"html":"x","root":"/"}']:
            answer = Raw(self.public).send(
                b"POST /v1/picture HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                % len(body) + body).answer()
            self.problem(answer, 400, "")

    # MARK: Addresses

    def test_hosts_that_are_private_under_other_names(self):
        port = self.port
        for host in ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "LOCALHOST.", "127.0.0.1.",
                     "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:0:0:1]", "[::]", "0.0.0.0", "0",
                     "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[fe80::1]", "[fc00::1]", "10.0.0.1", "169.254.169.254",
                     "user:secret@127.0.0.1", "example.com@127.0.0.1", "%31%32%37.0.0.1", "\uff11\uff12\uff17.0.0.1",
                     "localhost.localdomain", "ip6-localhost"]:
            with self.subTest(host=host):
                status, detail = self.public.detail(picture(f"http://{host}:{port}/secret"))
                # 504: nobody says in time what a name means.
                self.assertIn(status, [400, 403, 502, 504], detail)
        self.assertEqual(self.asked, [], "the server on loopback was asked")

    def test_hosts_that_are_denied_under_other_names(self):
        for host in ["localhost", "LocalHost", "localhost.", "user@localhost", "localhost:" + self.port + "@localhost"]:
            with self.subTest(host=host):
                status, detail = self.all.detail(picture(f"http://{host}:{self.port}/secret"))
                self.assertIn(status, [400, 403], detail)
        # One that redirects to it, as a page, a frame and a picture.
        away = f"{self.site}/to?" + quoted(f"http://localhost:{self.port}/secret")
        self.assertEqual(self.all.detail(picture(away))[0], 403)
        self.assertIn(self.all.get("/v1/picture?html=" + quoted(f"<iframe src='{away}'></iframe><img src='{away}'>"))[0], [200, 403])
        status, _ = self.all.detail("/v1/picture?html=x&network=everything")
        self.assertEqual(status, 400)
        self.assertNotIn("/secret", self.asked)
        self.asked.clear()

    def test_files_of_the_machine(self):
        for url in ["file:///etc/passwd", "FILE:///etc/passwd", "/etc/passwd", "ftp://x/", "javascript:1", "http:/etc/passwd",
                    "http:///etc/passwd", "http://\\etc\\passwd", " file:///etc/passwd", "view-source:file:///etc/passwd"]:
            with self.subTest(url=url):
                self.assertIn(self.public.detail(picture(url))[0], [400, 403, 502])
        page = "<iframe src='file:///etc/passwd'></iframe><script>fetch('file:///etc/passwd').then(r => r.text()).then(" \
               "t => window.found = t, () => 0)</script>"
        status, _, body = self.public.get(f"/v1/evaluate?html={quoted(page)}&evaluate=" + quoted("String(window.found)"))
        self.assertEqual((status, json.loads(body)["value"]), (200, "undefined"))

    # MARK: Signed addresses

    def sign(self, target, expires):
        message = f"{target}{'&' if '?' in target else '?'}expires={expires}&key=k"
        return message + "&signature=" + hmac.new(SECRET.encode(), message.encode(), hashlib.sha256).hexdigest()

    def test_signed_addresses(self):
        target = "/v1/picture?html=x&viewport=20x20"
        # The first is made, and the others come from the cache, at once.
        self.assertEqual(self.signed.get(self.sign(target, int(time.time()) + 600))[0], 200)
        end = int(time.time()) + 5
        soon = self.sign(target, end)
        self.assertEqual(self.signed.get(soon)[0], 200)
        self.assertEqual(self.signed.get(soon)[0], 200)
        # Nor is it good after its end for what is in the cache.
        time.sleep(max(0, end + 1 - time.time()))
        status, detail = self.signed.detail(soon)
        self.assertEqual(status, 401)
        self.assertIn("expired", detail)
        good = self.sign(target, int(time.time()) + 60)
        for wrong in [good + "&width=9", good.replace("html=x", "html=y"), good.replace("&signature", "&x=1&signature"),
                      good[:-1], good + "0", good.upper(), target, target + "&signature=", "/metrics",
                      self.sign(target, "1e300").replace("1e300", "nan"), self.sign(target, "inf"), self.sign(target, "-1"),
                      self.sign(target + "&expires=99999999999", int(time.time()) + 60)]:
            with self.subTest(target=wrong):
                self.assertEqual(self.signed.detail(wrong)[0], 401)
        self.problem(
            Raw(self.signed).send(
                f"POST {good} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: 1\r\n\r\nx".encode()).answer(),
            401, "GET only")


if __name__ == "__main__":
    unittest.main(verbosity=1)
