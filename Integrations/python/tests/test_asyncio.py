from __future__ import annotations

import asyncio
import os
import signal

import pytest

import offscreen
from conftest import png_size

page = offscreen.html("<title>T</title><p>Hello")
slow = offscreen.html("<script>const end = performance.now() + 60000; while (performance.now() < end);</script>")


def test_pages_side_by_side() -> None:
    async def main() -> None:
        async with offscreen.AsyncRenderer(jobs=2) as renderer:
            pages = [offscreen.html(f"<title>{number}</title>") for number in range(30)]
            pictures = await asyncio.gather(*(renderer.picture(each, viewport=(20, 20)) for each in pages))
            assert [picture.title for picture in pictures] == [str(number) for number in range(30)]
            assert png_size(await renderer.render(page, viewport=(30, 20))) == (30, 20)
            assert await renderer.evaluate(page, "document.title") == "T"
            assert (await renderer.inspect(page))["elements"]
            assert (await renderer.diff(pictures[0].data, pictures[0].data)).same
            with pytest.raises(offscreen.InputError):
                await renderer.render("/nowhere.html")

    asyncio.run(main())


def test_a_task_that_is_cancelled_does_not_wait() -> None:
    async def main() -> None:
        async with offscreen.AsyncRenderer(jobs=2) as renderer:
            await renderer.render(page)
            task = asyncio.create_task(renderer.render(slow))
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(task, 0.3)
            # The other renderer process goes on; answers come in the order of requests or otherwise.
            assert (await renderer.picture(page)).title == "T"

    asyncio.run(main())


def test_a_killed_worker_is_replaced() -> None:
    async def main() -> None:
        async with offscreen.AsyncRenderer() as renderer:
            await renderer.render(page)
            pid = renderer.worker_pid
            assert pid is not None
            task = asyncio.create_task(renderer.render(slow))
            await asyncio.sleep(0.3)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(offscreen.WorkerError):
                await task
            assert (await renderer.picture(page)).title == "T"

    asyncio.run(main())
