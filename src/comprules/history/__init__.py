"""Rules through many releases: lineages, what happened to each, and since when each rule reads as it does."""
