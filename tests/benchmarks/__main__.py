"""Run all benchmarks."""

from tests.benchmarks import comparing, finding, reading

for benchmark in (reading, finding, comparing):
    benchmark.run()
