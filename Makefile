# make run   plays: sets up .venv, starts the server, prints the address for the phones and its QR.
# make test  proves: every test, real servers and browsers included.
# make lint  reads: style, types, directions of imports, templates.
# make bench measures: how long until every phone holds a tap.

.PHONY: help run test test-rules test-browser bench lint format locks packages browsers clean

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

bench: packages
	.venv/bin/python -m bench.one_tap

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
