# The commands of the house. `make demo` and `make test` set up everything they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= $(wildcard ../shared)
PUBLISHED := $(if $(SHARED),--shared=$(SHARED))

.PHONY: demo test check fix validate bench docs published clean

demo: $(VENV)/.user
	$(BIN)/bakeoff demo

test: check $(VENV)/.latex $(VENV)/.postgres $(VENV)/.browser
	$(BIN)/pytest -n 2 $(PUBLISHED)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

published: $(VENV)/.dev
	@test -n "$(SHARED)" || { echo "make published SHARED=FOLDER: the folder with tables/ and foreign/"; exit 2; }
	$(BIN)/pytest tests/published --shared=$(SHARED)

fix: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

validate: $(VENV)/.dev
	$(BIN)/python -m validation

bench: $(VENV)/.dev $(VENV)-peers/.ready
	$(BIN)/python -m benchmarks --record --peers $(VENV)-peers/bin/python

docs: $(VENV)/.docs
	$(BIN)/sphinx-build -W -q -b html docs docs/_build
	$(BIN)/python docs/check_links.py docs/_build
	@echo "docs/_build/index.html"

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bakeoff needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV) || { apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv --clear $(VENV); }
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	touch $@

$(VENV)/.user: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable '.[plots]'
	touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable . --group dev
	touch $@ $(VENV)/.user

# The paper kit is compiled in the tests where pdflatex is there or can be installed, and checked by structure elsewhere.
$(VENV)/.latex: $(VENV)/.made
	@command -v pdflatex >/dev/null || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends texlive-latex-base lmodern poppler-utils; } || \
	  echo "no pdflatex: the paper kit is checked by its structure"
	touch $@

$(VENV)/.postgres: $(VENV)/.made
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends postgresql; } || \
	  { echo "the store is tested on PostgreSQL too: install it, so that initdb is on the path"; exit 1; }
	touch $@

$(VENV)/.browser: $(VENV)/.made
	@for browser in chromium chromium-browser google-chrome; do command -v $$browser >/dev/null && break; done || \
	  { command -v apt-get >/dev/null && as_root="$$(test "$$(id -u)" = 0 || echo sudo)" && \
	    $$as_root apt-get update -qq && \
	    $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } || \
	  { echo "the report is tested in a browser: install chromium, so that it is on the path"; exit 1; }
	touch $@

$(VENV)/.docs: $(VENV)/.made pyproject.toml
	$(BIN)/python -m pip install --quiet --editable . --group docs
	touch $@

$(VENV)-peers/.ready: benchmarks/peers.txt
	$(PYTHON) -m venv $(VENV)-peers
	$(VENV)-peers/bin/python -m pip install --quiet -r benchmarks/peers.txt
	touch $@

clean:
	rm -rf $(VENV) $(VENV)-peers .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache docs/_build
