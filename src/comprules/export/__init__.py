"""Releases, comparisons and histories in the shapes that other tools read: one module for each exporter.

`exporters.get("sqlite").write(shelf, path)` writes one export; `Shelf` (`comprules.export.shelf`) is what it is made
of. Third parties add exporters as entry points of the group `comprules.exporters`, each an `Exporter`.
"""
