#!/usr/bin/env python3
"""Shows by what power of its size the cost of a page grows.

Usage: growth.py [--program PROGRAM] [--kinds WORD,...] [--sizes 1500,6000,24000] [--limit 1.1]

Prints a line a kind of page: CPU milliseconds at each size (elements), microseconds an element at the largest, and the
exponent between the last two sizes, once what an empty page costs is taken off. Ends with 1 where an exponent is above
the limit. Pages that are laid out whole: their scripts ask for the height of the page.
"""
import argparse
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile

TICK = os.sysconf("SC_CLK_TCK")
RUN = random.Random(1)


def repeated(text, style=""):
    return lambda count: f"<style>{style}</style>" + "".join(text.replace("#", str(n)) for n in range(count))


def within(before, after, text, style=""):
    inner = repeated(text, style)
    return lambda count: before + inner(count) + after


def dense(count):
    spans = ((RUN.choice((1, 1, 1, 2, 3)), RUN.choice((1, 1, 2, 3))) for _ in range(count))
    items = "".join(f"<i style='grid-area:span {rows}/span {columns}'>{n}</i>" for n, (rows, columns) in enumerate(spans))
    return f"<div style='display:grid;grid-template-columns:repeat(12,1fr);grid-auto-flow:dense'>{items}</div>"


def dense_columns(count):
    items = "".join(f"<i style='grid-column:{1 + n * 7 % 11}/span {1 + n % 2}'>{n}</i>" for n in range(count))
    return f"<div style='display:grid;grid-template-columns:repeat(12,1fr);grid-auto-flow:dense'>{items}</div>"


def chains(count):
    rules = "".join(f".a{n} ~ .b ~ .c{n} {{ color: rgb({n} 0 0) }}" for n in range(20))
    return f"<style>{rules}</style>" + "".join(f"<p class='a{n % 20} {'b' if n % 3 else ''} c{n % 19}'>{n}</p>" for n in range(count))


def nested(before, after="", depth=200):
    """Trees as deep as the parsers let them be."""
    return lambda count: (before * depth + "text" + after * depth) * max(1, count // depth)


KINDS = {
    "paragraphs": repeated("<p>Paragraph number #"),
    "words in one paragraph": within("<p>", "", "word <b>#</b> "),
    "lines of one text": within("<pre>", "</pre>", "<b>line</b> #\n"),
    "lists": within("<ol>", "</ol>", "<li>item #"),
    "inputs": repeated("<input value=#>"),
    "buttons": repeated("<button>#</button>"),
    "style attributes": repeated("<p style='margin-left: #px; color: rgb(# 0 0)'>#"),
    "classes": repeated("<p class='a# b'>#", ".b { color: red } .a1, .a9 { color: blue }"),
    "absolute boxes": repeated("<i style='position:absolute;top:#px'>#</i>"),
    "floats": repeated("<i style='float:left;width:30px'>#</i>"),
    "inline blocks": repeated("<i style='display:inline-block'>#</i>"),
    "flex row": within("<div style='display:flex'>", "</div>", "<i>#</i>"),
    "flex lines": within("<div style='display:flex;flex-wrap:wrap'>", "</div>", "<i>item #</i>"),
    "flex column": within("<div style='display:flex;flex-direction:column'>", "</div>", "<p>item #</p>"),
    "flex containers": repeated("<div style='display:flex'><b>a</b><i style='flex:1'>#</i></div>"),
    "grid": within("<div style='display:grid;grid-template-columns:repeat(8,1fr)'>", "</div>", "<p>#</p>"),
    "grid, dense": dense,
    "grid, dense, in columns": dense_columns,
    "table": within("<table>", "</table>", "<tr><td>#<td>value<td>more"),
    "table, fixed": within("<table style='table-layout:fixed;width:100%'>", "</table>", "<tr><td>#<td>value"),
    "columns": within("<div style='columns:3'>", "</div>", "<p>Paragraph #</p>"),
    "siblings, chains of ~": chains,
    "siblings, +": repeated("<p class=a>#", ".a + .a + .a { color: red }"),
    ":nth-child": repeated("<p>#", "p:nth-child(3n + 1) { color: red } p:nth-last-child(2n) { margin: 1px }"),
    ":has": repeated("<p>#<b></b>", "p:has(> b) { color: red } body:has(i) p { margin: 1px }"),
    "counters": repeated("<p>#", "p { counter-increment: a } p::before { content: counter(a) }"),
    "nested blocks": nested("<div>"),
    "nested inlines": nested("<span>", "</span>", 100),
    "nested flex": nested("<div style='display:flex'>", "</div>", 40),
    "nested descendants": lambda count: "<style>div div div .x { color: red } div > div p { margin: 1px }</style>" + nested("<div class=x>")(count),
    "shadows": repeated("<p style='box-shadow:0 2px 4px #888'>#</p>"),
    "drawings": repeated("<svg width=20 height=20><circle cx=9 cy=9 r=7 /></svg>"),
}


class Worker:
    def __init__(self, program, folder):
        self.output = folder / "growth.png"
        self.process = subprocess.Popen(
            [program, "worker", "--renderer"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True)

    @property
    def ticks(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return int(fields[11]) + int(fields[12])

    def render(self, page):
        """CPU milliseconds, and warnings."""
        before = self.ticks
        request = {
            "id": "1", "input": str(page), "output": str(self.output), "network": "none", "timeout": "600s"}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline() or '{"ok": false, "error": "the worker ended"}')
        if not answer["ok"]:
            return None, answer.get("error", "")
        return (self.ticks - before) * 1000 / TICK, " ".join(answer.get("warnings", []))

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def main():
    project = pathlib.Path(__file__).resolve().parent.parent
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[2][7:])
    parser.add_argument("--program", default=str(project / ".build/release/offscreen"))
    parser.add_argument("--kinds", default="")
    parser.add_argument("--sizes", default="1500,6000,24000")
    parser.add_argument("--limit", type=float, default=1.1)
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    wanted = [word for word in options.kinds.split(",") if word]
    kinds = {name: make for name, make in KINDS.items() if not wanted or any(word in name for word in wanted)}
    steep = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        page = folder / "page.html"
        worker = Worker(options.program, folder)
        page.write_text("<!DOCTYPE html><p>empty")
        worker.render(page)
        empty = worker.render(page)[0] or 0
        print(f"{'kind':26}" + "".join(f"{size:>9}" for size in sizes) + f"{'µs each':>9}{'exponent':>9}")
        for name, make in kinds.items():
            times, notes = [], ""
            for size in sizes:
                page.write_text("<!DOCTYPE html>" + make(size) + "<script>document.body.offsetHeight</script>")
                cost, notes = worker.render(page)
                if cost is None:
                    break
                times.append(max(1.0, cost - empty))
            line = f"{name:26}" + "".join(f"{value:9.0f}" for value in times)
            if len(times) < len(sizes):
                steep += 1
                print(f"{line} failed: {notes}", flush=True)
                worker = Worker(options.program, folder)
                continue
            exponent = math.log(times[-1] / times[-2]) / math.log(sizes[-1] / sizes[-2])
            steep += exponent > options.limit
            print(f"{line}{times[-1] * 1000 / sizes[-1]:9.1f}{exponent:9.2f}  {notes}", flush=True)
        worker.close()
    sys.exit(1 if steep else 0)


if __name__ == "__main__":
    main()
