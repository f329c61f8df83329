# make up    create the environment, start Ringi on the embedded default, print the address
# make test  everything that must pass
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# What is compiled once is kept, wherever this runs: hundreds of processes are started by the tests.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: up setup extras setup-test setup-bench test check docs bench bench-against proof proof-race proof-kill \
	proof-slack-deliveries proof-slack-kill proof-managed-kill proof-faults proof-properties proof-spectra proof-injection \
	proof-hung proof-tamper proof-onetext proof-growth lock

up: setup
	@$(BIN)/ringi up

setup: $(VENV)/.ready
# What not everybody needs: the terminal console, Discord, models, PostgreSQL, the system's keyring.
extras: $(VENV)/.ready-extras
setup-test: $(VENV)/.ready-test
setup-bench: $(VENV)/.ready-bench

$(VENV)/.ready: pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Ringi needs Python 3.11 or newer")'
	@test -x $(BIN)/python || { echo "Preparing $(VENV) (once, about half a minute) …"; $(PYTHON) -m venv $(VENV); }
	@$(PIP) install --require-hashes -r requirements.txt
	@$(PIP) install --no-deps --editable .
	@$(BIN)/python -m compileall -q src/ringi
	@touch $@

$(VENV)/.ready-extras: $(VENV)/.ready requirements-extras.txt
	@echo "Adding the extras to $(VENV) (once, about a minute) …"
	@$(PIP) install --require-hashes -r requirements-extras.txt
	@echo "The extras are there. A running Ringi needs a new start to see them."
	@touch $@

$(VENV)/.ready-test: $(VENV)/.ready requirements-dev.txt
	@echo "Adding what the tests need to $(VENV) …"
	@$(PIP) install --require-hashes -r requirements-dev.txt
	@touch $@

$(VENV)/.ready-bench: $(VENV)/.ready requirements-bench.txt
	@echo "Adding what the measurements need to $(VENV) …"
	@$(PIP) install --require-hashes -r requirements-bench.txt
	@touch $@

check: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

test: setup-test
	@scripts/parts browser sandbox
	TMPDIR="$$($(BIN)/python tests/support/temporary.py)" $(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

# Reference pages made from the code; a test fails when they are not current.
docs: setup
	$(BIN)/python -m ringi.cli.reference > docs/reference/cli.md
	$(BIN)/python -m ringi.web.v1.reference > docs/reference/api.md

bench: setup-bench setup-test
	@scripts/parts browser sandbox
	$(BIN)/ringi bench pipeline
	$(BIN)/ringi bench latency
	$(BIN)/ringi bench parked
	$(BIN)/ringi bench slack
	$(BIN)/ringi bench hydrate
	$(BIN)/ringi bench fanout
	$(BIN)/ringi bench paint
	$(BIN)/ringi bench settle
	$(BIN)/ringi bench spectra

# This tree against an earlier one, in turns: `make bench-against REV=6346a90`.
REV ?= HEAD~20
PAIRS_OF_RUNS ?= 7
bench-against: setup-test
	$(BIN)/python scripts/bench_against.py $(REV) --pairs $(PAIRS_OF_RUNS)

# Long proofs, not in CI: fifty processes, a hundred times, on both databases; kill -9 at every transition on both.
proof: proof-spectra proof-tamper proof-race proof-kill proof-slack-deliveries proof-slack-kill proof-managed-kill proof-faults

proof-race: setup-test
	$(BIN)/python tests/support/proofs.py race 50 100

proof-kill: setup-test
	$(BIN)/python tests/support/proofs.py kill

# A thousand forged, replayed, late, duplicated and shuffled Slack deliveries, three times on both databases.
proof-slack-deliveries: setup-test
	$(BIN)/python tests/support/proofs.py slack-deliveries 1000

# A process that sends, killed before, while and after each of its calls and at each of its commits.
proof-slack-kill: setup-test
	$(BIN)/python tests/support/proofs.py slack-kill

# A process that carries a plan out in a managed session, killed at each commit and around each call of the API.
proof-managed-kill: setup-test
	$(BIN)/python tests/support/proofs.py managed-kill

# The whole story (model, freee, Google, Slack, managed sessions) with every outside call broken in every way.
# About an hour and a half on two busy processors. `make proof-faults PART=2/4` runs the second quarter of the cases,
# `EXECUTOR=managed` those of one executor, and `ONLY="sessions 6 GET"` those in whose line these words stand.
PART ?= all
proof-faults: setup-test
	$(BIN)/python tests/support/proofs.py faults "$(PART)" "$(EXECUTOR)" "$(ONLY)"

# Others' requests beside twelve tool servers that hang, drip, flood and poison: at most 1.5 times their usual pace. Beside
# fifteen, of which three keep within every bound and go to it, it is only told.
proof-hung: setup-test
	$(BIN)/python tests/support/proofs.py hung 300

# Every pattern of our own over growing hostile texts, with the real engine and a clock.
proof-growth: setup-test
	$(BIN)/python tests/support/growth_proof.py

# SPECTRA, killed five hundred times at random moments.
proof-spectra: setup-test
	$(BIN)/python tests/support/proofs.py spectra 500

# AgentDojo's 629 attacks through the whole engine, beside no guard and beside a list of allowed tools. The package comes
# from the index into an environment of its own and is no part of the product. `PAIRS=60` takes a sample.
proof-injection: .venv-injection/.ready
	.venv-injection/bin/python tests/support/injection.py $(PAIRS)

.venv-injection/.ready: pyproject.toml
	$(PYTHON) -m venv .venv-injection
	.venv-injection/bin/python -m pip --disable-pip-version-check --quiet install --editable . agentdojo==0.1.35
	@touch $@

# Ten thousand plans and policies of hostile texts: what every surface shows, what is bound, what the tool gets.
PLANS ?= 10000
proof-onetext: setup-test
	$(BIN)/python tests/support/one_text_proof.py $(PLANS)

# Five hundred changes by somebody who can write every table and has no key, on both databases; and no false alarm.
proof-tamper: setup-test
	$(BIN)/python tests/support/proofs.py tamper 500 100

# The properties again and again, each time with examples that nobody has tried.
proof-properties: setup-test
	for round in 1 2 3 4 5 6 7 8 9 10; do \
		RINGI_PROPERTIES=search $(BIN)/pytest -q -n 2 --dist loadfile $$(grep -rl "^@given\|^    @given" tests) || exit 1; \
	done

# Needs uv. Names and hashes only: the files say nothing about where packages come from.
lock:
	scripts/lock
