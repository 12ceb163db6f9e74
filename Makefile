# `make demo` and `make test` do all the set-up themselves, on first use, into .venv.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.ready

.PHONY: demo test check bench clean
.DELETE_ON_ERROR:

demo: $(STAMP)
	@rm -rf demo.ductus
	$(BIN)/ductus demo demo.ductus

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --cov --cov-report=
	@$(BIN)/coverage combine --quiet 2>/dev/null || true
	@$(BIN)/coverage report --fail-under=85 | tail -n 3

# Slow measurements; what they print belongs into docs/benchmarks.md with the machine it ran on.
bench: $(STAMP)
	$(BIN)/python tests/benchmarks/bench_signature.py
	$(BIN)/python tests/benchmarks/bench_gates.py
	$(BIN)/python tests/benchmarks/bench_forest.py

$(STAMP): pyproject.toml packaging/constraints.txt
	@echo "Setting up .venv (once; some minutes, most of it downloading PyTorch)"
	@PYTHON="$(PYTHON)" sh packaging/setup.sh .venv
	@touch $@

clean:
	rm -rf .venv demo.ductus .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
