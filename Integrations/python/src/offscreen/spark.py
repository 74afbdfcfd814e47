"""Pages by the million, with Spark as the engine: a row comes back for each row that went in.

    pages = spark.read.text("addresses.txt")
    render_pages(pages, "value", viewport="1280x800", thumbnail="320x").write.parquet("pictures")

Each Python worker of Spark has one supervisor (`offscreen worker`), which it keeps from one batch and one task to the
next. A page that crashes, hangs or eats memory costs its row. Queue, schedule, tries and output are Spark's.
"""

from __future__ import annotations

import collections
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Deque, Dict, Iterator, List, Mapping, Optional, Tuple, Union

from ._answers import Content, Page, Picture
from ._errors import InputError, OffscreenError, ProgramError
from ._options import request_keys
from ._program import find_program
from ._renderer import Renderer

if TYPE_CHECKING:
    import pyarrow
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

#: The columns of a picture, after those of the input.
columns = ("picture", "width", "height", "milliseconds", "cause", "error", "warnings")

#: Bytes of pictures, and rows, after which a batch goes to Spark.
_batch_bytes, _batch_rows = 16 << 20, 1000


def render_pages(
    pages: DataFrame,
    column: str,
    *,
    kind: str = "address",
    format: str = "png",
    option_columns: Optional[Mapping[str, str]] = None,
    jobs: int = 1,
    settings: Optional[Mapping[str, Any]] = None,
    **options: Any,
) -> DataFrame:
    """The input's columns with `picture`, `width`, `height`, `milliseconds`, `cause`, `error` and `warnings` for each
    row. Where a page could not be rendered, `picture` is null, and `cause` and `error` say why.

    `column`: of the pages. `kind`: `address`, for addresses and paths that the executors see; otherwise the column
    holds the pages themselves, as text or bytes, and this is the ending that a file of them has: `html`, `svg`,
    `mhtml`, ... `option_columns`: options whose values stand in columns. `jobs`: renderer processes of each Python
    worker; as many as `spark.task.cpus`. `settings`: those of `Renderer`, such as `program` and `max_memory`. `options`:
    of all pages, as in `Renderer.render`.

    The executors need this package, and the program: inside of its wheel, or named by `OFFSCREEN_PROGRAM` there. A
    task whose executor has no program fails. Raises `ValueError` for columns that are not there or that the result
    would have twice, and `RequestError` for options that there are not.
    """
    of_rows = dict(option_columns or {})
    schema = _schema(pages, column, of_rows)
    if kind != "address":
        Content(b"", kind)  # Refuses what is no ending.
    renderer = {"jobs": jobs, **(settings or {})}
    try:
        request_keys({**options, **{name: "" for name in of_rows}}, find_program(renderer.get("program")))
    except ProgramError:
        pass  # Where there is none here, the executors have theirs.
    task = _Task(column, kind, format, of_rows, renderer, options)
    return pages.mapInArrow(task, schema)


def _schema(pages: DataFrame, column: str, of_rows: Mapping[str, str]) -> StructType:
    from pyspark.sql.types import (
        ArrayType,
        BinaryType,
        DoubleType,
        IntegerType,
        StringType,
        StructField,
        StructType,
    )

    for wanted in (column, *of_rows.values()):
        if wanted not in pages.columns:
            raise ValueError(f"there is no column {wanted}; there are {', '.join(pages.columns)}")
    twice = sorted(set(columns).intersection(pages.columns))
    if twice:
        raise ValueError(f"the pictures' columns are called {', '.join(twice)}, too: rename those of the input")
    if len(set(pages.columns)) != len(pages.columns):
        raise ValueError("two columns of the input have one name: rename one")
    types = (BinaryType(), IntegerType(), IntegerType(), DoubleType(), StringType(), StringType(), ArrayType(StringType()))
    return StructType([*pages.schema.fields, *(StructField(name, type) for name, type in zip(columns, types))])


#: The renderers of this process, by their settings.
_renderers: Dict[Tuple[Tuple[str, Any], ...], Renderer] = {}


def _renderer(settings: Mapping[str, Any]) -> Renderer:
    key = tuple(sorted(settings.items()))
    if key not in _renderers:
        _renderers[key] = Renderer(**settings)
    return _renderers[key]


class _Task:
    """What a Python worker does with the batches of a partition."""

    def __init__(
        self,
        column: str,
        kind: str,
        format: str,
        of_rows: Mapping[str, str],
        settings: Mapping[str, Any],
        options: Mapping[str, Any],
    ) -> None:
        self.column, self.kind, self.format = column, kind, format
        self.of_rows, self.settings, self.options = of_rows, settings, options

    def __call__(self, batches: Iterator[pyarrow.RecordBatch]) -> Iterator[pyarrow.RecordBatch]:
        renderer = _renderer(self.settings)
        for batch in batches:
            start, size = 0, 0
            results: List[_Result] = []
            for result in self._results(renderer, batch):
                results.append(result)
                size += len(result.picture.data) if result.picture is not None else 0
                if size >= _batch_bytes or len(results) >= _batch_rows:
                    yield _joined(batch.slice(start, len(results)), results)
                    start, size, results = start + len(results), 0, []
            if results:
                yield _joined(batch.slice(start, len(results)), results)

    def _results(self, renderer: Renderer, batch: pyarrow.RecordBatch) -> Iterator[_Result]:
        """In the order of rows. So many are under way that the renderer has the next page when it is done with one."""
        names = batch.schema.names
        pages = batch.column(names.index(self.column))
        of_rows = {option: batch.column(names.index(name)) for option, name in self.of_rows.items()}
        under_way: Deque[Union[Future[Picture], OffscreenError]] = collections.deque()
        most = 8 * int(self.settings.get("jobs", 1))
        try:
            for row in range(batch.num_rows):
                values = {option: column[row].as_py() for option, column in of_rows.items()}
                under_way.append(self._submitted(renderer, pages[row].as_py(), {**self.options, **values}))
                if len(under_way) >= most:
                    yield _Result(under_way.popleft())
            while under_way:
                yield _Result(under_way.popleft())
        finally:
            for future in under_way:  # Spark wants no more.
                if isinstance(future, Future):
                    future.cancel()

    def _submitted(
        self, renderer: Renderer, value: Union[str, bytes, None], options: Any
    ) -> Union[Future[Picture], OffscreenError]:
        page: Page
        if value is None:
            return InputError("the row holds no page")
        if self.kind == "address":
            page = value if isinstance(value, str) else value.decode("utf-8", "replace")
        else:
            # As it is: text is UTF-8, and a mark says so to a parser that would guess.
            mark = b"\xef\xbb\xbf" if self.kind == "html" else b""
            page = Content(value if isinstance(value, bytes) else mark + value.encode("utf-8", "replace"), self.kind)
        try:
            return renderer.submit(page, format=self.format, **options)
        except OffscreenError as error:
            return error


class _Result:
    """What comes of a row. A program that does not start is no row's fault: it fails the task."""

    def __init__(self, future: Union[Future[Picture], OffscreenError]) -> None:
        self.picture: Optional[Picture] = None
        self.error: Optional[OffscreenError] = None
        try:
            if isinstance(future, OffscreenError):
                raise future
            self.picture = future.result()
        except ProgramError:
            raise
        except OffscreenError as error:
            self.error = error


def _joined(rows: pyarrow.RecordBatch, results: List[_Result]) -> pyarrow.RecordBatch:
    import pyarrow

    pictures = [result.picture for result in results]
    errors = [result.error for result in results]
    added = [
        pyarrow.array([picture and picture.data for picture in pictures], pyarrow.binary()),
        pyarrow.array([picture and picture.width for picture in pictures], pyarrow.int32()),
        pyarrow.array([picture and picture.height for picture in pictures], pyarrow.int32()),
        pyarrow.array([picture and picture.milliseconds for picture in pictures], pyarrow.float64()),
        pyarrow.array([error and error.cause for error in errors], pyarrow.string()),
        pyarrow.array([error and str(error) for error in errors], pyarrow.string()),
        pyarrow.array([list(picture.warnings) if picture else [] for picture in pictures], pyarrow.list_(pyarrow.string())),
    ]
    return pyarrow.RecordBatch.from_arrays([*rows.columns, *added], names=[*rows.schema.names, *columns])
