# Tabletop. `make` alone lists what there is.
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play test check lint types layers bench score clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## make the virtual environment (and say which Debian packages it needed)

$(STAMP): pyproject.toml scripts/setup.sh
	sh scripts/setup.sh $(VENV)
	@touch $@

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

clean: ## remove what was built
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
include firmware/tower.mk
