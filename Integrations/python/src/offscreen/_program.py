"""Where the program is, and what it says about itself."""

from __future__ import annotations

import functools
import os
import pathlib
import re
import shutil
import subprocess
from typing import Optional, Union

from ._errors import ProgramError

PathName = Union[str, "os.PathLike[str]"]

_carried = pathlib.Path(__file__).resolve().parent / "program"


def carried_program() -> Optional[str]:
    """The program inside of the wheel, where `Scripts/package-wheel` made it."""
    program = _carried / "bin" / "offscreen"
    return str(program) if program.is_file() else None


def find_program(named: Optional[PathName] = None) -> str:
    """The program's path: that which is named, or else the one inside of the wheel, that of the environment's
    `OFFSCREEN_PROGRAM`, the one on the `PATH`.

    Raises `ProgramError` where there is none.
    """
    if named is not None:
        return _usable(os.fspath(named), "program")
    carried = carried_program()
    if carried is not None:
        return carried
    of_environment = os.environ.get("OFFSCREEN_PROGRAM")
    if of_environment:
        return _usable(of_environment, "OFFSCREEN_PROGRAM")
    on_path = shutil.which("offscreen")
    if on_path is not None:
        return on_path
    raise ProgramError(
        "the program offscreen is not inside of this package and not on the PATH: "
        "install a wheel that carries it, or name it (OFFSCREEN_PROGRAM=/path/to/offscreen)"
    )


def _usable(path: str, source: str) -> str:
    if os.path.isfile(path) and os.access(path, os.X_OK):
        return os.path.abspath(path)
    found = shutil.which(path) if os.sep not in path else None
    if found is not None:
        return found
    raise ProgramError(f"{path}: no program (named by {source})")


def run_program(program: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs it to its end. Raises `ProgramError` where it does not start."""
    try:
        result = subprocess.run(
            [program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
        )
    except OSError as error:
        raise ProgramError(f"{program}: cannot be started: {error.strerror}") from error
    if result.returncode == 127:
        raise not_started(program, result.stderr)
    return result


def not_started(program: str, said: str) -> ProgramError:
    """The error of a program that ended before it did anything. `said`: on standard error.

    A library that the system lacks is told with the package that holds it.
    """
    missing = re.search(r"error while loading shared libraries: (\S+?):", said)
    if missing is not None:
        library = missing.group(1)
        package = _packages(program).get(library)
        hint = f": apt-get install {package}" if package else ""
        return ProgramError(f"{program}: the system lacks {library}{hint}")
    lines = said.strip().splitlines()
    # Usage comes after the error.
    told = next((line for line in lines if line.lower().startswith("error: ")), lines[-1] if lines else "")
    return ProgramError(f"{program}: does not start" + (f": {told}" if told else ""))


def _packages(program: str) -> "dict[str, str]":
    """Debian's packages by the libraries that they hold, of the list that lies beside the program."""
    table = pathlib.Path(program).resolve().parent.parent / "share" / "offscreen" / "system-libraries"
    try:
        rows = [line.split() for line in table.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    except OSError:
        return {}
    return {row[0]: row[2] for row in rows if len(row) > 2}


@functools.lru_cache(maxsize=None)
def version(program: Optional[str] = None) -> str:
    """Of the program."""
    return run_program(program or find_program(), "--version").stdout.strip()
