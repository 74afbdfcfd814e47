"""Pages to pictures, one call each."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import re
import threading
import weakref
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Type, TypeVar, Union

from ._answers import Answer, Page, Picture
from ._diff import Difference, diff
from ._engine import Engine, Request
from ._errors import ScriptError
from ._options import PageOptions, Span, known_keys, request_keys
from ._program import PathName, find_program

if TYPE_CHECKING:
    from types import TracebackType

    from typing_extensions import Unpack

Own = TypeVar("Own", bound="Renderer")


def _picture(answer: Mapping[str, Any], data: Optional[bytes]) -> Picture:
    return Picture(**Answer.facts(answer), data=data or b"")


def _inspection(answer: Mapping[str, Any], data: Optional[bytes]) -> Dict[str, Any]:
    inspection: Dict[str, Any] = json.loads(data or b"{}")
    return inspection


def _value(answer: Mapping[str, Any], data: Optional[bytes]) -> Any:
    if "exception" in answer:
        raise ScriptError(str(answer["exception"]))
    return answer.get("value")


def _with_order(program: str, arguments: List[str]) -> List[str]:
    """A slow page does not hold up the answers of others, where the program can do so; those that can list their keys."""
    return arguments if known_keys(program) is None else [*arguments, "--unordered"]


class Renderer:
    """Renders pages by a worker of its own, which is started by the first page and ends with `close()`, at the end of
    a `with`, or when Python ends.

    It may be used by many threads at once. In a forked process it starts another worker. A worker that is killed costs
    the pages that it had (`WorkerError`), and is replaced.
    """

    def __init__(
        self,
        *,
        program: Optional[PathName] = None,
        jobs: int = 1,
        timeout: Optional[Span] = None,
        fonts: Optional[PathName] = None,
        max_memory: Optional[str] = None,
        recycle: Optional[int] = None,
        require_sandbox: bool = False,
    ) -> None:
        """`program`: in place of the one that `find_program` finds. `jobs`: renderer processes side by side, from 1 to
        256. `timeout`: a page's limit on the wall clock where it names none (8 seconds). `fonts`: a font folder in
        place of the bundled one. `max_memory`: a page's limit (`"768M"`). `recycle`: pages after which a renderer
        process is replaced. `require_sandbox`: render nothing where the kernel does not seal renderers whole.

        Raises `ProgramError` where there is no program.
        """
        if not 1 <= jobs <= 256:
            raise ValueError("jobs is from 1 to 256")
        self.program = find_program(program)
        arguments = [f"--jobs={jobs}"]
        if timeout is not None:
            arguments.append(f"--timeout={request_keys({'timeout': timeout}, self.program)['timeout']}")
        if fonts is not None:
            arguments.append(f"--fonts={os.path.abspath(os.fspath(fonts))}")
        if max_memory is not None:
            arguments.append(f"--max-memory={max_memory}")
        if recycle is not None:
            arguments.append(f"--recycle={recycle}")
        if require_sandbox:
            arguments.append("--require-sandbox")
        # As many as the worker reads ahead.
        self._engine = Engine(self.program, functools.partial(_with_order, self.program, arguments), window=4 * jobs)
        self._end = weakref.finalize(self, self._engine.close)

    def submit(
        self, page: Page, /, *, format: str = "png", output: Optional[PathName] = None, **options: Unpack[PageOptions]
    ) -> Future[Picture]:
        """A picture that comes later. Never blocks; what is not sent yet can be cancelled.

        `format`: `png`, `jpg`, `webp`, `gif`, `avif` or `pdf`. With `output`, a path whose ending says the format, the
        picture goes there, and the result's `data` is empty.
        """
        keys = request_keys(options, self.program)
        if output is not None:
            return self._engine.submit(Request(page, keys, _picture, output=os.path.abspath(os.fspath(output))))
        if not re.fullmatch(r"[a-z0-9]+", format):
            raise ValueError(f"{format!r} is no format, such as 'png'")
        return self._engine.submit(Request(page, keys, _picture, returns=format))

    def submit_inspect(self, page: Page, /, **options: Unpack[PageOptions]) -> Future[Dict[str, Any]]:
        """`inspect`, later."""
        return self._engine.submit(Request(page, request_keys(options, self.program), _inspection, returns="json"))

    def submit_evaluate(self, page: Page, expression: str, /, **options: Unpack[PageOptions]) -> Future[Any]:
        """`evaluate`, later."""
        keys = dict(request_keys(options, self.program), evaluate=expression)
        return self._engine.submit(Request(page, keys, _value))

    def picture(self, page: Page, /, *, format: str = "png", **options: Unpack[PageOptions]) -> Picture:
        """A picture of a page, and what is known of it. Raises `OffscreenError`s, a class for each cause."""
        return self.submit(page, format=format, output=None, **options).result()

    def render(self, page: Page, /, *, format: str = "png", **options: Unpack[PageOptions]) -> bytes:
        """The bytes of a picture of a page."""
        return self.picture(page, format=format, **options).data

    def save(self, page: Page, output: PathName, /, **options: Unpack[PageOptions]) -> Answer:
        """Writes a picture of a page; the ending says the format. A missing folder is made."""
        return self.submit(page, output=output, **options).result()

    def inspect(self, page: Page, /, **options: Unpack[PageOptions]) -> Dict[str, Any]:
        """The boxes of a page's elements: `viewport`, `document`, and `elements` with `path`, `tag`, `x`, `y`, `width`
        and `height` in CSS pixels.
        """
        return self.submit_inspect(page, **options).result()

    def evaluate(self, page: Page, expression: str, /, **options: Unpack[PageOptions]) -> Any:
        """The value of a JavaScript expression in a page, as JSON has it. Raises `ScriptError` with what it throws."""
        return self.submit_evaluate(page, expression, **options).result()

    @property
    def worker_pid(self) -> Optional[int]:
        """Of the worker process; None before the first page, and when it has ended."""
        return self._engine.worker_pid

    def close(self) -> None:
        """Ends the worker. Pages under way fail with `WorkerError`."""
        self._end()

    def __enter__(self: Own) -> Own:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()


class AsyncRenderer:
    """A `Renderer` for asyncio: `async with AsyncRenderer(jobs=4) as renderer: await renderer.render(page)`.

    A task that is cancelled does not wait for its page any longer.
    """

    def __init__(self, **settings: Any) -> None:
        """As `Renderer`."""
        self._renderer = Renderer(**settings)

    async def picture(self, page: Page, /, *, format: str = "png", **options: Unpack[PageOptions]) -> Picture:
        """See `Renderer.picture`."""
        return await asyncio.wrap_future(self._renderer.submit(page, format=format, output=None, **options))

    async def render(self, page: Page, /, *, format: str = "png", **options: Unpack[PageOptions]) -> bytes:
        """See `Renderer.render`."""
        return (await self.picture(page, format=format, **options)).data

    async def save(self, page: Page, output: PathName, /, **options: Unpack[PageOptions]) -> Answer:
        """See `Renderer.save`."""
        return await asyncio.wrap_future(self._renderer.submit(page, output=output, **options))

    async def inspect(self, page: Page, /, **options: Unpack[PageOptions]) -> Dict[str, Any]:
        """See `Renderer.inspect`."""
        return await asyncio.wrap_future(self._renderer.submit_inspect(page, **options))

    async def evaluate(self, page: Page, expression: str, /, **options: Unpack[PageOptions]) -> Any:
        """See `Renderer.evaluate`."""
        return await asyncio.wrap_future(self._renderer.submit_evaluate(page, expression, **options))

    async def diff(self, expected: Union[PathName, bytes], actual: Union[PathName, bytes], **settings: Any) -> Difference:
        """See `diff`."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(None, lambda: diff(expected, actual, program=self._renderer.program, **settings))

    @property
    def worker_pid(self) -> Optional[int]:
        """See `Renderer.worker_pid`."""
        return self._renderer.worker_pid

    async def close(self) -> None:
        """See `Renderer.close`."""
        await asyncio.get_running_loop().run_in_executor(None, self._renderer.close)

    async def __aenter__(self) -> AsyncRenderer:
        # Asked here, so that the first page need not, which would hold up the loop.
        await asyncio.get_running_loop().run_in_executor(None, known_keys, self._renderer.program)
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()


_shared: List[Renderer] = []
_sharing = threading.Lock()


def _forget_lock() -> None:
    global _sharing
    _sharing = threading.Lock()


os.register_at_fork(after_in_child=_forget_lock)


def shared() -> Renderer:
    """The renderer of the functions of this module, which lives as long as Python."""
    with _sharing:
        if not _shared:
            _shared.append(Renderer())
        return _shared[0]


def render(page: Page, /, *, format: str = "png", **options: Unpack[PageOptions]) -> bytes:
    """The bytes of a picture of a page: an address, the path of a file, or `offscreen.html("<p>Hello")`.

    All calls share one worker. See `Renderer.render`.
    """
    return shared().render(page, format=format, **options)


def picture(page: Page, /, *, format: str = "png", **options: Unpack[PageOptions]) -> Picture:
    """See `Renderer.picture`."""
    return shared().picture(page, format=format, **options)


def save(page: Page, output: PathName, /, **options: Unpack[PageOptions]) -> Answer:
    """See `Renderer.save`."""
    return shared().save(page, output, **options)


def inspect(page: Page, /, **options: Unpack[PageOptions]) -> Dict[str, Any]:
    """See `Renderer.inspect`."""
    return shared().inspect(page, **options)


def evaluate(page: Page, expression: str, /, **options: Unpack[PageOptions]) -> Any:
    """See `Renderer.evaluate`."""
    return shared().evaluate(page, expression, **options)
