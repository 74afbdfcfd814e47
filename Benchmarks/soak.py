#!/usr/bin/env python3
"""Thousands of pages through one worker: how much memory its processes hold, how many pages a second.

  Benchmarks/soak.py --program .build/release/offscreen --corpus ../shared/script-pages [--count 1000] [--jobs 2]

A corpus is a folder of NAME/page.json and NAME/page/..., as ../shared/tools/fidelity.py takes them: pages with scripts come
from loopback servers, the others are files. Each round takes all pages once; after each the worker's own memory, that of its
templates, and the most that a renderer had at any time of the round are printed (proportional set sizes, MiB). The last line
compares the last rounds with the second: the first fills the caches."""
import argparse
import functools
import http.server
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import threading
import time
import urllib.parse


class Handler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass   # a renderer may close its connections when it likes


def requests_of(corpus, words):
    found = []
    for description in sorted(pathlib.Path(corpus).glob("*/page.json")):
        if words and not any(word in description.parent.name for word in words):
            continue
        page, root = json.loads(description.read_text()), description.parent.resolve() / "page"
        if page.get("scripts"):
            server = Server(("127.0.0.1", 0), functools.partial(Handler, directory=str(root)))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            address = f"http://127.0.0.1:{server.server_address[1]}/" + urllib.parse.quote(page["page"], safe="/?#=&")
            found.append({"input": address, "network": "all", "settle": "1s"})
        else:
            found.append({"input": str(root / page["page"]), "root": str(root), "network": "none",
                          "scripts": False, "settle": "0"})
    return found


def memory(process):
    """MiB that a process holds, with its share of what it shares; 0 once it has ended."""
    try:
        for line in open(f"/proc/{process}/smaps_rollup"):
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    return 0


def children(process):
    try:
        tasks = os.listdir(f"/proc/{process}/task")
        return [int(child) for task in tasks for child in open(f"/proc/{process}/task/{task}/children").read().split()]
    except OSError:
        return []


class Watch:
    """Looks at the worker's processes a few times a second."""

    def __init__(self, worker):
        self.worker, self.most = worker, 0
        threading.Thread(target=self.look, daemon=True).start()

    def look(self):
        while True:
            for template in children(self.worker):
                for renderer in children(template):
                    self.most = max(self.most, memory(renderer))
            time.sleep(0.15)

    def round(self):
        most, self.most = self.most, 0
        return memory(self.worker), sum(memory(template) for template in children(self.worker)), most


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--corpus", required=True)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    pages = requests_of(options.corpus, options.only)
    picture = os.path.join(tempfile.mkdtemp(), "picture-{}.png")
    worker = subprocess.Popen(
        [os.path.abspath(options.program), "worker", "--jobs", str(options.jobs)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    watch, rounds, done, failed = Watch(worker.pid), [], 0, {}
    start = time.monotonic()
    while done < options.count:
        # Written by another thread: a worker that has enough to do reads no more.
        lines = "".join(json.dumps({"id": str(number), "output": picture.format(number % 8), **page}) + "\n"
                        for number, page in enumerate(pages))
        threading.Thread(target=lambda: (worker.stdin.write(lines), worker.stdin.flush()), daemon=True).start()
        for _ in pages:
            answer = json.loads(worker.stdout.readline())
            if not answer["ok"]:
                failed[pages[int(answer["id"])]["input"]] = answer["error"]
        done += len(pages)
        rounds.append(watch.round())
        own, templates, most = rounds[-1]
        print(f"{done:6} pages, {done / (time.monotonic() - start):5.1f} a second: worker {own:6.1f}, "
              f"templates {templates:6.1f}, largest renderer {most:6.1f} MiB", flush=True)
    worker.stdin.close()
    worker.wait()
    for page, error in failed.items():
        print("failed:", page, error)
    if len(rounds) > 3:
        last = rounds[len(rounds) // 2:]
        for name, index in (("worker", 0), ("templates", 1), ("largest renderer", 2)):
            print(f"{name}: {rounds[1][index]:.1f} MiB after two rounds, "
                  f"{statistics.median(one[index] for one in last):.1f} in the second half's median")


main()
