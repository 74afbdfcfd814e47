#!/usr/bin/env python3
"""What a trust domain's process costs: the same small page many times through one worker, first from one folder, so that
one process renders it again and again, then from two folders in turn, so that each page has a process of its own.

  Benchmarks/domains.py --program .build/release/offscreen [--pages 300] [--markup FILE]

Prints milliseconds of processor time a page (of all processes, their ends included) and page faults, the least of three
rounds each, which take turns."""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import tempfile

MARKUP = "<!doctype html><title>Hello</title><h1>Hello</h1><p>A small page of two lines of text.</p>"


def measure(program, pages, folders):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    requests = "".join(
        json.dumps({"id": str(number), "input": str(folders[number % len(folders)] / "page.html"),
                    "output": str(folders[0].parent / "picture.png")}) + "\n"
        for number in range(pages))
    answer = subprocess.run([program, "worker", "--jobs", "1"], input=requests, capture_output=True, text=True)
    answers = [json.loads(line) for line in answer.stdout.splitlines()]
    good = sum(1 for one in answers if one.get("ok"))
    assert good == pages, f"{good} of {pages} pages were rendered: {answers[:1]} {answer.stderr[:300]}"
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    time = (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)
    return time * 1000 / pages, (after.ru_minflt - before.ru_minflt) / pages


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--markup", help="a file with the page, in place of two lines of text")
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as root:
        folders = [pathlib.Path(root, name) for name in ("one", "two")]
        markup = pathlib.Path(options.markup).read_text() if options.markup else MARKUP
        for folder in folders:
            folder.mkdir()
            (folder / "page.html").write_text(markup)
        reused, own = [], []
        for _ in range(3):
            reused.append(measure(program, options.pages, folders[:1]))
            own.append(measure(program, options.pages, folders))
        (reuse, reuse_faults), (fork, fork_faults) = min(reused), min(own)
        print(f"one process for all: {reuse:.2f} ms, {reuse_faults:.0f} page faults")
        print(f"a process for each:  {fork:.2f} ms, {fork_faults:.0f} page faults")
        print(f"difference:          {fork - reuse:.2f} ms, {fork_faults - reuse_faults:.0f} page faults")


main()
