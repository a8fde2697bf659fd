# make run   plays: sets up .venv, starts the server, prints the address for the phones and its QR.
# make test  proves: every test, real servers and browsers included.
# make lint  reads: style, types, directions of imports, templates.
# make bench measures: what a page weighs and costs, how long until every phone holds a tap.
# make pictures takes the pictures of docs/img/screens anew, to be looked at.

.PHONY: help run test test-rules test-browser bench pictures lint format locks packages browsers clean

help:
	@sed -n 's/^# \(make .*\)/\1/p' Makefile

# vigilia's own arguments: make run ARGS="--port 9000"
ARGS ?=

run: .venv/ready-to-run
	@.venv/bin/vigilia serve $(ARGS)

.venv/ready-to-run: requirements.lock pyproject.toml
	@sh .ci/venv requirements.lock
	@touch $@

.venv/ready-to-test: requirements-dev.lock pyproject.toml
	@sh .ci/venv requirements-dev.lock
	@touch $@ .venv/ready-to-run

packages: .venv/ready-to-test

browsers: packages
	@sh .ci/browsers

test: browsers
	.venv/bin/python -m pytest

# The same tests in two halves, for whoever wants the quick one first.
test-rules: packages
	.venv/bin/python -m pytest --ignore=tests/browser --durations=5

test-browser: browsers
	.venv/bin/python -m pytest tests/browser --durations=5

# Lighthouse comes from npm; nothing else here needs node. All three are run, whatever one of them finds.
bench/node_modules/.ready: bench/package-lock.json
	@command -v npm >/dev/null || { echo "Missing: node 18.20 or newer, with npm (for make bench only)."; exit 1; }
	cd bench && npm ci --no-audit --no-fund --silent
	@touch $@

bench: browsers bench/node_modules/.ready
	@failed=0; for part in pages screens one_tap; do \
		echo "== $$part"; .venv/bin/python -m bench.$$part || failed=1; done; exit $$failed

pictures: browsers
	.venv/bin/python -m tests.browser.take_pictures

lint: packages
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .
	.venv/bin/mypy
	.venv/bin/lint-imports --no-cache
	.venv/bin/djlint --lint --quiet templates

format: packages
	.venv/bin/ruff check --fix .
	.venv/bin/ruff format .

# Needs uv (pip install uv). Only after pyproject.toml has changed; the locks hold no address of any index.
LOCK = uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate pyproject.toml --group build
locks:
	$(LOCK) -o requirements.lock
	$(LOCK) --group dev -c requirements.lock -o requirements-dev.lock

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
