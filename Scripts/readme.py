"""Runs what the README shows: every block marked `sh`, in its order, in a folder of its own.

`Scripts/test` is left out, because it is what calls this. The Swift example is compiled and run by
Tests/SampleTests. Usage: readme.py PROJECT, with `offscreen` on the PATH.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

project = pathlib.Path(sys.argv[1]).resolve()
readme = (project / "README.md").read_text()
blocks = re.findall(r"^```sh\n(.*?)^```$", readme, re.M | re.S)
if len(blocks) < 5:
    sys.exit(f"readme: only {len(blocks)} blocks of commands were found")
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    shutil.copytree(project / "Samples", folder / "Samples")
    (folder / "Scripts").symlink_to(project / "Scripts")
    for block in blocks:
        if block.strip() == "Scripts/test":
            continue
        run = subprocess.run(["bash", "-euo", "pipefail", "-c", block], cwd=folder, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"readme: failed with {run.returncode}:\n{block}{run.stdout}{run.stderr}")
        print("readme: " + block.strip().replace("\n", " && "))
    expected = ["article.png", "page.png", "card.webp", "thumbs/index.html", "thumbs/manifest.ndjson",
                "thumbs/article.png", "report/index.html"]
    missing = [path for path in expected if not (folder / path).is_file()]
    if missing:
        sys.exit(f"readme: these were promised and are not there: {', '.join(missing)}")
for path in re.findall(r"!\[.*?\]\((.*?)\)", readme):
    if not (project / path).is_file():
        sys.exit(f"readme: the picture {path} is not there")
