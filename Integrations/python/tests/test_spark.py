"""What a Python worker of Spark does, without Spark; and, where there is Java, Spark itself."""

from __future__ import annotations

import gzip
import pathlib
import shutil
import subprocess
import sys
import uuid
from typing import Any, Dict, Iterator, List

import pytest

pyarrow = pytest.importorskip("pyarrow", reason="needs pyarrow: pip install 'pyspark[sql]'")

import offscreen
from conftest import png_size
from offscreen import spark


@pytest.fixture(autouse=True)
def close_renderers() -> Iterator[None]:
    yield
    for renderer in spark._renderers.values():
        renderer.close()
    spark._renderers.clear()


def rendered(batches: List[Any], **arguments: Any) -> List[Any]:
    usual: Dict[str, Any] = dict(
        column="page", kind="html", format="png", of_rows={}, settings={"jobs": 1}, options={"viewport": "40x30"}
    )
    return list(spark._Task(**{**usual, **arguments})(iter(batches)))


def batch(**columns: List[Any]) -> Any:
    return pyarrow.RecordBatch.from_pydict(columns)


def test_a_row_comes_back_for_each() -> None:
    pages = ["<p>One", None, b"<p>Two".decode(), "<script>throw 1</script>"]
    [result] = rendered([batch(id=[1, 2, 3, 4], page=pages)])
    assert result.schema.names == ["id", "page", *spark.columns]
    rows = result.to_pylist()
    assert [row["id"] for row in rows] == [1, 2, 3, 4] and [row["page"] for row in rows] == pages
    assert [row["cause"] for row in rows] == [None, "input", None, None]
    assert rows[1]["picture"] is None and rows[1]["width"] is None and rows[1]["warnings"] == []
    assert png_size(rows[0]["picture"]) == (40, 30) == (rows[0]["width"], rows[0]["height"])
    assert rows[0]["milliseconds"] > 0 and rows[0]["error"] is None
    with offscreen.Renderer() as renderer:
        assert rows[0]["picture"] == renderer.render(offscreen.html("<p>One"), viewport="40x30")


def test_kinds_of_pages(tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.html").write_text("<title>A</title>")
    [result] = rendered([batch(page=[str(tmp_path / "a.html"), "/nowhere.html"])], kind="address")
    assert [row["cause"] for row in result.to_pylist()] == [None, "input"]
    [result] = rendered([batch(page=[b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"])], kind="svg")
    assert result.to_pylist()[0]["cause"] is None


def record(address: str, page: bytes) -> bytes:
    """Of a web archive: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % len(page) + page
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{uuid.uuid4()}>\r\n"
        f"WARC-Date: 2026-11-26T15:00:00Z\r\nWARC-Target-URI: {address}\r\n"
        f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + answer + b"\r\n\r\n")


def test_records_of_web_archives() -> None:
    addresses = ["http://example.com/one", "http://example.com/two"]
    archive = b"".join(record(address, b"<p>" + address.encode()) for address in addresses)
    pages = batch(page=[archive, archive, record(addresses[0], b"<p>Other")], url=[*addresses, addresses[1]])
    rows = rendered([pages], kind="warc.gz", of_rows={"page": "url"}, options={"viewport": "300x60"})[0].to_pylist()
    assert [row["cause"] for row in rows[:2]] == [None, None] and rows[2]["picture"] is None
    with offscreen.Renderer() as renderer:
        for row, address in zip(rows, addresses):
            assert row["picture"] == renderer.render(offscreen.Content(archive, "warc.gz"), viewport="300x60", page=address)
    assert rows[0]["picture"] != rows[1]["picture"]


def test_options_of_rows() -> None:
    rows = rendered(
        [batch(page=["<p>"] * 3, size=["20x10", "wide", None])], of_rows={"viewport": "size"}, options={"scale": 2}
    )[0].to_pylist()
    assert png_size(rows[0]["picture"]) == (40, 20)
    assert rows[1]["cause"] == "request" and "wide" in rows[1]["error"]
    assert png_size(rows[2]["picture"]) == (2560, 1600)


def test_batches_are_cut_by_bytes_and_the_worker_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spark, "_batch_rows", 3)
    results = rendered([batch(page=[f"<p>{number}" for number in range(8)]), batch(page=[])])
    assert [result.num_rows for result in results] == [3, 3, 2]
    [renderer] = spark._renderers.values()
    pid = renderer.worker_pid
    rendered([batch(page=["<p>"])])
    assert renderer.worker_pid == pid


def test_a_crash_costs_its_row(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    monkeypatch.setenv("OFFSCREEN_PROVOKE", "crash=2.html")
    paths = [tmp_path / f"{number}.html" for number in range(4)]
    for path in paths:
        path.write_text("<p>")
    [result] = rendered([batch(page=[str(path) for path in paths])], kind="address")
    assert [row["cause"] for row in result.to_pylist()] == [None, None, "crash", None]


def test_what_spark_wants_no_more_is_not_rendered() -> None:
    results = spark._Task("page", "html", "png", {}, {"jobs": 1}, {})._results(
        spark._renderer({"jobs": 1}), batch(page=["<p>"] * 50)
    )
    next(results)
    results.close()  # type: ignore[attr-defined]
    with pytest.raises(StopIteration):
        next(results)


def test_a_missing_program_fails_the_task(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(offscreen.ProgramError):
        rendered([batch(page=["<p>"])], settings={"program": "/nowhere/offscreen"})


def needs_spark() -> None:
    if shutil.which("java") is None:
        pytest.skip("needs Java: apt-get install default-jre-headless")
    pytest.importorskip("pyspark", reason="needs pyspark: pip install 'pyspark[sql]'")


def test_an_executor_that_is_killed_costs_no_page() -> None:
    needs_spark()
    script = pathlib.Path(__file__).with_name("spark_executor_loss.py")
    ran = subprocess.run([sys.executable, str(script), "60", "12"], capture_output=True, text=True, timeout=900)
    assert ran.returncode == 0, ran.stdout + ran.stderr[-3000:]
    assert "60 rows, each page once" in ran.stdout


def test_the_job(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs_spark()
    job = pathlib.Path(__file__).parents[3] / "Scripts" / "offscreen-spark"
    if not job.exists():
        pytest.skip("needs the project's sources")
    for name in ("a", "b"):
        (tmp_path / f"{name}.html").write_text(f"<p>{name}")
    (tmp_path / "list.txt").write_text(f"{tmp_path}/a.html\n{tmp_path}/b.html\n/nowhere.html\n")
    command = [str(job), "--master", "local[1]", "--", "list.txt", "out", "--option", "viewport=40x30", "--partitions", "2"]
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert "3 rows: 2 pictures, 1 input" in ran.stdout
    import pyarrow.parquet

    rows = pyarrow.parquet.read_table(tmp_path / "out").to_pylist()
    assert sorted(row["value"] for row in rows) == ["/nowhere.html", f"{tmp_path}/a.html", f"{tmp_path}/b.html"]
    again = subprocess.run([*command, "--column", "nothing"], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    # Spark prints what its Python programs say on standard error on its standard output.
    assert again.returncode == 1 and "error: there is no column nothing; there are value" in again.stdout + again.stderr
