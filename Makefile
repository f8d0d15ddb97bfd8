# The commands of this project, one word each. Needs git, make and Python 3.11 or newer with venv; `make` alone lists the commands.

FITS := -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$python $(FITS) && echo $$python && break; done)
VENV := .venv
comma := ,
BIN := $(VENV)/bin
# The tested versions: the newest packages can refuse what they allowed, and type stubs that differ let the type checker find other faults.
TESTED := docker/constraints.txt
# Only errors: the other messages of pip are about the package indexes of the machine.
PIP := $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check --constraint $(TESTED)
# A .venv is made again when PYTHON= names another Python, or when its own is gone. Without PYTHON= any other one stays.
WHICH := -c 'import sys; print(sys.version, sys.base_prefix)' 2>/dev/null
STALE := $(shell test ! -e $(VENV)/made || { own=$$($(BIN)/python $(WHICH)) && \
	test "$$own" = "$(if $(filter file,$(origin PYTHON)),$$own,$$("$(PYTHON)" $(WHICH)))"; } || echo stale)
NODE := $(BIN)/node
TOOLS := $(VENV)/npm
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --custom-compile-command "make lock"
PYTEST := $(BIN)/python -m pytest -n 3 --dist worksteal
# LAN=1: listen on every address of this machine, so that phones in its network can open the pages; also over HTTPS, on PORT + 443.
BEYOND := $(if $(filter 1,$(LAN)),HOST=0.0.0.0)
PARTS := $(filter-out __pycache__,$(notdir $(patsubst %/,%,$(wildcard tests/*/))))

# The tests start hundreds of Python processes. Without bytecode on disk each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: stale help run demo test test-all test-long check fuzz examples tournaments mutations bench torture storm openapi released docs screenshots golden new-system vendor lock
.DEFAULT_GOAL := help

help:
	@echo "PYTHON=… makes .venv with this Python: a command or a path"
	@echo "make run       serve (PORT=8000 HOST=127.0.0.1 FACEUP_DATA=… REDIS_URL=… RQ_REDIS_URL=…); LAN=1 lets phones in your network in"
	@echo "make demo      show seeded games and tournaments, in a temporary installation (PORT=8000; LAN=1)"
	@echo "make test      check, then the tests that take a few minutes (ARGS=… for pytest)"
	@echo "make test-all  check, then the tests that take half an hour"
	@echo "make test-long check, then every test (more than an hour); or, with either word, one part of them:"
	@echo "               PART=folder or file below tests/ ($(PARTS)); CHECKED=1 leaves check out"
	@echo "make check     lint, format, types, imports; of the pages' scripts too"
	@echo "make fuzz      call the API with requests that its contract allows and forbids, longer than the tests do (FUZZ='60 link record')"
	@echo "make examples  run example games (FILE=path.json ONLY=slug,slug)"
	@echo "make tournaments  compare finished tournaments with their published values (FILE=path.json)"
	@echo "make bench     measure in less than ten minutes and write bench/RESULTS.md (ONLY=append,store for parts of it)"
	@echo "make torture   let faults strike a running installation, and look for what was lost (SEEDS=1-10 FAULTS=300 LOGS=folder CLUSTER=1)"
	@echo "make storm     let nodes of a Redis Cluster be lost or cut off while clients write, and look for what was lost (SCHEDULES=2)"
	@echo "make openapi   write openapi.yaml again, and the types that the pages' scripts have of it"
	@echo "make released  keep openapi.yaml as the contract that was released; later ones are compared with it"
	@echo "make docs      write the pages and sample records under docs/ that are made from the code"
	@echo "make screenshots take the pictures in docs/pages again (ONLY=page,faceup for some; needs Chromium)"
	@echo "make golden    write the golden playthroughs again, for review (ONLY=slug,slug for some)"
	@echo "make new-system NAME=war-of-threes  begin a new card game: writes one that works, and lists what is left to do"
	@echo "make vendor    copy the files that the pages use from npm, in the versions of service/web/package-lock.json"
	@echo "make lock      write the tested versions of packages again, for review (UPGRADE=1: the newest that pyproject.toml allows)"
	@echo "make mutations put deliberate faults into the rules, and list which rows catch them"

run: $(VENV)/installed
	@exec env $(BEYOND) $(BIN)/faceup serve

demo: $(VENV)/installed
	@exec env $(BEYOND) $(BIN)/faceup demo

test:
	@$(MAKE) --no-print-directory --jobs 2 check $(VENV)/compiled
	@$(PYTEST) -m "not slow" $(ARGS)

test-all test-long:
	@$(MAKE) --no-print-directory --jobs 2 $(if $(CHECKED),$(TOOLS)/installed,check) $(VENV)/compiled
	@$(PYTEST) $(if $(filter test-all,$@),-m "not long") $(foreach part,$(subst $(comma), ,$(PART)),$(or $(wildcard tests/$(part) tests/*/$(part) tests/test_$(part).py),$(error No tests called $(part)))) $(ARGS)

check: $(VENV)/installed-dev $(TOOLS)/installed
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(NODE) $(TOOLS)/node_modules/@biomejs/biome/bin/biome lint --error-on-warnings
	@$(NODE) $(TOOLS)/node_modules/typescript/bin/tsc

# Once, beside the type checker: pytest compiles all test files. Otherwise its processes would all do this at the same time. If a test file
# has a fault, the tests will say so.
$(VENV)/compiled: $(STALE) | $(VENV)/installed-dev
	@$(BIN)/python -m pytest --collect-only --quiet >/dev/null 2>&1 || true
	@touch $@

examples: $(VENV)/installed-dev
	@$(BIN)/python -m tests.examples.run $(if $(FILE),--file "$(FILE)") $(if $(ONLY),--only "$(ONLY)")

tournaments: $(VENV)/installed-dev
	@$(BIN)/python -m tests.tournament.run $(if $(FILE),--file "$(FILE)")

bench: $(VENV)/installed-bench
	@$(BIN)/python -m bench $(subst $(comma), ,$(ONLY))

torture: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.torture $(if $(SEEDS),--seeds "$(SEEDS)") $(if $(FAULTS),--faults "$(FAULTS)") $(if $(LOGS),--logs "$(LOGS)") \
		$(if $(filter 1,$(CLUSTER)),--cluster)

storm: $(VENV)/installed-dev
	@exec $(BIN)/python -m tests.torture.storm $(if $(SCHEDULES),--schedules "$(SCHEDULES)")

openapi: $(VENV)/installed-dev $(TOOLS)/installed
	@$(BIN)/python -m service.api.openapi
	@$(NODE) $(TOOLS)/node_modules/openapi-typescript/bin/cli.js openapi.yaml --output service/web/types/api.d.ts

released: openapi
	@cp openapi.yaml tests/api/openapi-released.yaml

fuzz: $(VENV)/installed-dev
	@$(BIN)/python -m tests.api.fuzzing $(FUZZ)

mutations: $(VENV)/installed-dev
	@$(BIN)/python -m tests.mutate

screenshots: $(VENV)/installed-dev
	@$(BIN)/python -m docs.screenshots $(subst $(comma), ,$(ONLY))

docs: $(VENV)/installed-dev
	@$(BIN)/python docs/generate.py
	@$(BIN)/python -m docs.sample_games
	@$(BIN)/python -m tests.api.day

golden: $(VENV)/installed-dev
	@$(BIN)/python -m tests.playthroughs.regenerate $(subst $(comma), ,$(ONLY))

new-system: $(VENV)/installed-dev
	@$(BIN)/python -m tests.new_system "$(NAME)"

# Twice, since only the image's file has hashes: with hashes, pip refuses to install an editable project.
lock: $(VENV)/made
	@$(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check uv
	@$(LOCK) $(if $(UPGRADE),--upgrade) --all-extras --output-file $(TESTED) pyproject.toml
	@$(LOCK) $(if $(UPGRADE),--upgrade) --generate-hashes --constraint $(TESTED) --output-file docker/requirements.lock pyproject.toml

vendor: $(TOOLS)/installed
	@cd $(TOOLS)/node_modules/uplot && cp LICENSE dist/uPlot.iife.min.js dist/uPlot.min.css $(CURDIR)/service/web/static/vendor/uplot/
	@cd $(TOOLS)/node_modules/swagger-ui-dist && cp LICENSE NOTICE swagger-ui-bundle.js swagger-ui.css \
		$(CURDIR)/service/api/static/vendor/swagger-ui/
	@$(NODE) service/offline/build.mjs vendor $(TOOLS)/node_modules/pyodide service/offline/pyodide .

# A stamp is newer than the files that name packages and versions when these are installed.
$(VENV)/installed: pyproject.toml $(TESTED) $(STALE) | $(VENV)/made
	@echo "Installing what Faceup needs into $(VENV) (once)."
	@$(PIP) --editable '.[offline]'
	@touch $@

$(VENV)/installed-dev: pyproject.toml $(TESTED) $(STALE) | $(VENV)/made
	@echo "Installing what Faceup and its tests need into $(VENV) (once)."
	@$(PIP) --editable '.[dev]'
	@touch $(VENV)/installed $@

$(VENV)/installed-bench: pyproject.toml $(TESTED) $(STALE) | $(VENV)/made
	@echo "Installing what Faceup, its tests and its bench need into $(VENV) (once)."
	@$(PIP) --editable '.[dev,bench]'
	@touch $(VENV)/installed $(VENV)/installed-dev $@

# What checks the pages' scripts. Its Node comes from pip, so that a machine needs none of its own.
$(TOOLS)/installed: service/web/package.json service/web/package-lock.json $(STALE) | $(VENV)/installed-dev
	@echo "Installing what checks the scripts of the pages into $(TOOLS) (once)."
	@mkdir -p $(TOOLS) && cp service/web/package.json service/web/package-lock.json $(TOOLS)
	@$(BIN)/npm ci --prefix $(TOOLS) --silent --ignore-scripts --no-audit --no-fund
	@touch $@

$(VENV)/made: $(STALE)
	@"$(PYTHON)" $(FITS) || { echo "Faceup needs Python 3.11 or newer with venv (Debian: apt install python3-venv). PYTHON=$(PYTHON)"; exit 1; }
	@"$(PYTHON)" -m venv --clear $(VENV)
	@touch $@
