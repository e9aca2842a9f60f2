"""Many releases: kept as they were parsed and compared, and a folder of them known by content."""
