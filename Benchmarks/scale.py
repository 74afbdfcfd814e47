#!/usr/bin/env python3
"""What a million pages cost, measured, and how many processors render them how fast, simulated.

    Benchmarks/scale.py --program .build/release/offscreen [--pages N] > Benchmarks/scale.md

Processor time counts, of all processes, so that a busy machine changes little. `--measured FILE` keeps what was
measured, and takes it from there where it is.
"""

import argparse
import contextlib
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

project = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(project / "Integrations/python/src"), str(project / "Benchmarks")]

import offscreen
import scale_simulation as simulation

tick = os.sysconf("SC_CLK_TCK")
small = "<!doctype html><title>Small</title><h1>A small page</h1><p>" + "A few words, as a notice has them. " * 12
#: Where pages come from, and how they are shown; each a row of the table.
kinds = {
    "a notice: a heading and a paragraph": (small, {}),
    "an article": ("article.html", {}),
    "cards: gradients, shadows, filters": ("cards.html", {}),
    "forms": ("forms.html", {}),
    "scripts of the world, emoji": ("world.html", {}),
    "a board that scripts build": ("board.html", {}),
    "an article, all of it": ("article.html", {"full_page": True}),
    "an article as a thumbnail, 320 wide": ("article.html", {"thumbnail": "320x"}),
    "an article over HTTP": ("http", {"network": "all"}),
}


def processor_seconds(pid):
    """Of a process alone, and of all below it: those that have ended count as their parents' children."""
    own = below = 0.0
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        times = [int(field) / tick for field in fields[11:15]]
        if int(stat.parent.name) == pid:
            own, below = own + sum(times[:2]), below + sum(times[2:])
        elif descends(int(stat.parent.name), pid):
            below += sum(times)
    return own, below


def descends(process, ancestor):
    for _ in range(8):
        try:
            process = int(pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            return False
        if process == ancestor:
            return True
        if process <= 1:
            return False
    return False


@contextlib.contextmanager
def site(folder):
    # A process of its own: its work is not ours.
    server = subprocess.Popen(
        [sys.executable, "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", str(folder)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        yield "http://127.0.0.1:" + server.stdout.readline().split(" port ")[1].split()[0]
    finally:
        server.kill()
        server.wait()


def measure(program, count):
    """Of each kind: seconds of a processor a page, milliseconds of the pages, bytes of pictures and of what is read."""
    measured = {}
    with site(project / "Samples") as address:
        for name, (source, options) in kinds.items():
            if source == small:
                page, size = offscreen.html(small), len(small)
            elif source == "http":
                page, size = f"{address}/article.html", (project / "Samples/article.html").stat().st_size
            else:
                page, size = project / "Samples" / source, (project / "Samples" / source).stat().st_size
            measured[name] = {**measure_page(program, page, options, count), "fetched": size}
            print(f"{name}: {measured[name]}", file=sys.stderr)
    return measured


def measure_page(program, page, options, count):
    with offscreen.Renderer(program=program) as renderer:
        for _ in range(5):
            renderer.render(page, **options)
        pid = renderer.worker_pid
        (own, below), mine = processor_seconds(pid), time.process_time()
        answers = [future.result() for future in [renderer.submit(page, **options) for _ in range(count)]]
        (own_after, below_after), mine_after = processor_seconds(pid), time.process_time()
    return {
        "supervisor": (own_after - own) / count,
        "renderer": (below_after - below) / count,
        "client": (mine_after - mine) / count,
        "milliseconds": statistics.median(answer.milliseconds for answer in answers),
        "written": len(answers[0].data),
    }


def measure_growth(program, seconds):
    """Pages a second on one processor and on two, with one supervisor or two of them, as Spark has them."""
    page = project / "Samples" / "article.html"

    def run(renderers):
        counts, is_over = [0] * len(renderers), time.monotonic() + seconds

        def work(number):
            while time.monotonic() < is_over:
                for future in [renderers[number].submit(page) for _ in range(16)]:
                    future.result()
                    counts[number] += 1

        threads = [threading.Thread(target=work, args=(number,)) for number in range(len(renderers))]
        start = time.monotonic()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return sum(counts) / (time.monotonic() - start)

    rates = {}
    processors = sorted(os.sched_getaffinity(0))
    for name, jobs in (("one", [1]), ("two processes", [2]), ("two supervisors", [1, 1])):
        with contextlib.ExitStack() as stack:
            # All that is started from here on has no more of them.
            os.sched_setaffinity(0, processors[: sum(jobs)])
            stack.callback(os.sched_setaffinity, 0, processors)
            renderers = [stack.enter_context(offscreen.Renderer(program=program, jobs=each)) for each in jobs]
            for renderer in renderers:
                for future in [renderer.submit(page) for _ in range(6)]:
                    future.result()
            rates[name] = run(renderers)
        print(f"{name}: {rates[name]:.1f} pages a second", file=sys.stderr)
    return rates


# What is written

mix = {
    "a notice: a heading and a paragraph": 2,
    "an article over HTTP": 4,
    "cards: gradients, shadows, filters": 1,
    "forms": 1,
    "a board that scripts build": 2,
}


def mixed(measured, fetched=None):
    """The pages of a crawl; `fetched`: bytes of each, where those of our samples are too few."""
    pages = []
    for name, share in mix.items():
        row = measured[name]
        page = simulation.Page(row["renderer"], row["supervisor"], row["client"], fetched or row["fetched"], row["written"])
        pages += [page] * share
    return pages


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "| " + " | ".join("---" for _ in head) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def costs(measured):
    rows = []
    for name, row in measured.items():
        whole = row["renderer"] + row["supervisor"] + row["client"]
        rows.append([
            name, *(f"{1000 * row[part]:.1f}" for part in ("renderer", "supervisor", "client")),
            f"{whole * 1e6 / 3600:.1f}", f"{row['written'] / 1e3:.0f}", f"{row['written'] * 1e6 / 1e9:.0f}",
        ])  # fmt: skip
    head = ["page", "renderer, ms", "supervisor, ms", "Python, ms", "a million, CPU hours", "picture, kB", "a million, GB"]
    return table(head, rows)


def growth(measured, rates, sizes):
    rows = []
    for cores in sizes:
        out = simulation.simulate(simulation.Cluster(cores), mixed(measured, 200e3), max(4000, 300 * cores))
        busiest = sorted(out.busy.items(), key=lambda item: -item[1])[:3]
        rows.append([
            str(cores), f"{out.throughput:,.0f}", f"{1e6 / out.throughput / 60:,.1f} min", f"{1e9 / out.throughput / 3600:,.1f} h",
            ", ".join(f"{name} {100 * share:.0f} %" for name, share in busiest),
        ])  # fmt: skip
    return table(["processors", "pages a second", "a million", "a billion", "busiest"], rows)


def changes(measured, cores):
    """One thing changed at a time."""
    pages = 200e3
    cases = [
        ("as above", {}, pages),
        ("a tenth of the way out (0.5 GB/s)", {"way_out": 0.5e9}, pages),
        ("the same, 80 % of the bytes in a cache that all share", {"way_out": 0.5e9, "cached": 0.8}, pages),
        ("pages of 2 MB, as those of shops", {}, 2e6),
        ("pages from an archive in the store's data centre (25 GB/s)", {"way_out": 25e9}, 2e6),
        ("servers that answer after 300 ms, `jobs=1`", {"latency": 0.3, "window": 1}, pages),
        ("the same, `jobs=4`", {"latency": 0.3, "window": 4}, pages),
        ("the same, `jobs=8`", {"latency": 0.3, "window": 8}, pages),
        ("tasks of 10 pages", {"pages_of_task": 10}, pages),
        ("tasks of 2,000 pages", {"pages_of_task": 2000}, pages),
        ("a tenth of the store (0.2 GB/s)", {"store": 0.2e9}, pages),
    ]
    rows = []
    for name, change, fetched in cases:
        # Long enough for each executor to begin more than one task.
        count = max(300, 2 * change.get("pages_of_task", 250)) * cores
        out = simulation.simulate(simulation.Cluster(cores, **change), mixed(measured, fetched), count)
        rows.append([name, f"{out.throughput:,.0f}", f"{out.first_full} {100 * out.busy[out.first_full]:.0f} %"])
    return table([f"with {cores} processors", "pages a second", "busiest"], rows)


def document(found):
    template = (project / "Benchmarks/scale-template.md").read_text()
    measured, rates = found["measured"], found["rates"]
    whole = [sum(row[part] for part in ("renderer", "supervisor", "client")) for row in measured.values()]
    average = statistics.mean(page.renderer + page.supervisor + page.client for page in mixed(measured))
    one = simulation.simulate(simulation.Cluster(1), mixed(measured), 4000).throughput
    values = {
        "revision": found["revision"], "load": f"{found['load']:.0f}", "count": str(found["count"]),
        "costs": costs(measured),
        "least": f"{min(whole) * 1e6 / 3600:.0f}", "most": f"{max(whole) * 1e6 / 3600:.0f}",
        "average_hours": f"{average * 1e6 / 3600:.1f}", "average_ms": f"{1000 * average:.1f}",
        "one": f"{rates['one']:.1f}", "two_processes": f"{rates['two processes']:.1f}",
        "two_supervisors": f"{rates['two supervisors']:.1f}",
        "gain_processes": f"{rates['two processes'] / rates['one']:.2f}",
        "gain_supervisors": f"{rates['two supervisors'] / rates['one']:.2f}",
        "one_simulated": f"{one:.0f}",
        "lanes": f"{average / statistics.mean(page.supervisor for page in mixed(measured)):.0f}",
        "growth": growth(measured, rates, (1, 2, 16, 64, 256, 1024)), "changes": changes(measured, 256),
    }  # fmt: skip
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=str(project / ".build/release/offscreen"))
    parser.add_argument("--pages", type=int, default=100, help="of each kind")
    parser.add_argument("--seconds", type=float, default=10, help="of each measurement of throughput")
    parser.add_argument("--measured", type=pathlib.Path, help="a file that keeps what was measured")
    given = parser.parse_args()
    if given.measured and given.measured.exists():
        found = json.loads(given.measured.read_text())
    else:
        revision = subprocess.run(["git", "-C", project, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
        found = {
            "measured": measure(given.program, given.pages), "rates": measure_growth(given.program, given.seconds),
            "revision": revision.stdout.strip(), "load": os.getloadavg()[0], "count": given.pages,
        }  # fmt: skip
        if given.measured:
            given.measured.write_text(json.dumps(found))
    print(document(found), end="")


if __name__ == "__main__":
    main()
