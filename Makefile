# Every target installs what it needs into .venv first; a fresh machine needs git, make and Python 3.11 or newer.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; exit; }; done)
VENV := .venv
BIN := $(VENV)/bin
NEWEST ?= $(shell for p in $(BIN)/python python3 python3.11 python3.12 python3.13 python3.14 python3.15 \
	"$$(pyenv root 2>/dev/null)"/versions/*/bin/python3; do $$p -c 'import ensurepip, sys, venv; \
	sys.version_info.releaselevel == "final" and print("%d.%d.%d" % sys.version_info[:3], sys.executable)' 2>/dev/null; \
	done | sort -V | tail -n 1)
AUDIT := $(VENV)/audit
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet install --require-hashes
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock" --output-file
ARGS ?=
unexport PYTHONDONTWRITEBYTECODE # or every bot that a test starts would compile its cogs anew

.DEFAULT_GOAL := help
.PHONY: help install play run test test-long test-newest soak check audit bench pictures screenshots format lock clean

help: ## This list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Arbitre needs Python 3.11 or newer with its venv module (Debian: python3-venv)." >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.%.done: requirements/%.txt | $(BIN)/python
	@echo "Installing requirements/$*.txt into $(VENV) ..."
	@$(PIP) -r requirements/$*.txt
	@touch $@

$(AUDIT)/.done: requirements/audit.txt | $(BIN)/python
	@$(BIN)/python -m venv $(AUDIT)
	@$(AUDIT)/bin/python -m pip --disable-pip-version-check --quiet install --require-hashes -r $<
	@touch $@

install: $(VENV)/.dev.done ## Everything, for developers

play: $(VENV)/.play.done ## Play in the browser, no token needed
	@$(BIN)/python -m bot play $(ARGS)

run: $(VENV)/.run.done ## Connect to Discord (DISCORD_TOKEN in .env)
	@$(BIN)/python -m bot run $(ARGS)

test: $(VENV)/.dev.done ## Every kind of test, in under three minutes on two idle cores
	@$(BIN)/python -m tests.playground.chromium
	@$(BIN)/python -m pytest $(ARGS)

test-long: $(VENV)/.dev.done ## The long versions of the same tests: hundreds of kills, thousands of forgeries, whole leak hunts
	@ARBITRE_TESTS=long $(BIN)/python -m pytest -m long $(ARGS)

test-newest: $(VENV)/.dev.done ## The tests of rules, referee, store and table on the newest Python of this machine
	@set -e -- $(NEWEST); if test "Python $$1" = "$$($(BIN)/python -V)"; then \
		echo "make test runs on Python $$1, and this machine has none that is newer: nothing more to test."; \
	else \
		$(MAKE) --no-print-directory install PYTHON="$$2" VENV="$(VENV)/$$1"; \
		echo "Testing on Python $$1 ..."; \
		"$(VENV)/$$1/bin/python" -m pytest tests/games tests/referee tests/store tests/table $(ARGS); \
	fi

soak: $(VENV)/.dev.done ## A thousand kills under load, thousands of flipped bits, a million forged interactions, 200 games of DUEL read for cards
	@$(BIN)/python -m tests.system.faults.soak
	@$(BIN)/python -m tests.system.simulated.forge --count 1000000
	@export ARBITRE_SHUFFLES=$${ARBITRE_SHUFFLES-$$(date +%s)}; echo "ARBITRE_SHUFFLES=$$ARBITRE_SHUFFLES"; \
		ARBITRE_TESTS=soak $(BIN)/python -m pytest -m long

check: $(VENV)/.dev.done $(AUDIT)/.done ## Lint, format, types, layering; requirements pinned, hashed, not withdrawn
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(AUDIT)/bin/python -m pip --quiet --disable-pip-version-check install --dry-run --ignore-installed --no-deps \
		--require-hashes --report $(AUDIT)/offered.json -r requirements/dev.txt
	@$(BIN)/python -m tools.audit $(AUDIT)/offered.json

audit: $(AUDIT)/.done ## Known vulnerabilities of what is pinned; needs the network, and fails without it
	@$(AUDIT)/bin/pip-audit --strict --disable-pip --require-hashes --progress-spinner off -r requirements/dev.txt

bench: $(VENV)/.dev.done ## What the README's figures come from (whole, not samples: ARGS=--whole)
	@$(BIN)/python -m bench $(ARGS)

pictures: $(VENV)/.dev.done ## Every picture in both languages, in build/pictures
	@$(BIN)/python -m tools.pictures.contact_sheet $(ARGS)

screenshots: $(VENV)/.dev.done ## The README's pictures, taken anew
	@$(BIN)/python -m tests.playground.chromium
	@$(BIN)/python -m tests.playground.screenshots

format: $(VENV)/.dev.done ## Write the code the way `check` wants it
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock: | $(BIN)/python ## Pin what pyproject.toml asks for anew, with hashes
	@$(BIN)/python -m pip --disable-pip-version-check --quiet install uv
	@echo simcord | $(LOCK) requirements/run.txt --excludes - pyproject.toml
	@$(LOCK) requirements/play.txt pyproject.toml
	@$(LOCK) requirements/dev.txt pyproject.toml --group dev
	@$(LOCK) requirements/build.txt --group build
	@$(LOCK) requirements/audit.txt --group audit

clean: ## Remove the environment and caches (data/var stays)
	@rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis build dist
