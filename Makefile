# Tabletop. `make` alone lists what there is.
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup play demo demo-replay test check lint types layers bench bench-live proof-live
.PHONY: score score-simulate test-opencv4 proof-rules clean

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

setup: $(STAMP) ## make the virtual environment (and say which Debian packages it needed)

$(STAMP): pyproject.toml scripts/setup.sh
	@sh scripts/setup.sh $(VENV)
	@touch $@

play: $(STAMP) ## set everything up and open a table in the browser, on which anybody can play (TABLETOP_PORT moves it)
	@MALLOC_TRIM_THRESHOLD_=131072 $(BIN)/tabletop play --virtual

demo-replay: $(STAMP) ## replay the demo match in the terminal: the board, the lamps, what the referee says
	@$(BIN)/tabletop replay demo/session --realtime --speed 4

demo: $(STAMP) ## film the demo session anew
	$(BIN)/python -m scripts.make_demo

test: $(STAMP) ## set everything up and run the tests
	$(BIN)/python -m pytest -q -n auto

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

score: $(STAMP) ## how well it sees and referees (SCORE="sessions photos --write"; all sections take half an hour)
	@nice $(BIN)/python -m scripts.score $(SCORE)

score-simulate: $(STAMP) ## TURNS=1000 turns through painted camera and referee (an hour)
	@nice $(BIN)/python -m scripts.score simulate --turns $(or $(TURNS),1000)

test-opencv4: .venv-cv46/.installed ## the tests of the eyes on the oldest OpenCV that is promised
	.venv-cv46/bin/python -m pytest -q tests/vision tests/app

.venv-cv46/.installed: pyproject.toml
	python3 -m venv .venv-cv46
	.venv-cv46/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	.venv-cv46/bin/python -m pip install --quiet "opencv-python-headless==4.6.0.66" "numpy<2" -e . --group dev
	@touch $@

proof-live: $(STAMP) ## TIMES=100 times every fault during play, and GAMES=100 games that play themselves (hours)
	@nice $(BIN)/python -m scripts.proof_live --times $(or $(TIMES),100)
	@nice $(BIN)/tabletop play --auto --games $(or $(GAMES),100) --errors 0.05 --seed 1

bench-live: $(STAMP) ## what a live table costs: hand to verdict, processor while nothing happens, memory (an hour)
	@MALLOC_TRIM_THRESHOLD_=131072 nice $(BIN)/python -m scripts.bench_live

proof-rules: $(STAMP) ## two generators on 20,000 boards and 20,000 turns of every game (some minutes)
	TABLETOP_PROOF_POSITIONS=20000 $(BIN)/python -m pytest -q tests/backgammon/test_two_generators.py

clean: ## remove what was built
	rm -rf $(VENV) build dist out .mypy_cache .ruff_cache .pytest_cache .import_linter_cache

include firmware/tower.mk
include hardware/table.mk
include scripts/pi/pi.mk
