"""Renders pages by Spark on a cluster of two executors on this machine, kills one of them half-way, and holds what was
written against `offscreen batch`: python tests/spark_executor_loss.py PAGES

Each page has a row, once, and the row's picture is that of `batch`, byte for byte.
"""

from __future__ import annotations

import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Dict, List

import pyarrow.parquet

import offscreen
from offscreen.spark import render_pages

kinds = (
    "<title>{0}</title><h1>Page {0}</h1><p style='font: 14px/1.4 sans-serif'>{1}",
    "<!doctype html><title>{0}</title><style>td {{ border: 1px solid teal; padding: {2}px }}</style><table><tr><td>{0}<td>{1}</table>",
    "<!doctype html><meta charset=utf-8><title>{0}</title><script>document.write('<ol>' + '<li>{0}'.repeat(9) + '</ol>')</script>",
    "<!doctype html><title>{0}</title><body style='background: linear-gradient(red, hsl({0} 50% 50%))'><div style='width: {2}0px; box-shadow: 2px 2px 9px'>{1}</div>",
)
words = "The quick brown fox jumps over the lazy dog while pages become pictures. "
options: Dict[str, Any] = {"viewport": "320x240"}
#: Ends its renderer process.
crashing = 7


def make_pages(folder: pathlib.Path, count: int) -> List[str]:
    folder.mkdir()
    paths = []
    for number in range(count):
        path = folder / f"{number:05}.html"
        path.write_text(kinds[number % len(kinds)].format(number, words * (1 + number % 7), 1 + number % 9))
        paths.append(str(path))
    return paths


def executors() -> List[int]:
    """The processes of this machine's executors that this process started."""
    mine = os.environ["OFFSCREEN_TEST_CLUSTER"].encode()
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        # The launcher, a process that starts it, names it too.
        if b"CoarseGrainedExecutorBackend\0" in line and mine in line and line.split(b"\0")[0].endswith(b"java"):
            found.append(int(path.parent.name))
    return found


def kill_one_half_way(context: Any, tasks: int, killed: List[int], is_over: threading.Event) -> None:
    while not is_over.is_set():
        done = sum(
            info.numCompletedTasks
            for stage in context.statusTracker().getActiveStageIds()
            if (info := context.statusTracker().getStageInfo(stage)) is not None and info.numTasks == tasks
        )
        running = executors() if done >= tasks // 2 else []
        if running:
            os.kill(running[0], signal.SIGKILL)
            killed.append(running[0])
            return
        time.sleep(0.05)


def main(count: int, tasks: int) -> None:
    import pyspark
    from pyspark.sql import SparkSession

    os.environ["OFFSCREEN_PROVOKE"] = f"crash={crashing:05}.html"
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    with tempfile.TemporaryDirectory(prefix="offscreen-spark-test-") as name:
        os.environ["OFFSCREEN_TEST_CLUSTER"] = name
        folder = pathlib.Path(name)
        paths = make_pages(folder / "pages", count)
        (folder / "list.txt").write_text("\n".join(paths))

        start = time.monotonic()
        program = offscreen.find_program()
        batch = [program, "batch", "--list", "list.txt", "-o", "pictures", "--viewport", options["viewport"], "--jobs", "2"]
        subprocess.run(batch, cwd=folder, capture_output=True)  # It fails, as one page does.
        print(f"batch: {count} pages in {time.monotonic() - start:.1f} s", flush=True)
        expected = {path.stem: path.read_bytes() for path in (folder / "pictures").rglob("*.png")}
        assert len(expected) == count - 1, f"batch made {len(expected)} pictures"

        spark = (
            SparkSession.builder.master("local-cluster[2,1,1024]")
            .config("spark.ui.enabled", "false")
            .config("spark.executor.extraJavaOptions", f"-Doffscreen.test={name}")
            .config("spark.executorEnv.OFFSCREEN_PROGRAM", program)
            .config("spark.executorEnv.OFFSCREEN_PROVOKE", os.environ["OFFSCREEN_PROVOKE"])
            .config("spark.local.dir", str(folder / "spark"))
            .getOrCreate()
        )
        spark.sparkContext.setLogLevel("ERROR")
        killed: List[int] = []
        is_over = threading.Event()
        killer = threading.Thread(target=kill_one_half_way, args=(spark.sparkContext, tasks, killed, is_over))
        try:
            pages = spark.createDataFrame([(path,) for path in paths], "page string").repartition(tasks)
            start = time.monotonic()
            killer.start()
            render_pages(pages, "page", **options).write.parquet(str(folder / "parquet"))
            print(f"spark: {count} pages in {time.monotonic() - start:.1f} s", flush=True)
        finally:
            is_over.set()
            killer.join()
            spark.stop()
        assert killed, "no executor was killed"

        rows = pyarrow.parquet.read_table(folder / "parquet").to_pylist()
        assert len(rows) == count, f"{len(rows)} rows"
        assert sorted(row["page"] for row in rows) == paths, "not each page once"
        wrong = [row["page"] for row in rows if row["picture"] != expected.get(pathlib.Path(row["page"]).stem)]
        assert not wrong, f"{len(wrong)} other pictures: {wrong[:3]}"
        failed = [(row["page"], row["cause"], row["picture"]) for row in rows if row["cause"] is not None]
        assert failed == [(paths[crashing], "crash", None)], failed
        print(f"executor {killed[0]} was killed: {count} rows, each page once, pictures as batch's, byte for byte; one crash")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 20)
