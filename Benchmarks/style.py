#!/usr/bin/env python3
"""What styling costs beside layout and painting, and whether hostile sheets are bounded.

usage: Benchmarks/style.py [path of offscreen]     (a release build tells the truth)

Each page is written to a temporary folder and rendered three times; the best times count.
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import time

root = pathlib.Path(__file__).resolve().parent.parent
offscreen = sys.argv[1] if len(sys.argv) > 1 else root / ".build/release/offscreen"


def framework_sheet(rules):
    """A sheet like those of utility frameworks: classes with a few declarations, states, breakpoints,
    components of several compounds."""
    lines = [":root{--primary:#0d6efd;--gap:.25rem}*,::after,::before{box-sizing:border-box}"]
    for n in range(rules - 2):
        kind = n % 10
        if kind < 5:
            lines.append(f".m-{n}{{margin:calc(var(--gap) * {n % 9}) {n % 7}px!important}}")
        elif kind < 7:
            lines.append(f".btn-{n}:not(:disabled):hover>.icon,.btn-{n}.active{{color:var(--primary);border:1px solid}}")
        elif kind == 7:
            lines.append(f".card-{n} .body-{n}>p+p{{padding:.5rem 1rem;background-color:rgba(13,110,253,.{n % 9})}}")
        elif kind == 8:
            lines.append(f"@media (min-width:{576 + n % 4 * 200}px){{.col-{n}{{flex:0 0 auto;width:{n % 12 * 8.33:.2f}%}}}}")
        else:
            lines.append(f".nav-{n} li:nth-child({n % 5 + 2}n) a[href^='/p{n}']{{text-decoration:none;font-weight:600}}")
    return "\n".join(lines)


def body(elements, rules):
    rows = []
    for n in range(elements // 4):
        # As on real pages, forty components come again and again.
        c = n % 40 * 53 % rules
        rows.append(
            f'<div class="card-{c // 10 * 10 + 7} m-{c // 10 * 10}"><p class="body-{c // 10 * 10 + 7} col-{c // 10 * 10 + 8}">'
            f'Item {n} of a list with <a class="btn-{c // 10 * 10 + 5} active" href="/p{c}">a link</a> and '
            f'<b class="m-{(c + 40) % rules // 10 * 10 + 1}">words</b> enough for a line.</p></div>')
    return "".join(rows)


def page(sheet, contents):
    return f"<!DOCTYPE html><meta charset=utf-8><style>{sheet}</style>{contents}"


def doubling(levels):
    names = "".join(f"--v{n}:var(--v{n - 1})var(--v{n - 1});" for n in range(1, levels))
    return f":root{{--v0:aaaaaaaaaa;{names}}}p::before{{content:var(--v{levels - 1})}}"


def cards(count):
    """Components of Bootstrap: eight elements each."""
    return "<div class=container>" + "".join(
        f'<div class="row"><div class="col-md-4 col-sm-6"><div class="card border-primary mb-3"><div class="card-body p-{n % 5}">'
        f'<h5 class="card-title">Title {n}</h5><p class="card-text text-muted">Some quick example text to build on the '
        f'title of card {n}.</p><a href="#" class="btn btn-primary {"active" if n % 3 else "disabled"}">Go</a>'
        '</div></div></div></div>' for n in range(count)) + "</div>"


deep = 100_000
bootstrap = root.parent / "shared/pages/airspace-faq/page/plugins/bootstrap/bootstrap.min.css"
pages = {
    **({"Bootstrap 4, 2,000 elements": page(bootstrap.read_text(), cards(250))} if bootstrap.exists() else {}),
    "framework sheet, 2,200 rules, 2,000 elements": page(framework_sheet(2200), body(2000, 2200)),
    "50,000 rules, 5,000 elements": page(framework_sheet(50_000), body(5000, 50_000)),
    "exponential var()": page(doubling(60), "<p>x"),
    "deep blocks": page("a{" * deep + "color:red", "<p>x"),
    "deep functions": page("p{width:" + "calc(" * deep + "1px", "<p>x"),
    "deep selectors": page(":is(" * deep + "p" + ")" * deep + "{color:red}", "<p>x"),
    "nested rules": page("div{&,& &{" * 20 + "color:red" + "}}" * 20, "<div>" * 60 + "x"),
    "costly selectors": page("".join(f"div ~ div ~ div:has(~ p.c{n} ~ b){{color:red}}" for n in range(500)), "<div></div>" * 3000),
    "a token of 5 million characters": page("p{color:" + "a" * 5_000_000 + "}", "<p>x"),
    "import loop": page("@import 'page.html';", "<p>x"),
}


def measure(path):
    best, wall = {}, None
    for _ in range(3):
        start = time.monotonic()
        run = subprocess.run(
            [offscreen, "render", path, "-o", path.with_suffix(".png"), "--timings"], capture_output=True, text=True)
        spent = (time.monotonic() - start) * 1000
        wall = min(wall or spent, spent)
        for name, value in re.findall(r"^(\w+)\s+([\d.]+) ms", run.stderr, re.M):
            best[name] = min(best.get(name, float(value)), float(value))
        if run.returncode != 0:
            return best, wall, f"exit {run.returncode}: {run.stderr.strip()[:80]}"
    return best, wall, ""


with tempfile.TemporaryDirectory() as folder:
    print(f"{'milliseconds':48}{'style':>9}{'boxes':>9}{'layout':>9}{'paint':>9}{'raster':>9}{'wall':>9}   style / (boxes + layout + paint)")
    for name, text in pages.items():
        path = pathlib.Path(folder) / "page.html"
        path.write_text(text)
        times, wall, note = measure(path)
        columns = "".join(f"{times.get(key, 0):9.1f}" for key in ("style", "boxes", "layout", "paint", "raster"))
        drawing = sum(times.get(key, 0) for key in ("boxes", "layout", "paint"))
        print(f"{name:48}{columns}{wall:9.0f}{times.get('style', 0) / max(drawing, 0.1):9.2f}  {note}")
