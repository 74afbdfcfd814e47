"""Programs of other people that ask Gotenberg and Browserless, unchanged but for the address: `Scripts/service` runs it."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import gotenberg_client

from service import Service, site, size

PAGES = {
    "/": ({}, b"<!doctype html><title>Page</title><body style='margin:0;background:teal'><p id=p>A page"
              b"<script>p.textContent = 'changed'</script>"),
    "/long": ({}, b"<!doctype html><body style='margin:0'><div style='height:2000px;background:gold'>"),
}


class Clients(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = pathlib.Path(cls.enterClassContext(tempfile.TemporaryDirectory()))
        cls.site = cls.enterClassContext(site(PAGES))
        cls.service = cls.enterClassContext(Service("--network", "all", "--jobs", "2"))
        cls.client = cls.enterClassContext(gotenberg_client.GotenbergClient(cls.service.address))

    # MARK: gotenberg-client

    def test_gotenberg_url(self):
        with self.client.chromium.screenshot_url() as route:
            picture = route.url(self.site + "/").width(300).height(200).clip_to_dimensions().run()
        self.assertEqual(size(picture.content), (300, 200))
        with self.client.chromium.screenshot_url() as route:
            long = route.url(self.site + "/long").run()
        self.assertEqual(size(long.content), (800, 2000))
        with self.client.chromium.screenshot_url() as route:
            jpeg = route.url(self.site + "/").output_format("jpeg").quality(50).run()
        self.assertEqual(jpeg.content[:3], b"\xff\xd8\xff")

    def test_gotenberg_html(self):
        (self.work / "style.css").write_text("h1 { width: 123px; height: 45px; margin: 0 } body { margin: 0 }")
        (self.work / "page.html").write_text("<!doctype html><link rel=stylesheet href=style.css><h1>Title</h1>")
        with self.client.chromium.screenshot_html() as route:
            picture = route.index(self.work / "page.html").resource(self.work / "style.css").width(200).run()
        self.assertEqual(size(picture.content)[0], 200)
        with self.client.chromium.screenshot_html() as route:
            again = route.string_index("<p>x").render_expression("window.document !== null").run()
        self.assertEqual(size(again.content), (800, 600))

    def test_gotenberg_markdown(self):
        page = '<!doctype html><body style="margin:0">{{ toHTML "%s" }}<style>h1 { height: %s; margin: 0 }</style>'
        (self.work / "a.md").write_text("# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n")
        pictures = []
        for height in ["700px", "900px"]:
            with self.client.chromium.screenshot_markdown() as route:
                route.string_index(page % ("a.md", height)).resource(self.work / "a.md")
                pictures.append(route.run().content)
        # The heading is there, and as high as its style says.
        self.assertEqual(size(pictures[1])[1] - size(pictures[0])[1], 200)
        self.assertGreater(size(pictures[0])[1], 720)

    def test_gotenberg_errors(self):
        with self.client.chromium.screenshot_url() as route:
            with self.assertRaises(gotenberg_client.HttpStatusError) as caught:
                route.url(self.site + "/missing").run()
        self.assertEqual(caught.exception.response.status_code, 409)

    # MARK: page-scoop, which asks Browserless

    def scoop(self, *arguments):
        return subprocess.run(
            [pathlib.Path(sys.executable).with_name("page-scoop"), "screenshot", "--browserless-url",
             self.service.address, *arguments],
            capture_output=True, text=True, cwd=self.work, check=False)

    def test_browserless(self):
        output = self.work / "scoop.png"
        result = self.scoop(self.site + "/", "--output", output, "--width", "320", "--height", "240")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(size(output.read_bytes()), (320, 240))
        result = self.scoop(self.site + "/long", "--output", output, "--overwrite", "--full-page", "--wait-for", "div")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(size(output.read_bytes()), (1280, 2000))
        result = self.scoop(
            self.site + "/", "--output", output, "--overwrite", "--format", "webp", "--quality", "50", "--disable-js",
            "--wait-until", "networkidle0")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(output.read_bytes()[8:12], b"WEBP")
        result = self.scoop("http://no.such.host.invalid/", "--output", output, "--overwrite")
        self.assertEqual(result.returncode, 1)
        self.assertIn("HTTP Error: 502", result.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=1)
