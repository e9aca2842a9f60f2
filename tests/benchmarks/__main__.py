"""Run all benchmarks."""

from tests.benchmarks import reading

reading.run()
