"""The ready job: pages in, Parquet out. `Scripts/offscreen-spark` submits it; so does

    spark-submit SPARK-OPTIONS .../offscreen/spark_job.py INPUT OUTPUT
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Dict, List, Optional


def _arguments(arguments: Optional[List[str]]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="offscreen-spark", description="Render a row's page for each row of the input, and write Parquet."
    )
    parser.add_argument("input", help="what Spark reads: a path or an address")
    parser.add_argument("output", help="the folder of the Parquet files; it must not be there yet")
    parser.add_argument(
        "--input-format", default="text", metavar="FORMAT",
        help="text (an address a line), parquet, orc, json, csv (with a header) or binaryFile (default: text)",
    )  # fmt: skip
    parser.add_argument("--column", help="of the pages (default: value of text, content of binaryFile)")
    parser.add_argument(
        "--kind", default="address", metavar="KIND",
        help="address, or the ending that files of the column's contents have, such as html (default: address)",
    )  # fmt: skip
    parser.add_argument("--format", default="png", help="of the pictures (default: png)")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of all pages, as offscreen.render calls it: full_page=true, viewport=800x600",
    )  # fmt: skip
    parser.add_argument(
        "--option-column", action="append", default=[], metavar="NAME=COLUMN", help="an option whose values are a column"
    )
    parser.add_argument("--jobs", type=int, default=1, help="renderer processes a task (default: 1)")
    parser.add_argument("--program", help="of the executors, in place of the one that they find")
    parser.add_argument("--max-memory", help="a page's limit: 512M, 1G")
    parser.add_argument("--partitions", type=int, help="tasks (default: eight for each core)")
    return parser.parse_args(arguments)


def _pairs(texts: List[str], parse: bool) -> Dict[str, Any]:
    """`true`, numbers and what else is JSON is that; other texts are themselves."""
    pairs: Dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"{text} is not NAME=VALUE")
        try:
            pairs[name] = json.loads(value) if parse else value
        except ValueError:
            pairs[name] = value
    return pairs


def main(arguments: Optional[List[str]] = None) -> int:
    given = _arguments(arguments)
    from pyspark.errors import PySparkException
    from pyspark.sql import SparkSession

    from offscreen import OffscreenError
    from offscreen.spark import render_pages

    spark = SparkSession.builder.appName("offscreen").getOrCreate()
    try:
        reader = spark.read.format(given.input_format)
        pages = (reader.option("header", True) if given.input_format == "csv" else reader).load(given.input)
        pages = pages.repartition(given.partitions or 8 * spark.sparkContext.defaultParallelism)
        usual = {"text": "value", "binaryFile": "content"}.get(given.input_format)
        column = given.column or usual
        if column is None:
            raise ValueError(f"--column says which column of {', '.join(pages.columns)} holds the pages")
        settings = {"program": given.program, "max_memory": given.max_memory}
        rendered = render_pages(
            pages, column, kind=given.kind, format=given.format, jobs=given.jobs,
            option_columns=_pairs(given.option_column, parse=False),
            settings={name: value for name, value in settings.items() if value is not None},
            **_pairs(given.option, parse=True),
        )  # fmt: skip
        rendered.write.parquet(given.output)
        causes = spark.read.parquet(given.output).groupBy("cause").count().collect()
        counts = {row["cause"]: row["count"] for row in causes}
        done = counts.pop(None, 0)
        failed = "".join(f", {count} {cause}" for cause, count in sorted(counts.items()))
        print(f"{done + sum(counts.values())} rows: {done} pictures{failed}")
        return 0
    except (OffscreenError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
    except PySparkException as error:
        print(f"error: {str(error).strip().splitlines()[0]}", file=sys.stderr)
    finally:
        spark.stop()
    return 1


if __name__ == "__main__":
    sys.exit(main())
