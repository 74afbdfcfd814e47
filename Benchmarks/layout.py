#!/usr/bin/env python3
"""Times layout on pages that grow: every kind twice, the second time with twice (or `factor` times)
as many boxes. Linear layout takes that many times as long. Exit status 1 if one takes much longer
than that, or than its limit.
Usage: layout.py [COMMAND]   (default: .build-fast/debug/offscreen)"""
import os, subprocess, sys, tempfile, time

command = sys.argv[1] if len(sys.argv) > 1 else ".build-fast/debug/offscreen"


def nest(open_, close, depth, inner):
    return open_ * depth + inner + close * depth


def page(body, css=""):
    return f"<!DOCTYPE html><style>{css}</style>{body}"


flex = "div div { display: flex; flex: 1 1 auto; padding: 0 1px } "
words = "<p>" + "lorem ipsum dolor sit amet " * 12 + "</p>"
# name, page by size, small size, large size, seconds that the large one may take
cases = [
    ("flex rows in flex", lambda n: page("<div>" + nest("<div>", "</div>", n, "x") + "</div>", flex), 30, 60, 1),
    ("flex columns in flex rows",
     lambda n: page("<div>" + nest("<div><div style='flex-direction: column'>", "</div></div>", n // 2, "x") + "</div>", flex),
     30, 60, 1),
    ("flex columns in flex columns",
     lambda n: page("<div>" + nest("<div style='flex-direction: column; flex: 1 1 0'>", "</div>", n, "x") + "</div>", flex),
     30, 60, 1),
    ("grids in grids",
     lambda n: page("<div>" + nest("<div>", "</div>", n, "x") + "</div>", "div div { display: grid; grid: auto / auto 1fr }"),
     30, 60, 1),
    ("grid in flex in grid",
     lambda n: page("<div>" + nest("<div class=g><div class=f>", "</div></div>", n // 2, "x") + "</div>",
                    ".g { display: grid } .f { display: flex; align-items: center }"), 30, 60, 1),
    ("cells of a grid",
     lambda n: page("<div class=g>" + "<i></i>" * n + "</div>",
                    ".g { display: grid; grid-template-columns: repeat(100, 1fr) } i { height: 2px }"),
     25_000, 100_000, 2),
    ("items of a flex line", lambda n: page("<div class=f>" + "<i>a</i>" * n + "</div>", ".f { display: flex; flex-wrap: wrap }"),
     10_000, 40_000, 2),
    ("paragraphs in columns", lambda n: page("<div class=m>" + words * n + "</div>", ".m { columns: 3 }"), 500, 2_000, 4),
    ("columns in columns", lambda n: page(nest("<div>", "</div>", n, words), "div { columns: 2 }"), 2, 4, 2),
    ("lines of a huge grid",
     lambda n: page(f"<div class=g><i style='grid-area: {n} / {n}'></i><i style='grid-area: -{n} / -{n}'></i></div>",
                    ".g { display: grid }"), 100_000, 1_000_000, 2),
]


def seconds(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        with open(path, "w") as file:
            file.write(text)
        start = time.monotonic()
        try:
            subprocess.run([command, "inspect", path], stdout=subprocess.DEVNULL, timeout=60, check=True)
        except subprocess.TimeoutExpired:
            return 60.0
        return time.monotonic() - start


failed = False
base = seconds(page("x"))
for name, make, small, large, limit in cases:
    a = max(seconds(make(small)) - base, 0.001)
    b = max(seconds(make(large)) - base, 0.001)
    growth, factor = b / a, large / small
    ok = b <= limit and (b < 0.1 or growth < factor * 2.5)
    failed |= not ok
    print(f"{name:32} {small:>9} {a:8.3f} s {large:>9} {b:8.3f} s  x{growth:.1f} of x{factor:.0f}  {'' if ok else 'TOO SLOW'}")
sys.exit(failed)
