"""The page's own server says for how long its picture is good: `Scripts/service` runs it."""

import time
import unittest
import urllib.parse

from service import Service, site


class Caching(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.asked = {}

        def page(handler):
            """`/NAME?FIELD: VALUE` is answered with that field."""
            cls.asked[handler.path] = cls.asked.get(handler.path, 0) + 1
            name, _, value = urllib.parse.unquote(handler.path.partition("?")[2]).partition(": ")
            body = b"<p>%d" % cls.asked[handler.path]
            handler.send_response(200)
            handler.send_header("Content-Type", "text/html")
            handler.send_header("Content-Length", str(len(body)))
            if name:
                handler.send_header(name, value)
            handler.end_headers()
            handler.wfile.write(body)

        cls.site = cls.enterClassContext(site({"/page": page}))
        cls.service = cls.enterClassContext(
            Service("--network", "all", "--jobs", "1", "--fresh", "30s", "--max-fresh", "1h", "--stale", "30s"))

    def ask(self, field):
        """What the service says of an address: of its cache, and for others'."""
        url = self.site + "/page" + ("?" + urllib.parse.quote(field) if field else "")
        status, fields, _ = self.service.get(
            "/v1/picture?" + urllib.parse.urlencode({"url": url, "viewport": "40x40", "settle": "0"}))
        self.assertEqual(status, 200)
        return fields["Cache-Status"], fields["Cache-Control"]

    def test_what_the_page_says_counts(self):
        for field, control in [
            ("", "max-age=30, stale-while-revalidate=30"), ("Cache-Control: max-age=60", "max-age=60, stale-while-revalidate=30"),
            ("Cache-Control: s-maxage=7, max-age=60", "max-age=7, stale-while-revalidate=30"),
            ("Cache-Control: max-age=60, must-revalidate", "max-age=60, stale-while-revalidate=0"),
            ("Cache-Control: max-age=60, stale-while-revalidate=5", "max-age=60, stale-while-revalidate=5"),
            ("Cache-Control: max-age=99999999", "max-age=3600, stale-while-revalidate=30"),
            ("Expires: Fri, 01 Jan 2999 00:00:00 GMT", "max-age=3600, stale-while-revalidate=30"),
        ]:
            with self.subTest(field=field):
                self.assertEqual(self.ask(field), ("offscreen; fwd=miss; stored", control))
                self.assertEqual(self.ask(field), ("offscreen; hit", control))
        for field in ["Cache-Control: no-store", "Cache-Control: private", "Cache-Control: no-cache", "Cache-Control: max-age=0",
                      "Expires: 0", "Vary: *"]:
            with self.subTest(field=field):
                for _ in range(2):
                    self.assertEqual(self.ask(field), ("offscreen; fwd=bypass", "private, no-store"))

    def test_stale_ones_are_given_out_while_they_are_made_anew(self):
        field = "Cache-Control: max-age=1, stale-while-revalidate=20"
        self.ask(field)
        time.sleep(1.5)
        self.assertEqual(self.ask(field)[0], "offscreen; hit; detail=stale")
        strict = "Cache-Control: max-age=1, must-revalidate"
        self.ask(strict)
        time.sleep(1.5)
        self.assertEqual(self.ask(strict)[0], "offscreen; fwd=miss; stored")


if __name__ == "__main__":
    unittest.main(verbosity=1)
