"""Run all benchmarks."""

from tests.benchmarks import comparing, confidence, corpus, finding, pages, reading

for benchmark in (reading, finding, comparing, confidence, pages, corpus):
    benchmark.run()
