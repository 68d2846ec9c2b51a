# The commands of the project; each installs what it needs into .venv first.
#   make demo    the arena with five sample bots, on this machine      (ARGS="--for 30")
#   make install what the commands need, into .venv
#   make test    everything
#   make check   format, lint, types, contracts, protos, docs, unit tests: under a minute
#   make laws    the laws of the engine on random matches              (MATCHES=5000 or MINUTES=30)
#   make rl      what training needs: the environments of stockpit_rl
#   make bench   all benchmarks
PYTHON ?= python3
BIN := .venv/bin
ARGS ?=
MATCHES ?= 5000
MINUTES ?=
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
SOURCES := $(shell find protos -name '*.proto') hatch_build.py pyproject.toml

.PHONY: demo install test check laws bench rl lock go format
.DEFAULT_GOAL := demo

# Each extra has a lock and a stamp of its own; a stamp is as good as its lock and the sources of the build.
define install
	@test -x $(BIN)/python || { echo "making .venv"; $(PYTHON) -m venv .venv; }
	@echo "installing $(1)"
	@$(PIP) install --require-hashes -r $(1)
	@$(PIP) install --no-build-isolation --no-deps -e .
	@touch $@
endef

.venv/stamp-run: requirements.lock $(SOURCES)
	$(call install,requirements.lock)

.venv/stamp-dev: requirements-dev.lock .venv/stamp-run
	$(call install,requirements-dev.lock)

.venv/stamp-bench: requirements-bench.lock .venv/stamp-run
	$(call install,requirements-bench.lock)

.venv/stamp-rl: requirements-rl.lock .venv/stamp-run
	$(call install,requirements-rl.lock)

rl: .venv/stamp-rl

# Kits are the same for all checkouts; those that are made for tests and the demo are kept here.
KITS_HOME ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/stockpit

go: .venv/stamp-run
	@$(BIN)/python deploy/build_bot.py $(KITS_HOME) sample_bots/go_trader

install: .venv/stamp-run

demo: .venv/stamp-run go
	@exec $(BIN)/arena demo $(ARGS)

test: .venv/stamp-dev go
	@sh deploy/system-deps.sh
	@sh deploy/check.sh
	$(BIN)/python -m pytest --ignore=tests/browser
	$(BIN)/python -m pytest tests/browser

check: .venv/stamp-dev
	@sh deploy/check.sh
	$(BIN)/python -m pytest --durations=3 tests/engine tests/referee tests/wire tests/ladder tests/scheduler tests/simulator tests/docs

laws: .venv/stamp-dev
	$(BIN)/python -m engine.testing $(if $(MINUTES),--minutes $(MINUTES),--matches $(MATCHES)) $(ARGS)

# The compiled wheel lives in a .venv of its own, so that the checkout stays pure.
build/compiled/stamp: .venv/stamp-bench $(shell find arena engine -name '*.py')
	@echo "compiling"
	@test -x build/compiled/bin/python || $(PYTHON) -m venv build/compiled
	@build/compiled/bin/python -m pip --quiet --disable-pip-version-check install --require-hashes -r requirements-bench.lock
	@rm -rf build/wheel && $(PIP) wheel --no-build-isolation --no-deps -w build/wheel .
	@build/compiled/bin/python -m pip --quiet --disable-pip-version-check install --force-reinstall --no-deps build/wheel/*.whl
	@touch $@

bench: .venv/stamp-bench build/compiled/stamp go
	$(BIN)/arena bench all

format: .venv/stamp-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Writes the locks anew; needs `uv` on PATH. No index address is written.
UV := uv pip compile pyproject.toml --quiet --generate-hashes --no-emit-index-url --python-version 3.11 \
      --custom-compile-command "make lock" --extra build
lock:
	$(UV) -o requirements.lock
	$(UV) --extra dev -c requirements.lock -o requirements-dev.lock
	$(UV) --extra rl -c requirements.lock -o requirements-rl.lock
	$(UV) --extra bench -c requirements.lock -o requirements-bench.lock
