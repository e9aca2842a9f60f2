"""Run all benchmarks."""

from tests.benchmarks import finding, reading

for benchmark in (reading, finding):
    benchmark.run()
