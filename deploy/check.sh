#!/bin/sh
# Everything that needs no test: format, lint, types, import contracts, protos.
set -eu
cd "$(dirname "$0")/.."
BIN=.venv/bin
$BIN/ruff format --check --quiet . || { echo "not formatted; run: make format" >&2; exit 1; }
$BIN/ruff check --quiet .
$BIN/mypy
PYTHONPATH=. $BIN/lint-imports --no-cache
$BIN/buf lint protos
