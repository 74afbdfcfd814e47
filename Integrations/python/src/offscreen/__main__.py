"""`python -m offscreen`, and the command `offscreen` of a wheel that carries the program."""

from __future__ import annotations

import os
import sys

from ._errors import ProgramError
from ._program import find_program


def main() -> None:
    """Becomes the program."""
    try:
        program = find_program()
        os.execv(program, [program, *sys.argv[1:]])
    except ProgramError as error:
        sys.exit(f"error: {error}")
    except OSError as error:
        sys.exit(f"error: {program}: cannot be started: {error.strerror}")


if __name__ == "__main__":
    main()
