"""Many clients at once, of whose pages some crash, hang or eat memory: every request is answered, the service's memory
does not grow, and no file is left.

    soak.py [--minutes 10] [--connections 200] [--bad 2]

`Scripts/service --soak MINUTES` runs it.
"""

import argparse
import asyncio
import collections
import random
import sys
import time
import urllib.parse

from service import Service

# What `OFFSCREEN_PROVOKE` makes of pages with these names: ProvokedFaults of the main program.
FAULTS = {"crash": "crash", "hang": "timeout", "memory": "memory"}
ENDLESS = "<script>for (;;) {}</script>"
GROWING = "<script>let all = []; for (;;) all.push(new Array(1e6).fill(all.length))</script>"


def form(name, markup):
    """A request with a page of that name."""
    body = (f'--b\r\nContent-Disposition: form-data; name="page"; filename="{name}"\r\n\r\n{markup}\r\n--b--\r\n').encode()
    return (f"POST /v1/picture?viewport=200x100&timeout=2s&onTimeout=fail HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: multipart/form-data; boundary=b\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body


class Soak:
    def __init__(self, port, seconds, bad, seed):
        self.port, self.end, self.bad = port, time.monotonic() + seconds, bad
        self.random = random.Random(seed)
        self.asked, self.answers, self.wrong, self.slowest = 0, collections.Counter(), [], 0.0

    def request(self):
        """What is sent, and the statuses that are right for it."""
        self.asked += 1
        number = self.asked
        faults = [*FAULTS, "endless", "growing"]
        # Each of them once, however few there are in the time.
        if number <= len(faults) or self.random.random() * 100 < self.bad:
            fault = faults[number - 1] if number <= len(faults) else self.random.choice(faults)
            if fault in FAULTS:
                return fault, form(f"{fault}.html", f"<p>{number}")
            return fault, form("page.html", f"<p>{number}{ENDLESS if fault == 'endless' else GROWING}")
        # One in five is asked for again and again.
        text = number % 10 if self.random.random() < 0.2 else number
        query = urllib.parse.urlencode({"html": f"<h1>{text}</h1><p>A page", "viewport": "200x100"})
        return "good", f"GET /v1/picture?{query} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()

    async def answer(self, reader):
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        return int(lines[0].split()[1]), await reader.readexactly(int(fields["content-length"]))

    async def client(self):
        reader = writer = None
        while time.monotonic() < self.end:
            kind, message = self.request()
            begin = time.monotonic()
            try:
                if writer is None:
                    reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(message)
                status, body = await asyncio.wait_for(self.answer(reader), 120)
            except (OSError, asyncio.IncompleteReadError, asyncio.TimeoutError) as error:
                self.wrong.append(f"{kind}: no answer: {error!r}")
                reader = writer = None
                continue
            self.slowest = max(self.slowest, time.monotonic() - begin)
            self.answers[kind, status] += 1
            # A full queue says so; a renderer that dies takes no other page with it.
            right = {200, 503} if kind == "good" else {422, 504, 503}
            if kind in ("endless", "growing"):
                # Scripts have a limit of their own, after which the page is shown as it is.
                right.add(200)
            if status not in right or (status == 200 and not body.startswith(b"\x89PNG")):
                self.wrong.append(f"{kind}: {status} {body[:200]!r}")
        if writer:
            writer.close()

    async def run(self, connections, service, samples):
        clients = [asyncio.create_task(self.client()) for _ in range(connections)]
        while not all(client.done() for client in clients):
            await asyncio.sleep(1)
            sizes = service.family()
            samples.append((time.monotonic(), sizes.get(service.process.pid, 0), sum(sizes.values())))
        await asyncio.gather(*clients)


def mean(values):
    values = list(values)
    return sum(values) / max(1, len(values)) / (1 << 20)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--connections", type=int, default=200)
    parser.add_argument("--bad", type=float, default=2, help="percent of the pages")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    seconds, samples = given.minutes * 60, []
    provoked = " ".join(f"{name}={name}.html" for name in FAULTS)
    # What is kept in memory is bounded, and the bound is reached early.
    options = ["--client-requests", "1000", "--queue", "1000", "--timeout", "30s", "--max-memory", "512M",
               "--cache-memory", "1M", "--cache-size", "4M", "--log-level", "info"]
    with Service(*options, environment={"OFFSCREEN_PROVOKE": provoked}) as service:
        soak = Soak(service.port, seconds, given.bad, given.seed)
        begin = time.monotonic()
        asyncio.run(soak.run(given.connections, service, samples))
        took = time.monotonic() - begin
        left = service.left(within=10)
        numbers = service.get("/metrics")[2].decode()
    answered = sum(soak.answers.values())
    by_kind = ", ".join(f"{kind} {status}: {count}" for (kind, status), count in sorted(soak.answers.items()))
    print(f"{answered} of {soak.asked} requests answered in {took:.0f} s ({answered / took:.0f} a second), the slowest "
          f"after {soak.slowest:.1f} s: {by_kind}")
    # The first fifth fills what is bounded.
    third = (samples[-1][0] - samples[0][0]) / 5
    early = [sample for sample in samples if third <= sample[0] - samples[0][0] < 2 * third]
    late = [sample for sample in samples if sample[0] - samples[0][0] >= 4 * third]
    own = mean(sample[1] for sample in early), mean(sample[1] for sample in late)
    print(f"memory of the service: {own[0]:.1f} MB in the second fifth, {own[1]:.1f} MB in the last; with all renderers at "
          f"most {max(sample[2] for sample in samples) / (1 << 20):.0f} MB")
    for line in numbers.splitlines():
        if line.startswith(("offscreen_renderer_deaths_total{", "offscreen_worker_restarts_total", "offscreen_rendered_total")):
            print(line)
    problems = soak.wrong[:10]
    if answered != soak.asked:
        problems.append(f"{soak.asked - answered} requests were not answered")
    if not any(status in (422, 504) for (kind, status) in soak.answers if kind in FAULTS):
        problems.append("no bad page came to pass")
    if left or service.left_behind:
        problems.append(f"files are left: {left[:5]} {service.left_behind[:5]}")
    # In less it still becomes what it will be.
    if given.minutes >= 1 and own[1] > own[0] * 1.15 + 8:
        problems.append("the service's memory grows")
    if service.status:
        problems.append(f"the service ended with {service.status}")
    for problem in problems:
        print(f"soak: {problem}", file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
