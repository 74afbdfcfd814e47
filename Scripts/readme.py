"""Runs what the README shows: every block marked `sh`, in its order, and every command of the tables, in
a folder of its own; the block of YAML is read as the project's defaults.

`Scripts/test` is left out, because it is what calls this. Usage: readme.py PROJECT, with `offscreen` on
the PATH; readme.py PROJECT --serve runs what needs the service, which `Scripts/service` builds; readme.py PROJECT PACKAGE puts the Swift examples into a client's package, where
`Scripts/client-package` builds and runs them.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

project = pathlib.Path(sys.argv[1]).resolve()
readme = (project / "README.md").read_text()
blocks = re.findall(r"^```sh\n(.*?)^```$", readme, re.M | re.S)
if len(blocks) < 5:
    sys.exit(f"readme: only {len(blocks)} blocks of commands were found")
rows = [re.findall(r"`(offscreen [^`]+)`", line) for line in readme.splitlines() if line.startswith("| ")]
commands = [command for row in rows for command in row if command != "offscreen help COMMAND"]
if len(commands) < 8:
    sys.exit(f"readme: only {len(commands)} commands were found in the tables")


def write_examples(package):
    """The block that imports Offscreen is a program, the one that imports OffscreenTesting a test."""
    examples = re.findall(r"^```swift\n(.*?)^```$", readme, re.M | re.S)
    for module, path in [("Offscreen", "Sources/Picture/main.swift"), ("OffscreenTesting", "Tests/CardTests/CardTests.swift")]:
        found = [example for example in examples if f"import {module}\n" in example]
        if len(found) != 1:
            sys.exit(f"readme: {len(found)} Swift examples import {module}, not one")
        (package / path).parent.mkdir(parents=True, exist_ok=True)
        (package / path).write_text(found[0])


serves = sys.argv[2:] == ["--serve"]
blocks = [block for block in blocks if ("offscreen serve" in block) == serves]
commands = [command for command in commands if ("offscreen serve" in command) == serves]
if serves and not blocks:
    sys.exit("readme: no block starts the service")
if len(sys.argv) > 2 and not serves:
    write_examples(pathlib.Path(sys.argv[2]))
    sys.exit()


def run(script, folder):
    """Runs a script; one that goes on for ever is interrupted, one that wants a terminal gets one."""
    if serves:
        script = "export XDG_CACHE_HOME=$PWD/cache; trap 'kill %1; wait' EXIT\n" + script
    if "--watch" in script:
        script = f"timeout --preserve-status -s INT 3 {script} || [ $? -eq 130 ]"
    if "--preview" in script:
        script = f"TERM=xterm-kitty script -qec '{script}' /dev/null"
    return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, capture_output=True, text=True,
                          input="<p>from standard input</p>" if script.startswith("offscreen render -") else "",
                          errors="replace")


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    shutil.copytree(project / "Samples", folder / "Samples")
    (folder / "Scripts").symlink_to(project / "Scripts")
    for block in blocks:
        if block.strip() == "Scripts/test":
            continue
        result = run(block, folder)
        if result.returncode != 0:
            sys.exit(f"readme: failed with {result.returncode}:\n{block}{result.stdout}{result.stderr}")
        print("readme: " + block.strip().replace("\n", " && "))
    if serves:
        if (folder / "card.webp").read_bytes()[8:12] != b"WEBP":
            sys.exit("readme: the service has made no picture")
        sys.exit()
    expected = ["article.png", "page.png", "card.webp", "thumbs/index.html", "thumbs/manifest.ndjson",
                "thumbs/article.png", "report/index.html"]
    missing = [path for path in expected if not (folder / path).is_file()]
    if missing:
        sys.exit(f"readme: these were promised and are not there: {', '.join(missing)}")
    # The tables speak of a page and a site of the reader's.
    (folder / "page.html").write_text("<!DOCTYPE html><p>A page")
    (folder / "site").mkdir()
    (folder / "site" / "page.html").write_text("<!DOCTYPE html><p>A page")
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!DOCTYPE html><p>A page"
    (folder / "site.warc").write_bytes(
        b"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://example.com/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        b"Content-Length: %d\r\n\r\n%s\r\n\r\n" % (len(block), block))
    (folder / "pages.txt").write_text("page.html\n")
    (folder / "shots.yml").write_text("- input: page.html\n  viewport: 400x300\n")
    (folder / ".offscreen.yml").write_text(re.search(r"^```yaml\n(.*?)^```$", readme, re.M | re.S).group(1))
    for command in commands:
        result = run(command, folder)
        if result.returncode != 0:
            sys.exit(f"readme: failed with {result.returncode}:\n{command}\n{result.stdout}{result.stderr}")
        print("readme: " + command)
for path in re.findall(r"!\[.*?\]\((.*?)\)", readme):
    if not (project / path).is_file():
        sys.exit(f"readme: the picture {path} is not there")
