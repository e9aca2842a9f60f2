"""Where the program keeps things on this machine: the folders of the cache and of the archive."""

from __future__ import annotations

import os


def cache_folder() -> str | None:
    """The folder of the cache: `$COMPRULES_CACHE`, none if that is empty, else in the user's cache folder."""
    given = os.environ.get("COMPRULES_CACHE")
    if given is not None:
        return os.path.abspath(given) if given else None
    from platformdirs import user_cache_path

    return str(user_cache_path("comprules", appauthor=False))


def archive_folder() -> str:
    """The folder of the archive: `$COMPRULES_ARCHIVE`, else in the user's data folder."""
    given = os.environ.get("COMPRULES_ARCHIVE")
    if given:
        return os.path.abspath(given)
    from platformdirs import user_data_path

    return str(user_data_path("comprules", appauthor=False) / "releases")
