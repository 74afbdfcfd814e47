"""One worker process: lines in, lines out."""

from __future__ import annotations

import collections
import logging
import os
import subprocess
import threading
from typing import IO, Callable, Iterator, List, Optional, Sequence

from ._errors import OffscreenError, ProgramError, WorkerError
from ._program import not_started

_log = logging.getLogger("offscreen")


class Process:
    """`offscreen worker`. What it says on standard error goes to the logger `offscreen`, as warnings."""

    def __init__(
        self,
        program: str,
        arguments: Sequence[str],
        answered: Callable[[bytes], None],
        ended: Callable[["Process"], None],
    ) -> None:
        """`answered` gets each line of it, and `ended` is called once, when it is gone: both on a thread of its own."""
        self.program = program
        self._said: "collections.deque[str]" = collections.deque(maxlen=20)
        self._has_answered = False
        try:
            # Unbuffered: what a forked process closes must not wait for a lock of a thread that it does not have.
            self._process = subprocess.Popen(
                [program, "worker", *arguments],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
            )
        except OSError as error:
            raise ProgramError(f"{program}: cannot be started: {error.strerror}") from error
        self._listening = threading.Thread(target=self._listen, name="offscreen log", daemon=True)
        self._listening.start()
        threading.Thread(target=self._read, args=(answered, ended), name="offscreen answers", daemon=True).start()

    @property
    def pid(self) -> int:
        return self._process.pid

    def write(self, line: bytes) -> None:
        """Blocks while the worker has enough to do. Does nothing where it is gone, which its reader sees."""
        rest = memoryview(line)
        try:
            while rest:
                rest = rest[os.write(_descriptor(self._process.stdin), rest) :]
        except (OSError, ValueError):  # Closed at the other end, or here.
            pass

    def _read(self, answered: Callable[[bytes], None], ended: Callable[["Process"], None]) -> None:
        for line in _lines(self._process.stdout):
            self._has_answered = True
            answered(line)
        self._process.wait()
        ended(self)

    def _listen(self) -> None:
        for line in _lines(self._process.stderr):
            text = line.decode("utf-8", "replace").rstrip()
            self._said.append(text)
            _log.warning("%s", text)

    def error(self, page: str) -> OffscreenError:
        """Of a page that was under way when it ended."""
        # Renderers hold the same standard error, and may live a little longer.
        self._listening.join(timeout=1)
        status, said = self._process.returncode, "\n".join(self._said)
        if not self._has_answered and status is not None and status > 0:
            return not_started(self.program, said)
        how = f"was killed by signal {-status}" if status is not None and status < 0 else f"ended with status {status}"
        return WorkerError(f"{page}: the worker {how}")

    def end(self, patience: float) -> None:
        """Ends it: at once, or after it has had `patience` seconds to do so by itself. It leaves no renderers: they end
        when it is gone.
        """
        if patience > 0:
            _close(self._process.stdin)
            if self._has_ended(patience):
                return
        self._process.terminate()
        if not self._has_ended(2):
            self._process.kill()
            self._process.wait()

    def _has_ended(self, patience: float) -> bool:
        try:
            self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return False
        return True

    def leave(self) -> None:
        """In a forked process: lets go of its parent's worker, which would not see its input end otherwise."""
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            _close(stream)
        # It is not ours to be waited for, nor to be warned of.
        self._process.returncode = 0


def _descriptor(stream: Optional[IO[bytes]]) -> int:
    return -1 if stream is None else stream.fileno()


def _close(stream: Optional[IO[bytes]]) -> None:
    try:
        if stream is not None:
            stream.close()
    except OSError:
        pass


def _lines(stream: Optional[IO[bytes]]) -> Iterator[bytes]:
    """Whole lines, without their ends, until the stream ends."""
    parts: List[bytes] = []
    try:
        while True:
            chunk = os.read(_descriptor(stream), 1 << 16)
            if not chunk:
                return
            first, *others = chunk.split(b"\n")
            parts.append(first)
            for part in others:
                yield b"".join(parts)
                parts = [part]
    except (OSError, ValueError):
        return
