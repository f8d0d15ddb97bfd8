# The commands of this project, one word each. Needs git, make and Python 3.11 or newer with venv; `make` alone lists the commands.

PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && echo $$python && break; done)
VENV := .venv
comma := ,
BIN := $(VENV)/bin
# Only errors: the other messages of pip are about the package indexes of the machine.
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal
# LAN=1: listen on every address of this machine, so that phones in its network can open the pages.
BEYOND := $(if $(filter 1,$(LAN)),HOST=0.0.0.0)
PARTS := $(filter-out __pycache__,$(notdir $(patsubst %/,%,$(wildcard tests/*/))))

# The tests start hundreds of Python processes. Without bytecode on disk each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run demo test test-all check fuzz examples tournaments mutations bench torture openapi docs screenshots golden vendor
.DEFAULT_GOAL := help

help:
	@echo "make run       serve (PORT=8000 HOST=127.0.0.1 FACEUP_DATA=… REDIS_URL=… RQ_REDIS_URL=…); LAN=1 lets phones in your network in"
	@echo "make demo      show seeded games and tournaments, in a temporary installation (PORT=8000; LAN=1)"
	@echo "make test      check, then the tests that take a few minutes (ARGS=… for pytest)"
	@echo "make test-all  check, then every test, in half an hour; or one part of them:"
	@echo "               PART=folder or file below tests/ ($(PARTS))"
	@echo "make check     lint, format, types, imports"
	@echo "make fuzz      call the API with requests that its contract allows and forbids, longer than the tests do (FUZZ=examples)"
	@echo "make examples  run example games (FILE=path.json ONLY=slug,slug)"
	@echo "make tournaments  compare finished tournaments with their published values (FILE=path.json)"
	@echo "make bench     measure in less than ten minutes and write bench/RESULTS.md (ONLY=append,store for parts of it)"
	@echo "make torture   let faults strike a running installation, and look for what was lost (SEEDS=1-10 FAULTS=300 LOGS=folder)"
	@echo "make openapi   write openapi.yaml again"
	@echo "make docs      write the pages under docs/ that are made from the code"
	@echo "make screenshots take the pictures in docs/pages again (needs Chromium)"
	@echo "make golden    write the golden playthroughs again, for review (ONLY=slug,slug for some)"
	@echo "make vendor    copy the files that the pages use from npm, in the versions of service/web/package-lock.json (needs npm)"
	@echo "make mutations put deliberate faults into the rules, and list which rows catch them"

run: $(VENV)/installed
	@exec env $(BEYOND) $(BIN)/faceup serve

demo: $(VENV)/installed
	@exec env $(BEYOND) $(BIN)/faceup demo

test:
	@$(MAKE) --no-print-directory --jobs 2 check $(VENV)/compiled
	@$(PYTEST) -m "not slow" $(ARGS)

test-all:
	@$(MAKE) --no-print-directory --jobs 2 check $(VENV)/compiled
	@$(PYTEST) $(foreach part,$(subst $(comma), ,$(PART)),$(or $(wildcard tests/$(part) tests/*/$(part) tests/test_$(part).py),$(error No tests called $(part)))) $(ARGS)

check: $(VENV)/installed-dev
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

# Once, beside the type checker: pytest compiles all test files. Otherwise its processes would all do this at the same time. If a test file
# has a fault, the tests will say so.
$(VENV)/compiled: | $(VENV)/installed-dev
	@$(BIN)/python -m pytest --collect-only --quiet >/dev/null 2>&1 || true
	@touch $@

examples: $(VENV)/installed-dev
	@$(BIN)/python -m tests.examples.run $(if $(FILE),--file "$(FILE)") $(if $(ONLY),--only "$(ONLY)")

tournaments: $(VENV)/installed-dev
	@$(BIN)/python -m tests.tournament.run $(if $(FILE),--file "$(FILE)")

bench: $(VENV)/installed-bench
	@$(BIN)/python -m bench $(subst $(comma), ,$(ONLY))

torture: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.torture $(if $(SEEDS),--seeds "$(SEEDS)") $(if $(FAULTS),--faults "$(FAULTS)") $(if $(LOGS),--logs "$(LOGS)")

openapi: $(VENV)/installed-dev
	@$(BIN)/python -m service.openapi

fuzz: $(VENV)/installed-dev
	@$(BIN)/python -m tests.api.fuzzing $(FUZZ)

mutations: $(VENV)/installed-dev
	@$(BIN)/python -m tests.mutate

screenshots: $(VENV)/installed-dev
	@$(BIN)/python -m docs.screenshots

docs: $(VENV)/installed-dev
	@$(BIN)/python docs/generate.py

golden: $(VENV)/installed-dev
	@$(BIN)/python -m tests.playthroughs.regenerate $(subst $(comma), ,$(ONLY))

vendor:
	@cd service/web && npm ci --ignore-scripts --no-audit --no-fund
	@cd service/web && cp node_modules/uplot/LICENSE node_modules/uplot/dist/uPlot.iife.min.js node_modules/uplot/dist/uPlot.min.css static/vendor/uplot/
	@rm -r service/web/node_modules

# A stamp is newer than pyproject.toml when the packages that pyproject.toml names are installed.
$(VENV)/installed: pyproject.toml | $(VENV)/made
	@echo "Installing what Faceup needs into $(VENV) (once)."
	@$(PIP) --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(VENV)/made
	@echo "Installing what Faceup and its tests need into $(VENV) (once)."
	@$(PIP) --editable '.[dev]'
	@touch $(VENV)/installed $@

$(VENV)/installed-bench: pyproject.toml | $(VENV)/made
	@echo "Installing what Faceup, its tests and its bench need into $(VENV) (once)."
	@$(PIP) --editable '.[dev,bench]'
	@touch $(VENV)/installed $(VENV)/installed-dev $@

$(VENV)/made:
	@test -n "$(PYTHON)" || { echo "Faceup needs Python 3.11 or newer with venv (Debian: apt install python3-venv)."; exit 1; }
	@$(PYTHON) -m venv --clear $(VENV)
	@touch $@
