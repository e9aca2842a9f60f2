"""Run all benchmarks, or those whose modules are named; exit 1 if a figure is over its bound."""

import importlib
import sys

from tests.benchmarks.measure import over

NAMES = (
    "starting",
    "reading",
    "finding",
    "comparing",
    "following",
    "pages",
    "sites",
    "citing",
    "confidence",
    "exporting",
    "corpus",
)

for name in sys.argv[1:] or NAMES:
    importlib.import_module(f"tests.benchmarks.{name}").run()
print("\n" + ("\n".join(["Over their bounds:", *over]) if over else "Every figure keeps to its bound."))
sys.exit(bool(over))
