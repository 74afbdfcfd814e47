"""Pages by the million, simulated: executors that take pages from one after the other, and what they share.

A page takes its turns: the driver (once a task), the network, its executor's processor, the store. Executors are
processors of machines; machines have a link each, and all share the driver, the way out of the data centre and the
store. Each of these is a queue that serves one after the other at a rate, which the caller says; a page's times are
drawn from the measured ones.
"""

import dataclasses
import heapq
import random


@dataclasses.dataclass(frozen=True)
class Page:
    """What a page asks for."""

    #: Seconds of a processor: renderer, supervisor and client.
    renderer: float
    supervisor: float
    client: float
    #: Bytes that come over the network, and those of the picture.
    fetched: float
    written: float


@dataclasses.dataclass(frozen=True)
class Cluster:
    """What pages share. Rates are bytes a second."""

    cores: int
    cores_of_machine: int = 16
    link: float = 1.25e9
    way_out: float = 5e9
    store: float = 2e9
    #: Seconds of the driver for each task, which holds so many pages.
    driver: float = 0.01
    pages_of_task: int = 250
    #: Seconds of waiting for servers, a page.
    latency: float = 0.0
    #: Pages of an executor that are under way at once: its `jobs`, each of which waits with its page.
    window: int = 4
    #: Share of the bytes of the network that a cache holds already.
    cached: float = 0.0


class Queue:
    """Serves one after the other."""

    def __init__(self):
        self.free, self.busy = 0.0, 0.0

    def serve(self, arrival, seconds):
        self.free = max(self.free, arrival) + seconds
        self.busy += seconds
        return self.free


@dataclasses.dataclass
class Outcome:
    #: Pages a second.
    throughput: float
    #: The share of the time in which each was busy.
    busy: dict

    @property
    def first_full(self):
        """What is busiest."""
        return max(self.busy, key=self.busy.get)


def simulate(cluster, pages, count, seed=1):
    """`pages`: measured ones, with equal chances. `count`: pages of the run."""
    rng = random.Random(seed)
    driver, way_out, store = Queue(), Queue(), Queue()
    machines = [Queue() for _ in range(-(-cluster.cores // cluster.cores_of_machine))]
    processors = [Queue() for _ in range(cluster.cores)]
    left = [0] * cluster.cores
    # What happens next: (when, order, what, core, page).
    events = [(0.0, core, "next", core, None) for core in range(cluster.cores) for _ in range(cluster.window)]
    heapq.heapify(events)
    order, begun, done, end = len(events), 0, 0, 0.0

    def later(when, what, core, page):
        nonlocal order
        heapq.heappush(events, (when, order, what, core, page))
        order += 1

    while events and done < count:
        now, _, what, core, page = heapq.heappop(events)
        if what == "next":
            if begun >= count:
                continue
            if left[core] == 0:
                left[core] = cluster.pages_of_task
                later(driver.serve(now, cluster.driver), "fetch", core, rng.choice(pages))
            else:
                later(now, "fetch", core, rng.choice(pages))
            left[core] -= 1
            begun += 1
        elif what == "fetch":
            size = page.fetched * (1 - cluster.cached)
            if size > 0:
                now = machines[core // cluster.cores_of_machine].serve(now, size / cluster.link)
                now = way_out.serve(now, size / cluster.way_out) + cluster.latency
            later(now, "render", core, page)
        elif what == "render":
            later(processors[core].serve(now, page.renderer + page.supervisor + page.client), "write", core, page)
        elif what == "write":
            machine = machines[core // cluster.cores_of_machine].serve(now, page.written / cluster.link)
            later(store.serve(machine, page.written / cluster.store), "done", core, page)
        else:
            done, end = done + 1, max(end, now)
            later(now, "next", core, None)
    busy = {
        "processors": sum(each.busy for each in processors) / cluster.cores / end,
        "links of machines": max(each.busy for each in machines) / end,
        "way out": way_out.busy / end,
        "store": store.busy / end,
        "driver": driver.busy / end,
    }
    return Outcome(done / end, busy)
