# Each target makes .venv if it is not there; only python3.11 or newer, make and git are needed.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
BIN = .venv/bin

.PHONY: demo test lint bench pictures slow parsers clean

.venv/stamp: pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: python 3.11 or newer is needed; set PYTHON=/path/to/python3" >&2; exit 2; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

.venv/stamp-test: .venv/stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,lint]'
	touch $@

demo: .venv/stamp        ## the tour, on the bundled sample
	$(BIN)/comprules demo

test: .venv/stamp-test   ## the tests, but for the slow ones
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not slow"

slow: .venv/stamp-test   ## all tests
	$(BIN)/python -m pytest -n auto --dist worksteal

lint: .venv/stamp-test   ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

pictures: .venv/stamp-test ## the pictures in the README
	$(BIN)/python -m tests.pictures

bench: .venv/stamp-test  ## speed, as ratios within one run
	$(BIN)/python -m tests.benchmarks

parsers: .venv/stamp-test ## the parsers that come with the program, after a change of their grammars
	PYTHONHASHSEED=0 $(BIN)/python -m tests.shipping

clean:
	rm -rf .venv build dist src/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis .benchmarks
