"""What can go wrong, a class for each cause."""

from __future__ import annotations

from typing import Any, Mapping, Optional


class OffscreenError(Exception):
    """One line that names the page, the cause and, where it helps, what to do.

    `cause` is the word of the program's answer; `status` is the page's own answer over HTTP, where that is what went
    wrong.
    """

    cause = "unknown"
    status: Optional[int] = None

    def __init__(self, message: str, *, cause: Optional[str] = None, status: Optional[int] = None) -> None:
        super().__init__(message)
        if cause is not None:
            self.cause = cause
        self.status = status

    def __reduce__(self) -> Any:
        return _rebuilt, (type(self), str(self), self.cause, self.status)


def _rebuilt(kind: "type[OffscreenError]", message: str, cause: str, status: Optional[int]) -> OffscreenError:
    return kind(message, cause=cause, status=status)


class InputError(OffscreenError):
    """The page is not there, or is none."""

    cause = "input"


class OutputError(OffscreenError):
    """The picture could not be written."""

    cause = "output"


class NetworkError(OffscreenError):
    """The page could not be fetched."""

    cause = "network"


class PolicyError(OffscreenError):
    """The page's address is one that must not be loaded."""

    cause = "policy"


class LimitError(OffscreenError):
    """The page asks for more than its limits allow."""

    cause = "limit"


class PageTimeoutError(OffscreenError):
    """The page took longer than its time limit."""

    cause = "timeout"


class PageMemoryError(OffscreenError):
    """The page took more memory than its limit."""

    cause = "memory"


class CrashError(OffscreenError):
    """The page ended its renderer process, which costs this page alone."""

    cause = "crash"


class RequestError(OffscreenError):
    """An option that there is not, or a value that makes no sense."""

    cause = "request"


class WaitError(OffscreenError):
    """What `wait_for` waits for did not come."""

    cause = "wait"


class ScriptError(OffscreenError):
    """The expression of `evaluate` threw this."""

    cause = "exception"


class ProgramError(OffscreenError):
    """The program is not there, or does not start."""

    cause = "program"


class WorkerError(OffscreenError):
    """The worker ended while this page was under way. The next page gets a new one."""

    cause = "worker"


class DiffError(OffscreenError):
    """Two pictures could not be compared."""

    cause = "diff"


_by_cause = {
    kind.cause: kind
    for kind in (
        InputError, OutputError, NetworkError, PolicyError, LimitError, PageTimeoutError, PageMemoryError, CrashError,
        RequestError, WaitError,
    )
}  # fmt: skip


def error_of(answer: Mapping[str, Any]) -> OffscreenError:
    """Of a worker's answer that is not `ok`. A cause of a younger program's is an `OffscreenError` that names it."""
    cause = str(answer.get("cause", "unknown"))
    kind = _by_cause.get(cause, OffscreenError)
    status = answer.get("status")
    return kind(
        str(answer.get("error", "the page could not be rendered")),
        cause=cause,
        status=status if isinstance(status, int) else None,
    )
