# On a fresh Debian machine with Python >= 3.11, g++, make and Node >= 20, `make demo` and `make test`
# need nothing else: they create .venv and web/node_modules, build into build/ and into the package,
# and `make test` installs a browser.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= $(shell nproc)

CORE := CMakeLists.txt $(shell find core -name '*.[ch]pp')
PACKAGE := pyproject.toml README.md LICENSE \
  $(shell find src -type f -not -name '*.pyc' -not -path 'src/tilewright/web/static/*')
PAGES := src/tilewright/web/static/index.html
FRONT := $(shell find web -type f -not -path 'web/node_modules/*') \
  $(wildcard src/tilewright/render/viewer/*)
MODULES := web/node_modules/.installed
TOOLS := $(VENV)/.tools
INSTALLED := $(VENV)/.installed

.PHONY: demo test lint core-test web-test python-test texts browser slow bench profile papers docs clean
.DEFAULT_GOAL := demo

demo: $(INSTALLED)
	$(BIN)/python examples/demo.py

test: lint web-test core-test python-test

$(TOOLS): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group build --group test --group lint
	touch $@

# The pages that `tilewright serve` shows; they are in the wheel, which needs no Node.
$(MODULES): web/package.json web/package-lock.json
	cd web && npm install --no-save --silent
	touch $@

$(PAGES): $(MODULES) $(FRONT)
	cd web && npm run --silent build -- --logLevel warn
	touch $@

web-test: $(MODULES)
	cd web && npm run --silent check && npm test --silent

# The package is installed, not linked: what is tested is what users get.
$(INSTALLED): $(TOOLS) $(CORE) $(PACKAGE) $(PAGES)
	$(BIN)/python -m pip install --quiet --no-build-isolation .
	touch $@

lint: $(INSTALLED)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tests/check_tree.py

core-test: build/core/.tested
build/core/.tested: $(TOOLS) $(CORE)
	$(BIN)/cmake -S . -B build/core -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN))/ninja \
	  -DTILEWRIGHT_TESTS=ON -DTILEWRIGHT_CHECK_INVARIANTS=ON >/dev/null
	$(BIN)/cmake --build build/core --parallel $(JOBS)
	$(BIN)/ctest --test-dir build/core --output-on-failure
	touch $@

# Each file's tests in one process, in the usual order: tests/web, which leaves an event loop
# behind, comes late.  Tests that measure how soon something happens run alone, after the rest.
BY_FILE := --dist loadfile --no-loadscope-reorder
python-test: $(INSTALLED) browser
	$(BIN)/python -m pytest -m "not slow and not alone" -n $(JOBS) $(BY_FILE)
	$(BIN)/python -m pytest -m "alone and not slow"

# What the program says, as tests compare it: run this after changing words, and read the difference.
texts: $(INSTALLED)
	TEXTS=renew $(BIN)/python -m pytest -q -m "not slow" $$(git grep -l 'tests.texts import' -- tests)

# What tests/web looks at pages with, and asks the server with.
SUDO := $(shell test "$$(id -u)" = 0 || echo sudo)
browser:
	command -v chromium || command -v chromium-browser || command -v google-chrome || \
	  { $(SUDO) apt-get update && $(SUDO) apt-get install -y --no-install-recommends chromium; }
	command -v curl || $(SUDO) apt-get install -y --no-install-recommends curl

# Enumerations of minutes, every law on more examples and fresh ones, the fuzz of all readers, and
# the core under sanitizers.
slow: $(INSTALLED) browser
	tools/sanitize address,undefined tests/laws tests/unit/test_regressions.py \
	  tests/unit/test_puzzle_regressions.py tests/unit/test_readers_fuzz.py
	tools/sanitize thread tests/laws/test_threads.py tests/laws/test_fuzzed.py \
	  tests/unit/test_regressions.py
	cd web && VITE_LINKS=50000 npm test --silent -- src/store/link.test.ts
	$(BIN)/python -m pytest -m slow -n $(JOBS) --durations=30
	HYPOTHESIS_PROFILE=thorough $(BIN)/python -m pytest -m "hypothesis and not slow" -n $(JOBS)

bench: $(INSTALLED)
	$(BIN)/python benchmarks/run.py --page docs/reference/benchmarks.md $(BENCH)

# Where the time of a search goes, e.g. make profile WHAT=bedlam ENGINE=links MODE=list
WHAT ?= pentominoes-5x4x3
ENGINE ?= auto
MODE ?= count
profile: build/profile/.installed
	PYTHONPATH=build/profile $(BIN)/python benchmarks/hotspots.py $(WHAT) $(ENGINE) $(MODE)

# The package once more, compiled as always but with the names of functions, which perf shows.
build/profile/.installed: $(TOOLS) $(CORE) $(PACKAGE)
	$(BIN)/python -m pip install --quiet --no-build-isolation --no-deps --upgrade \
	  --target build/profile -C build-dir=build/profile-core -C install.strip=false \
	  -C cmake.build-type=RelWithDebInfo \
	  -C cmake.define.CMAKE_CXX_FLAGS_RELWITHDEBINFO="-O3 -DNDEBUG -g1" .
	touch $@

# Every number of the papers, computed again within a budget; what is left goes on next time.
BUDGET ?= 30m
papers: $(INSTALLED)
	$(BIN)/python -m papers --budget $(BUDGET) --file build/papers.run --page docs/papers.md \
	  || test $$? = 3

docs: $(INSTALLED)
	$(BIN)/python -m pip install --quiet --group docs
	$(BIN)/mkdocs build --strict --site-dir build/site

clean:
	find tests src benchmarks examples docs -name __pycache__ -prune -exec rm -rf {} +
	rm -rf build .venv .venvs .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf web/node_modules src/tilewright/web/static
