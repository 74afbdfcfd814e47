"""Requests to a worker and their answers, for any number of threads."""

from __future__ import annotations

import collections
import json
import os
import threading
import weakref
from concurrent.futures import Future
from typing import Any, Callable, Dict, Generic, List, Mapping, Optional, TypeVar

from ._answers import Content, Page, input_of, taken
from ._errors import OffscreenError, RequestError, WorkerError, error_of
from ._folder import Folder
from ._process import Process

Result = TypeVar("Result")
#: Makes a result of the answer and of the file that was asked for.
Finish = Callable[[Mapping[str, Any], Optional[bytes]], Result]

#: The worker's limit on a request.
_longest_line = 1 << 20


class Request(Generic[Result]):
    """A page on its way."""

    def __init__(
        self,
        page: Page,
        keys: Mapping[str, Any],
        finish: "Finish[Result]",
        *,
        returns: Optional[str] = None,
        output: Optional[str] = None,
    ) -> None:
        """`returns`: the ending of a file that the result needs, a picture's or `json` for the boxes. `output`: the
        path of a picture that stays where it is.
        """
        self.page, self.keys, self.finish, self.returns, self.output = page, keys, finish, returns, output
        self.future: "Future[Result]" = Future()
        self.number = 0
        self.file: Optional[str] = None

    @property
    def name(self) -> str:
        return f"a page of {self.page.ending}" if isinstance(self.page, Content) else str(self.page)

    def line(self, number: int, folder: Folder) -> bytes:
        """As it is sent. Writes the page's file, where it is content."""
        self.number = number
        request = dict(self.keys, id=str(number))
        if isinstance(self.page, Content):
            request["input"] = folder.add_page(number, self.page.data, self.page.ending)
        else:
            request["input"] = input_of(self.page)
        if self.returns is not None:
            self.file = folder.picture(number, self.returns)
            request["inspect" if self.returns == "json" else "output"] = self.file
        elif self.output is not None:
            request["output"] = self.output
        try:
            return json.dumps(request, allow_nan=False).encode() + b"\n"
        except ValueError:
            raise RequestError(f"{self.name:.100}: a number of the options is infinite, or none") from None

    def complete(self, answer: Mapping[str, Any], folder: Folder) -> None:
        try:
            if answer.get("ok") is not True:
                raise error_of(answer)
            data = None if self.file is None else taken(self.file)
            result = self.finish(answer, data)
        except OffscreenError as error:
            self.fail(error, folder)
        except Exception as error:  # Whatever a lost renderer may say.
            self.fail(WorkerError(f"{self.name}: the worker's answer makes no sense: {error!r:.200}"), folder)
        else:
            self.clean(folder)
            self.future.set_result(result)

    def fail(self, error: Exception, folder: Optional[Folder]) -> None:
        if folder is not None:
            self.clean(folder)
        self.future.set_exception(error)

    def clean(self, folder: Folder) -> None:
        """Removes what was made for it."""
        if isinstance(self.page, Content):
            folder.remove_page(self.number)
        if self.file is not None:
            try:
                os.unlink(self.file)
            except OSError:
                pass


class Engine:
    """A worker, its queue and its folder. The worker is started when there is work, and again after it has ended."""

    def __init__(self, program: str, arguments: Callable[[], List[str]], window: int) -> None:
        """`arguments`: asked when the worker is started. `window`: requests that are sent before the first is answered.
        The others wait here: a worker that ends takes no more than these with it.
        """
        self.program, self.arguments, self.window = program, arguments, window
        self._reset()
        _engines.add(self)

    def _reset(self) -> None:
        self._changed = threading.Condition()
        self._waiting: "collections.deque[Request[Any]]" = collections.deque()
        self._sent: "Dict[str, Request[Any]]" = {}
        self._process: Optional[Process] = None
        self._folder: Optional[Folder] = None
        self._sender: Optional[threading.Thread] = None
        self._count = 0
        self._is_closed = False

    def submit(self, request: "Request[Result]") -> "Future[Result]":
        """Never blocks. The answer comes on another thread."""
        with self._changed:
            if self._is_closed:
                raise WorkerError(f"{request.name}: the renderer is closed")
            self._waiting.append(request)
            if self._sender is None:
                self._sender = threading.Thread(target=self._send, name="offscreen requests", daemon=True)
                self._sender.start()
            self._changed.notify_all()
        return request.future

    @property
    def worker_pid(self) -> Optional[int]:
        """Of the worker that is at work."""
        with self._changed:
            return None if self._process is None else self._process.pid

    # On the sender's thread

    def _send(self) -> None:
        while True:
            with self._changed:
                while not self._is_closed and (not self._waiting or len(self._sent) >= self.window):
                    self._changed.wait()
                if self._is_closed:
                    return
                request = self._waiting.popleft()
            if request.future.set_running_or_notify_cancel():
                self._send_one(request)

    def _send_one(self, request: "Request[Any]") -> None:
        try:
            folder = self._own_folder()
            self._count += 1
            line = request.line(self._count, folder)
            if len(line) > _longest_line:
                raise RequestError(
                    f"{request.name:.100}: the request is longer than {_longest_line} bytes: give a file in its place"
                )
            process = self._begin(request)
        except Exception as error:  # The others' sender goes on, whatever is wrong with one.
            request.fail(error, self._folder)
        else:
            process.write(line)  # Where that fails, the worker has ended, and with it the request.

    def _own_folder(self) -> Folder:
        with self._changed:
            if self._is_closed:
                raise WorkerError("the renderer was closed")
            if self._folder is None:
                self._folder = Folder()
            return self._folder

    def _begin(self, request: "Request[Any]") -> Process:
        """The worker that gets the request: from now on, its end is the request's."""
        with self._changed:
            if self._is_closed:
                raise WorkerError(f"{request.name}: the renderer was closed")
            if self._process is None:
                self._process = Process(self.program, self.arguments(), self._answered, self._ended)
            self._sent[str(request.number)] = request
            return self._process

    # On the reader's thread

    def _answered(self, line: bytes) -> None:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict):
            # Nobody knows whose answer it is: the worker is of no use any longer.
            process = self._process
            if process is not None:
                process.end(patience=0)
            return
        with self._changed:
            request = self._sent.pop(str(answer.get("id")), None)
            folder = self._folder
            self._changed.notify_all()
        if request is not None and folder is not None:
            request.complete(answer, folder)

    def _ended(self, process: Process) -> None:
        with self._changed:
            lost, self._sent, self._process = list(self._sent.values()), {}, None
            self._changed.notify_all()
        for request in lost:
            request.fail(process.error(request.name), self._folder)

    # The end

    def close(self) -> None:
        """Ends the worker, and leaves nothing behind. Pages that are not answered fail."""
        with self._changed:
            if self._is_closed:
                return
            self._is_closed = True
            waiting, process, folder = list(self._waiting), self._process, self._folder
            self._waiting.clear()
            is_busy = bool(self._sent)
            self._changed.notify_all()
        for request in waiting:
            if request.future.set_running_or_notify_cancel():
                request.fail(WorkerError(f"{request.name}: the renderer was closed"), None)
        if process is not None:
            process.end(patience=0 if is_busy else 5)
        if folder is not None:
            folder.remove()

    def forget(self) -> None:
        """In a forked process: the worker, its threads and its folder are the parent's."""
        process, folder, was_closed = self._process, self._folder, self._is_closed
        self._reset()
        self._is_closed = was_closed
        if process is not None:
            process.leave()
        if folder is not None:
            folder.leave()


_engines: "weakref.WeakSet[Engine]" = weakref.WeakSet()


def _after_fork() -> None:
    for engine in list(_engines):
        engine.forget()


os.register_at_fork(after_in_child=_after_fork)
