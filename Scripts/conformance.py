"""Compares a run of the reference tests with the list of those that pass, or records that list."""
import json
import pathlib
import sys

results_path, list_path, action = sys.argv[1:]
results = json.loads(pathlib.Path(results_path).read_text())["tests"]
passing = sorted(test for test, result in results.items() if result["status"] == "PASS")
listed = pathlib.Path(list_path)
header = "# Reference tests that pass: Scripts/conformance fails if one of them does not.\n"
if action == "record":
    listed.write_text(header + "".join(test + "\n" for test in passing))
    print(f"{len(passing)} passing tests recorded")
    sys.exit()
expected = [line for line in listed.read_text().splitlines() if line and not line.startswith("#")]
lost = sorted(set(expected) - set(passing))
gained = len(set(passing) - set(expected))
for test in lost:
    print(f"conformance: no longer passes: {test}")
print(f"conformance: {len(expected) - len(lost)} of {len(expected)} listed tests pass, {gained} more pass and are not listed")
sys.exit(bool(lost))
