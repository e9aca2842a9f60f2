"""One SQLite database: the tables of `comprules.export.tables`, with keys, indices, and full-text search.

`rules_fts`, `examples_fts` and `glossary_fts` are FTS5 tables over the texts of the tables that they are named after:

    SELECT rules.number, rules.text FROM rules_fts JOIN rules ON rules.id = rules_fts.rowid
    WHERE rules_fts MATCH 'tide AND harbor' ORDER BY rules_fts.rank
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from comprules.export.exporters import Exporter
from comprules.export.rows import fill
from comprules.export.shelf import Shelf
from comprules.export.tables import TABLES, Column

_TYPES = {"integer": "INTEGER", "real": "REAL", "boolean": "INTEGER", "text": "TEXT", "json": "TEXT"}
_SEARCHED = {"rules": ("number", "title", "text"), "examples": ("text",), "glossary": ("name", "text")}


def statements() -> Iterator[str]:
    """The statements that make the tables, each with a comment that says what one row is."""
    for name, table in TABLES.items():
        columns = ",\n".join(f"  {_column(column)}" for column in table.columns)
        yield f"CREATE TABLE {name} ( -- {table.about}\n{columns}\n)"


def _column(column: Column) -> str:
    if column.name == "id":
        return '"id" INTEGER PRIMARY KEY'
    return f'"{column.name}" {_TYPES[column.kind]}' + (f" REFERENCES {column.of} (id)" if column.of else "")


def _indices() -> Iterator[str]:
    """An index for every key, and for the numbers by which people look up rules."""
    for name, table in TABLES.items():
        for column in table.columns:
            if column.of or (name, column.name) == ("rules", "number"):
                yield f'CREATE INDEX {name}_{column.name} ON {name} ("{column.name}")'


def _searches() -> Iterator[str]:
    for name, columns in _SEARCHED.items():
        fields = ", ".join(columns)
        # Written with these quotes, Datasette finds the search of a table by itself.
        yield f'CREATE VIRTUAL TABLE {name}_fts USING fts5({fields}, content="{name}", content_rowid="id")'
        yield f"INSERT INTO {name}_fts ({name}_fts) VALUES ('rebuild')"


def write(shelf: Shelf, path: Path) -> None:
    """Write the database of the releases to `path`."""
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute(
            "PRAGMA journal_mode = OFF"
        )  # what is written here is a draft, put in its place when it is whole
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("BEGIN")
        for statement in statements():
            database.execute(statement)
        for table, rows in fill(shelf):
            marks = ", ".join("?" * len(TABLES[table].columns))
            database.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        for statement in (*_indices(), *_searches()):
            database.execute(statement)
        database.execute("COMMIT")
        database.execute("PRAGMA optimize")


EXPORTERS = {"sqlite": Exporter(write, "one database with full-text search, keys satisfied", "file", several=True)}
