# The commands of the house. `make demo` and `make test` set up everything they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SHARED ?= $(wildcard ../shared)
PUBLISHED := $(if $(SHARED),--shared=$(SHARED))

# A download that fails is tried once more: `$(TWICE) COMMAND`.
TWICE := { twice() { "$$@" || { echo "once more: $$*" >&2; sleep 5; "$$@"; }; }; } && twice
PIP := $(TWICE) $(BIN)/python -m pip install --quiet
# Packages of the system: `$(call system,NAMES)` installs them, or is false where that cannot be done.
system = { command -v apt-get >/dev/null && \
	  { as_root=; test "$$(id -u)" = 0 || { as_root=sudo; command -v sudo >/dev/null; }; } && \
	  $(TWICE) $$as_root apt-get update -qq && \
	  twice $$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $(1); }

.PHONY: demo test quick lowest check fix validate tools bench docs dist sbom man published new-procedure clean

demo: $(VENV)/.user
	$(BIN)/bakeoff demo

# Modules are compiled once and kept, even where Python was told not to: every worker and every program that a test starts needs them.
test quick: export PYTHONDONTWRITEBYTECODE :=
# Each worker has one half of the tests in their order, so that what a module or a folder shares is made once; who is done takes of the other's.
test: check $(VENV)/.latex $(VENV)/.postgres $(VENV)/.browser $(VENV)/.node $(VENV)/.nginx
	$(BIN)/pytest -n 2 --dist worksteal $(PUBLISHED)

# What a change needs, against the last commit or SINCE=REVISION: the fast checks, golden outputs, and the tests that know the changed modules.
quick: check
	$(BIN)/pytest -q -n 2 --dist worksteal $$($(BIN)/python -m scaffold.changed_tests $(SINCE))

# Whole outputs, the mathematics, every reader and every figure with the lowest versions that pyproject.toml allows.
lowest: $(VENV)-lowest/.ready
	$(VENV)-lowest/bin/pytest -q -p no:cacheprovider tests/golden tests/reference tests/inputs tests/render/figures/test_gallery.py tests/render/figures/test_figure_files.py

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m scaffold.lint_scripts

published: $(VENV)/.dev
	@test -n "$(SHARED)" || { echo "make published SHARED=FOLDER: the folder with tables/ and foreign/"; exit 2; }
	$(BIN)/pytest tests/published --shared=$(SHARED)

fix: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

validate: $(VENV)/.dev
	$(BIN)/python -m validation

# Files that other tools write today, read through the door. promptfoo is run where Node is there.
tools: $(VENV)/.dev $(VENV)-tools/.ready
	$(BIN)/python tests/tools/written_today.py --tools $(VENV)-tools/bin/python

bench: $(VENV)/.dev $(VENV)-peers/.ready
	$(BIN)/python -m benchmarks --record --peers $(VENV)-peers/bin/python

docs: $(VENV)/.docs
	$(BIN)/sphinx-build -W -q -b html docs docs/_build
	$(BIN)/python docs/check_links.py docs/_build
	@echo "docs/_build/index.html"

# Wheel, source distribution and bill of materials. The same source gives the same bytes: times are those of the last commit.
dist: $(VENV)/.dev
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} $(BIN)/python -m hatchling build -t wheel -t sdist -d dist
	$(MAKE) --no-print-directory sbom

sbom: $(VENV)/.dev
	mkdir -p dist
	$(BIN)/python -m scaffold.sbom all > dist/bakeoff.cdx.json

man: $(VENV)/.user
	$(BIN)/bakeoff man dist/man

$(VENV)/.made:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "bakeoff needs Python 3.11 or newer; try make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV) || { $(call system,python3-venv) && $(PYTHON) -m venv --clear $(VENV); }
	$(PIP) --upgrade "pip>=25.1"
	touch $@

$(VENV)/.user: $(VENV)/.made pyproject.toml
	$(PIP) --editable '.[plots]'
	touch $@

$(VENV)/.dev: $(VENV)/.made pyproject.toml
	$(PIP) --editable . --group dev
	touch $@ $(VENV)/.user

# The paper kit is compiled in the tests where pdflatex is there or can be installed, and checked by structure elsewhere.
$(VENV)/.latex: $(VENV)/.made
	@command -v pdflatex >/dev/null || $(call system,texlive-latex-base lmodern poppler-utils) || \
	  echo "no pdflatex: the paper kit is checked by its structure"
	touch $@

$(VENV)/.postgres: $(VENV)/.made
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || $(call system,postgresql) || \
	  { echo "the store is tested on PostgreSQL too: install it, so that initdb is on the path"; exit 1; }
	touch $@

# The browser, and what the program that drives it needs: a bare Debian lacks libatomic.so.1.
$(VENV)/.browser: $(VENV)/.dev
	@for browser in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$browser >/dev/null && break; done || \
	  $(call system,chromium-headless-shell) || $(call system,chromium) || \
	  { echo "the report is tested in a browser: install chromium, so that it is on the path"; exit 1; }
	@$(BIN)/playwright --version >/dev/null 2>&1 || { $(call system,libatomic1) && $(BIN)/playwright --version; } || \
	  { echo "the browser is driven by Playwright, which does not start: $(BIN)/playwright --version says why"; exit 1; }
	touch $@

# The logic of the page's scripts is tested by node's own runner, and the page behind a real proxy.
$(VENV)/.node: $(VENV)/.made
	@command -v node >/dev/null || $(call system,nodejs) || \
	  { echo "the page's scripts are tested by node: install nodejs, 18 or newer"; exit 1; }
	touch $@

$(VENV)/.nginx: $(VENV)/.made
	@command -v nginx >/dev/null || ls /usr/sbin/nginx >/dev/null 2>&1 || $(call system,nginx-light openssl) || \
	  { echo "the page is tested behind a proxy: install nginx"; exit 1; }
	@command -v openssl >/dev/null || $(call system,openssl) || { echo "the proxy's certificate needs openssl"; exit 1; }
	touch $@

$(VENV)/.docs: $(VENV)/.made pyproject.toml
	$(PIP) --editable . --group docs
	touch $@

$(VENV)-peers/.ready: benchmarks/peers.txt
	$(PYTHON) -m venv $(VENV)-peers
	$(TWICE) $(VENV)-peers/bin/python -m pip install --quiet -r benchmarks/peers.txt
	touch $@

$(VENV)-tools/.ready: tests/tools/tools.txt
	$(PYTHON) -m venv $(VENV)-tools
	$(TWICE) $(VENV)-tools/bin/python -m pip install --quiet -r tests/tools/tools.txt
	touch $@

# matplotlib 3.8 calls what pyparsing 3.3 deprecates, and warnings are errors in tests.
$(VENV)-lowest/.ready: pyproject.toml Makefile scaffold/lowest.py
	$(PYTHON) -m venv --clear $(VENV)-lowest
	$(PYTHON) -m scaffold.lowest > $(VENV)-lowest/constraints.txt
	$(TWICE) $(VENV)-lowest/bin/python -m pip install --quiet -c $(VENV)-lowest/constraints.txt \
	  --editable '.[plots,parquet,logs,excel,papers,study,optuna,fast]' pytest hypothesis mpmath pandas statsmodels polars pyyaml 'pyparsing<3.3'
	touch $@

# make new-procedure NAME=van_elteren FOLDER=paired: skeletons, with tests that fail until it is done.
new-procedure: $(VENV)/.made
	@test -n "$(NAME)" -a -n "$(FOLDER)" || { echo "make new-procedure NAME=… FOLDER=… (a folder of src/bakeoff/procedures)"; exit 2; }
	$(BIN)/python -m scaffold.new_procedure $(NAME) $(FOLDER)

clean:
	rm -rf $(VENV) $(VENV)-lowest $(VENV)-peers $(VENV)-tools .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache docs/_build
