"""Schemathesis asks what `/openapi.json` describes, and what it does not: no answer is 500 or undocumented.

    schema.py --cases N

`Scripts/service --schema N` runs it.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from service import Service

CHECKS = "status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance"


def requests(service):
    """How many were answered, and how many of them with 500."""
    counts = re.findall(r'^offscreen_requests_total\{.*status="(\d+)"\} (\d+)', service.get("/metrics")[2].decode(), re.M)
    return sum(int(count) for _, count in counts), sum(int(count) for status, count in counts if status == "500")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, required=True)
    given = parser.parse_args()
    command = pathlib.Path(sys.executable).with_name("schemathesis")
    # Each parameter with each odd value is some thousands of requests.
    phases = "examples,coverage,fuzzing" if given.cases > 5000 else "examples,fuzzing"
    with Service("--client-requests", "1000", "--timeout", "5s") as service, tempfile.TemporaryDirectory() as folder:
        seed, count = 0, 0
        while count < given.cases:
            seed += 1
            examples = max(10, min(100, (given.cases - count) // 5))
            result = subprocess.run(
                [command, "run", service.address + "/openapi.json", "--checks", CHECKS, "--seed", str(seed),
                 "--max-examples", str(examples), "--workers", "4", "--no-color", "--generation-database", "none",
                 "--suppress-health-check", "all", "--continue-on-failure", "--warnings", "off",
                 "--request-timeout", "60", "--phases", phases],
                capture_output=True, text=True, cwd=folder, check=False)
            count, failed = requests(service)
            if result.returncode or failed or service.problems:
                print(result.stdout[-8000:], result.stderr[-2000:], *service.problems[:5], sep="\n", file=sys.stderr)
                sys.exit(f"schema: seed {seed}: schemathesis ended with {result.returncode}; {failed} answers were 500")
    print(f"{count} requests of Schemathesis in {seed} runs: no answer was 500 or undocumented")


if __name__ == "__main__":
    main()
