"""Compares `getComputedStyle()` of Chromium with `offscreen inspect --styles`, without scripts.

Usage: computed-styles.py PAGE.html ... [--offscreen COMMAND] [--chromium COMMAND] [--width 1280] [--show 3]

For every property that both know it says how many elements have another value, and shows some of them.
Fonts should be the same for both: FONTCONFIG_FILE is handed to Chromium as it is.
"""

import argparse
import collections
import html
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

MEASURE = """<script>
addEventListener("load", () => {
  const names = NAMES, result = {};
  const visit = (element, path) => {
    const style = getComputedStyle(element), custom = (CUSTOM[path] || []);
    if (path in CUSTOM) result[path] = names.concat(custom).map(name => style.getPropertyValue(name));
    let index = 0;
    for (const child of element.children) visit(child, path + "/" + index++);
  };
  const root = document.documentElement;
  document.querySelectorAll("[data-measures]").forEach(element => element.remove());
  visit(root, "0");
  const listed = Array.from(getComputedStyle(root)), text = document.createElement("pre");
  text.id = "measured";
  text.textContent = JSON.stringify({ listed, result });
  root.replaceChildren(text);
});
</script>""".replace("<script>", "<script data-measures>")


def still(page: pathlib.Path) -> str:
    """The page without scripts, its addresses as they were."""
    text = page.read_bytes().decode("utf-8", "replace")
    text = re.sub(r"<(script|noscript)\b.*?</\1\s*>", "", text, flags=re.S | re.I)
    text = re.sub(r"""\son[a-z]+\s*=\s*("[^"]*"|'[^']*')""", "", text, flags=re.I)
    if not re.search(r"<base\b", text, re.I):
        base = f'<base href="{page.resolve().as_uri()}">'
        head = re.search(r"<head\b[^>]*>", text, re.I) or re.match(r"\s*<!doctype[^>]*>", text, re.I)
        at = head.end() if head else 0
        text = text[:at] + base + text[at:]
    return text


def chromium(address: str, options) -> str:
    """The page's markup when it is loaded."""
    return subprocess.run(
        [*shlex.split(options.chromium), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--window-size={options.width},900", "--allow-file-access-from-files", "--dump-dom", address],
        capture_output=True, text=True, timeout=300).stdout


def viewport_height(options) -> int:
    """How high the page is in a window of Chromium's, which has more than the page in it."""
    page = "data:text/html,<body><script>document.body.textContent = innerHeight</script>"
    return int(re.search(r"<body>(\d+)", chromium(page, options)).group(1))


def compare(page: pathlib.Path, options) -> tuple[int, int, collections.Counter, dict]:
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder, "page.html")
        text = still(page)
        copy.write_text(text)
        size = ["--viewport", f"{options.width}x{options.height}"]
        inspected = subprocess.run(
            [*shlex.split(options.offscreen), "inspect", str(copy), "--styles", "--root", "/", *size],
            capture_output=True, text=True, timeout=300)
        if inspected.returncode != 0:
            sys.exit(f"{page}: {inspected.stderr}")
        elements = {e["path"]: e for e in json.loads(inspected.stdout)["elements"]}
        names = [n for n in next(iter(elements.values()))["style"] if not n.startswith("--")]
        custom = {path: [n for n in e["style"] if n.startswith("--")] for path, e in elements.items()}
        measure = MEASURE.replace("NAMES", json.dumps(names)).replace("CUSTOM", json.dumps(custom))
        copy.write_text(text + measure)
        found = re.search(r'<pre id="measured">(.*?)</pre>', chromium(copy.as_uri(), options), re.S)
        if not found:
            sys.exit(f"{page}: Chromium measured nothing")
        measured = json.loads(html.unescape(found.group(1)))

    equal = total = 0
    different = collections.Counter()
    examples = collections.defaultdict(list)
    for path, values in measured["result"].items():
        element = elements[path]
        for name, theirs in zip(names + custom[path], values):
            if theirs == "" and not name.startswith("--"):
                continue  # Chromium does not know the property.
            ours = element["style"][name].replace(folder, str(page.parent))
            theirs = theirs.replace(folder, str(page.parent))
            total += 1
            if ours == theirs:
                equal += 1
            else:
                key = "--*" if name.startswith("--") else name
                different[key] += 1
                examples[key].append(f"{path} <{element['tag']}> {name}: {ours!r}, Chromium {theirs!r}")
    missing = [name for name in measured["listed"] if name not in names and not name.startswith("--")]
    if options.missing:
        print("not told here:", " ".join(missing))
    return equal, total, different, examples


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    parser.add_argument("--offscreen", default="offscreen")
    parser.add_argument("--chromium", default="chromium")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--show", type=int, default=2, help="examples of a property")
    parser.add_argument("--missing", action="store_true", help="name the properties that only Chromium tells")
    options = parser.parse_args()
    options.height = viewport_height(options)
    equal = total = 0
    different, examples = collections.Counter(), collections.defaultdict(list)
    for page in options.pages:
        one_equal, one_total, one_different, one_examples = compare(page, options)
        print(f"{page}: {100 * one_equal / max(1, one_total):.2f} % of {one_total} values are equal")
        equal, total = equal + one_equal, total + one_total
        different += one_different
        for name, list_ in one_examples.items():
            examples[name] += list_
    for name, count in different.most_common():
        print(f"{count:7} {name}")
        step = max(1, len(examples[name]) // max(1, options.show))
        for example in examples[name][::step][: options.show]:
            print(f"          {example[:300]}")
    print(f"all: {100 * equal / max(1, total):.3f} % of {total} values are equal")


main()
