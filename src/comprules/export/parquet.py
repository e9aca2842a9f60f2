"""A folder of Parquet files, one for each table of `comprules.export.tables`; needs pyarrow (`comprules[parquet]`)."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Any

from comprules.export.exporters import Exporter, ExportError
from comprules.export.rows import fill
from comprules.export.shelf import Shelf
from comprules.export.tables import TABLES


def write(shelf: Shelf, path: Path) -> None:
    """Write the files into the folder `path`. Raises ExportError where pyarrow is not installed."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ModuleNotFoundError as error:
        raise ExportError(f"parquet needs {error.name}: pip install 'comprules[parquet]'") from None
    kinds = {"integer": pyarrow.int64(), "real": pyarrow.float64(), "boolean": pyarrow.bool_()}
    schemas = {
        name: pyarrow.schema([(each.name, kinds.get(each.kind, pyarrow.string())) for each in table.columns])
        for name, table in TABLES.items()
    }
    with ExitStack() as stack:
        writers: dict[str, Any] = {
            name: stack.enter_context(parquet.ParquetWriter(path / f"{name}.parquet", schemas[name])) for name in TABLES
        }
        for table, rows in fill(shelf):
            if rows:
                columns = [list(each) for each in zip(*rows, strict=True)]
                arrays = [
                    pyarrow.array(values, field.type) for values, field in zip(columns, schemas[table], strict=True)
                ]
                writers[table].write_table(pyarrow.Table.from_arrays(arrays, schema=schemas[table]))


EXPORTERS = {"parquet": Exporter(write, "the tables of sqlite as files for data frames", "folder", several=True)}
