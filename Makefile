# Tabletop. `make` alone lists what there is.
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play demo test check lint types layers bench proof-rules score clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## make the virtual environment (and say which Debian packages it needed)

$(STAMP): pyproject.toml scripts/setup.sh
	@sh scripts/setup.sh $(VENV)
	@touch $@

play: $(STAMP) ## set everything up and replay the demo match: the board, the lamps, what the referee says
	@$(BIN)/tabletop replay demo/session --realtime --speed 4

demo: $(STAMP) ## film the demo session anew
	$(BIN)/python -m scripts.make_demo

test: $(STAMP) ## set everything up and run the tests
	$(BIN)/python -m pytest -q

check: lint types layers test ## everything the continuous integration runs

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(STAMP)
	$(BIN)/mypy

layers: $(STAMP)
	$(BIN)/lint-imports

bench: $(STAMP) ## measure the tables (BENCH="--json" for a machine)
	@$(BIN)/python -m scripts.bench $(BENCH)

proof-rules: $(STAMP) ## two generators on 20,000 boards and 20,000 turns of every game (some minutes)
	TABLETOP_PROOF_POSITIONS=20000 $(BIN)/python -m pytest -q tests/backgammon/test_two_generators.py

clean: ## remove what was built
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

include firmware/tower.mk
