"""Runs the outside suites with the release build and compares the results with the lists of tests that pass.

`Tests/Conformance/NAME.txt` lists the tests of a suite that pass: one that is listed and fails is a failure. Tests with
scripts that fail are run once more, since a machine that is busy with something else ends some of them too early.
`record` writes the lists anew: of tests with scripts those that pass twice. Usage: conformance.py PROJECT SUITES
[compare|record] [NAME ...]
"""

import gzip
import json
import pathlib
import subprocess
import sys
import tempfile

project, data = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
action = sys.argv[3] if len(sys.argv) > 3 else "compare"
wanted = sys.argv[4:]
renderer = f"{project / '.build/release/offscreen'} worker"
lists = project / "Tests/Conformance"


class Suite:
    """`arguments`: of the tool, besides the list of tests, the renderer and where results go."""

    def __init__(self, name, tool, arguments=(), tests=None, has_scripts=False, runs_listed=False):
        self.name, self.tool, self.arguments, self.tests = name, data / "tools" / tool, arguments, tests
        self.has_scripts, self.runs_listed = has_scripts, runs_listed
        self.list = lists / f"{name}.txt"

    def is_there(self):
        folders = [argument for argument in self.arguments if isinstance(argument, pathlib.Path)]
        return all(path.exists() for path in [self.tool, *folders, *([self.tests] if self.tests else [])])

    def run(self, only=None):
        """The tests that pass; of those named `only`, if they are named."""
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            command = [sys.executable, self.tool, "run", *self.arguments, "--renderer", renderer]
            out = folder / "results.json" if self.tool.name == "harness.py" else folder
            command += ["--out", out]
            if self.tests:
                opener = gzip.open if self.tests.suffix == ".gz" else open
                with opener(self.tests, "rt", encoding="utf-8") as lines:
                    chosen = [line for line in lines if line.strip() and (only is None or json.loads(line)["test"] in only)]
                (folder / "chosen.list").write_text("".join(chosen))
                command += ["--list", folder / "chosen.list"]
            log = folder / "log"
            with open(log, "w") as output:
                status = subprocess.run(list(map(str, command)), stdout=output, stderr=subprocess.STDOUT).returncode
            if not (folder / "results.json").exists():
                sys.exit(f"conformance: {self.name}: the tool ended with status {status}:\n{log.read_text()[-2000:]}")
            results = json.loads((folder / "results.json").read_text())["tests"]
        return {test for test, result in results.items() if passes(result)}


def passes(result):
    if "of" in result:
        return result["passed"] == result["of"]
    return result["status"] == "PASS"


def suites():
    modern = data / "wpt-modern"
    quiet = ("--keep", "0")
    yield Suite("wpt", "wpt.py", ("--wpt", data / "wpt/tree", *quiet), data / "wpt/development.list")
    yield Suite("wpt-modern", "wpt.py", ("--wpt", modern / "tree", *quiet), modern / "modern.list")
    yield Suite(
        "wpt-modern-scripted", "wpt.py", ("--wpt", modern / "tree", "--serve", *quiet), modern / "scripted.list",
        has_scripts=True, runs_listed=True)
    yield Suite("resvg-tests", "svg_suite.py")
    yield Suite(
        "wpt-harness", "harness.py", ("--reasons", "0"), data / "wpt-harness/development.list.gz", has_scripts=True,
        runs_listed=True)


def record(suite):
    passing = suite.run()
    if suite.has_scripts:
        passing &= suite.run(passing)
    suite.list.write_text(
        "# Tests that pass: Scripts/conformance fails if one of them does not.\n"
        + "".join(test + "\n" for test in sorted(passing)))
    print(f"conformance: {suite.name}: {len(passing)} passing tests recorded", flush=True)


def compare(suite):
    """How many listed tests fail."""
    listed = {line for line in suite.list.read_text().splitlines() if line and not line.startswith("#")}
    passing = suite.run(listed if suite.runs_listed else None)
    lost = listed - passing
    if lost and suite.has_scripts:
        lost -= suite.run(lost)
    for test in sorted(lost):
        print(f"conformance: {suite.name}: no longer passes: {test}")
    more = "" if suite.runs_listed else f", {len(passing - listed)} more pass and are not listed"
    print(f"conformance: {suite.name}: {len(listed) - len(lost)} of {len(listed)} listed tests pass{more}", flush=True)
    return len(lost)


failures = 0
for suite in suites():
    # Of one without a list nothing can be lost.
    if suite.name not in wanted if wanted else action == "compare" and not suite.list.exists():
        continue
    if not suite.is_there():
        subprocess.run([project / "Scripts/skipped", f"Scripts/conformance {suite.name}", f"its data at {data} (OFFSCREEN_SUITES names another folder)"], check=True)
    elif action == "record":
        record(suite)
    else:
        failures += compare(suite)
sys.exit(failures > 0)
