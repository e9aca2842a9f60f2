"""Run all benchmarks."""

from tests.benchmarks import comparing, corpus, finding, pages, reading

for benchmark in (reading, finding, comparing, pages, corpus):
    benchmark.run()
