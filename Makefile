# make up: create the environment, start Ringi, print the address.   make test: everything that must pass.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: up setup setup-test test check bench lock clean

up: setup
	$(BIN)/ringi up

setup: $(VENV)/.ready
setup-test: $(VENV)/.ready-test

$(VENV)/.ready: pyproject.toml requirements.txt
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Ringi needs Python 3.11 or newer"'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	touch $@

$(VENV)/.ready-test: $(VENV)/.ready requirements-dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	touch $@

check: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: setup-test
	@scripts/browser
	$(BIN)/pytest
