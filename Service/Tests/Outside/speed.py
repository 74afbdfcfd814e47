"""How many pictures a second are given out: kept ones, and new ones of small pages, beside what `offscreen batch` makes
of the same pages. `Scripts/service --speed` runs it, and wants a machine that does nothing else; where there is none,
the processor time tells: what of it a page takes is what of a machine it keeps busy.

    speed.py [--seconds 20] [--pages 2000]
"""

import argparse
import concurrent.futures
import contextlib
import http.client
import os
import pathlib
import re
import resource
import subprocess
import tempfile
import time
import urllib.parse

from service import Service

KEPT = """
local targets, number = { %s }, 0
request = function()
  number = number %% #targets + 1
  return wrk.format("GET", targets[number])
end
"""
COUNT = """
done = function(summary, latency)
  io.write(string.format("COUNT %%d %%d %%d %%d\\n", summary.requests, summary.errors.status + summary.errors.timeout
    + summary.errors.connect + summary.errors.read, summary.duration, latency:percentile(99)))
end
"""


def wrk(service, script, connections, seconds, folder):
    """Answers a second, errors, and the milliseconds of the 99th percentile."""
    path = pathlib.Path(folder, "wrk.lua")
    path.write_text(script + COUNT.replace("%%", "%"))
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", path, service.address],
        capture_output=True, text=True, check=True).stdout
    requests, errors, microseconds, latency = map(int, re.search(r"COUNT (\d+) (\d+) (\d+) (\d+)", output).groups())
    return requests / microseconds * 1e6, errors, latency / 1000


def used(service):
    """Milliseconds of a processor that the service and all that it has started have used."""
    ticks = 0
    for number in service.family():
        with contextlib.suppress(OSError):
            fields = pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            # With those of its processes that have ended.
            ticks += sum(map(int, fields[11:15]))
    return 1000 * ticks / os.sysconf("SC_CLK_TCK")


def asked(service, addresses):
    """Seconds, and milliseconds of a processor, for pictures of pages by sixteen clients."""
    def client(mine):
        connection = http.client.HTTPConnection("127.0.0.1", service.port)
        for address in mine:
            connection.request("GET", "/v1/picture?viewport=200x100&url=" + urllib.parse.quote(address, safe=""))
            answer = connection.getresponse()
            body = answer.read()
            assert answer.status == 200, body[:200]
        connection.close()

    before, begin = used(service), time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(16) as clients:
        list(clients.map(client, [addresses[number::16] for number in range(16)]))
    return time.monotonic() - begin, used(service) - before


def batched(addresses, output):
    """Seconds, and milliseconds of a processor."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(
        [os.environ["OFFSCREEN_PROGRAM"], "batch", "--list", addresses, "-o", output, "--viewport", "200x100", "--jobs", "2",
         "--network", "all"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - begin, 1000 * (
        after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--pages", type=int, default=2000)
    given = parser.parse_args()
    options = ["--network", "all", "--client-requests", "1000", "--jobs", "2"]
    # The pages are our own, from a service that does nothing else.
    with tempfile.TemporaryDirectory() as folder, Service("--jobs", "1") as pages, Service(*options) as service:
        targets = [f"/v1/picture?width=320&url={urllib.parse.quote(pages.address + '/?kept=' + str(number), safe='')}"
                   for number in range(50)]
        sizes = [len(service.get(target)[2]) for target in targets]
        before = used(service)
        rate, errors, latency = wrk(
            service, KEPT % ", ".join(f'"{target}"' for target in targets), 64, given.seconds, folder)
        each = (used(service) - before) / (rate * given.seconds)
        print(f"kept: {rate:.0f} pictures a second of {sum(sizes) / len(sizes) / 1024:.1f} kB, {errors} errors, 99 % within "
              f"{latency:.1f} ms, {1000 * each:.0f} microseconds of a processor each", flush=True)
        clock, processor, count = [], [], given.pages
        asked(service, [f"{pages.address}/?warm={number}" for number in range(16)])
        for turn in range(3):
            seconds, milliseconds = asked(service, [f"{pages.address}/?new{turn}={number}" for number in range(count)])
            addresses = pathlib.Path(folder, "addresses.txt")
            addresses.write_text("".join(f"{pages.address}/?batch{turn}={number}\n" for number in range(count)))
            batch_seconds, batch_milliseconds = batched(addresses, pathlib.Path(folder, f"batch{turn}"))
            clock.append(batch_seconds / seconds)
            processor.append(batch_milliseconds / milliseconds)
            print(f"new: {count / seconds:.1f} pictures a second, {milliseconds / count:.1f} ms of a processor each; batch: "
                  f"{count / batch_seconds:.1f}, {batch_milliseconds / count:.1f} ms", flush=True)
        print(f"of what batch reaches: {sorted(clock)[1]:.0%} by the clock, {sorted(processor)[1]:.0%} by processor time")


if __name__ == "__main__":
    main()
