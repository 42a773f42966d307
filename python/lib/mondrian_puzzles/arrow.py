"""Answers as Arrow tables and Parquet files, by a written schema. Needs pyarrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from os import PathLike
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

#: One row an answer: the fields of ``mondrian batch``, without the levels ``result`` and ``timing``. Where
#: ``error`` is not null, all behind it are.
SCHEMA = pa.schema(
    [
        pa.field("id", pa.string()),
        pa.field("version", pa.string()),
        pa.field("error", pa.string()),
        pa.field("verdict", pa.string()),
        pa.field("moves", pa.uint32()),
        pa.field("lower_bound", pa.uint32()),
        pa.field("solution", pa.string()),
        pa.field("stop", pa.string()),
        pa.field("method", pa.string()),
        pa.field("heuristic", pa.string()),
        pa.field("expanded", pa.uint64()),
        pa.field("generated", pa.uint64()),
        pa.field("stored", pa.uint64()),
        pa.field("seconds", pa.float64()),
        pa.field("peak_memory_bytes", pa.uint64()),
    ]
)


def flat(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Returns an answer of ``solve_many`` or ``mondrian batch`` as a row of the schema."""
    parts = {**answer, **answer.get("result", {}), **answer.get("timing", {})}
    return {name: parts.get(name) for name in SCHEMA.names}


def table(answers: Iterable[Mapping[str, Any]]) -> pa.Table:
    """Returns answers as a table."""
    return pa.Table.from_pylist([flat(answer) for answer in answers], schema=SCHEMA)


def batches(answers: Iterable[Mapping[str, Any]], rows: int = 1024) -> Iterator[pa.RecordBatch]:
    """Yields answers in batches of ``rows``, as they come."""
    rest = iter(answers)
    while part := [flat(answer) for answer in islice(rest, rows)]:
        yield pa.RecordBatch.from_pylist(part, schema=SCHEMA)


def write_parquet(answers: Iterable[Mapping[str, Any]], path: str | PathLike[str]) -> int:
    """Writes answers to a Parquet file as they come, and returns how many there were."""
    count = 0
    with pq.ParquetWriter(path, SCHEMA) as writer:
        for batch in batches(answers):
            writer.write_batch(batch)
            count += batch.num_rows
    return count
