"""How many pictures a second are given out: kept ones, and new ones of small pages, beside what `offscreen batch` makes
of the same pages. `Scripts/service --speed` runs it, and wants a machine that does nothing else.

    speed.py [--seconds 20] [--pages 2000]
"""

import argparse
import os
import pathlib
import re
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
NEW = """
local threads = 0
function setup(thread) threads = threads + 1; thread:set("thread", threads) end
local number = 0
request = function()
  number = number + 1
  return wrk.format("GET", "/v1/picture?viewport=200x100&url=" .. "%s" .. thread .. "-" .. number)
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
        rate, errors, latency = wrk(
            service, KEPT % ", ".join(f'"{target}"' for target in targets), 64, given.seconds, folder)
        print(f"kept: {rate:.0f} pictures a second of {sum(sizes) / len(sizes) / 1024:.1f} kB, {errors} errors, 99 % within "
              f"{latency:.1f} ms", flush=True)
        page = urllib.parse.quote(pages.address + "/?new=", safe="")
        wrk(service, NEW % page.replace("new", "warm"), 16, 3, folder)
        addresses = pathlib.Path(folder, "addresses.txt")
        ratios = []
        for turn in range(3):
            rate, errors, latency = wrk(service, NEW % page.replace("new", f"new{turn}"), 16, given.seconds, folder)
            addresses.write_text("".join(f"{pages.address}/?batch{turn}={number}\n" for number in range(given.pages)))
            begin = time.monotonic()
            subprocess.run(
                [os.environ["OFFSCREEN_PROGRAM"], "batch", "--list", addresses, "-o", pathlib.Path(folder, f"batch{turn}"),
                 "--viewport", "200x100", "--jobs", "2", "--network", "all"], check=True, capture_output=True)
            batch = given.pages / (time.monotonic() - begin)
            ratios.append(rate / batch)
            print(f"new: {rate:.1f} pictures a second, {errors} errors, 99 % within {latency:.0f} ms; batch {batch:.1f}: "
                  f"{rate / batch:.0%}", flush=True)
        print(f"of what batch reaches: {sorted(ratios)[1]:.0%}")


if __name__ == "__main__":
    main()
