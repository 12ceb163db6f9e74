# `make demo` and `make test` do all the set-up themselves, on first use, into .venv.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
STAMP := .venv/.ready

.PHONY: demo test coverage bench tables robustness interop screenshots film guide wheel-test starter line-finder line-reader bundle bundle-test clean
.DELETE_ON_ERROR:

demo: $(STAMP)
	@rm -rf demo.ductus
	$(BIN)/ductus demo demo.ductus

# File by file, in the order of their names: files of one long test are not left for the end, when one core would wait.
IN_ORDER := --dist loadfile --no-loadscope-reorder

# A test that waits outside Python, such as for a lock of Qt, is not ended by pytest-timeout: the stacks of all its threads
# are printed, the process ends, and the test has failed.
ENDED := -o faulthandler_timeout=660 -o faulthandler_exit_on_timeout=true --max-worker-restart=2

# Compiled modules are kept, whatever the environment says: each program that a test starts would compile the engine again.
TESTS := OMP_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 3 $(IN_ORDER) $(ENDED)

# Folders of programs beside the product, whose types are checked one folder at a time: names of files repeat.
PROGRAMS := examples/hog_ridge examples/digit_attributes examples/drawn_shapes packaging packaging/bundle packaging/graphics_card \
	packaging/guide packaging/wheel_test tests/robustness tests/robustness/cluster tests/robustness/computing

test: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@for folder in $(PROGRAMS); do \
		MYPYPATH=.:$$folder:tests/helpers $(BIN)/mypy --explicit-package-bases $$folder/*.py || exit 1; done
	$(BIN)/lint-imports --config pyproject.toml
	$(TESTS)

# The same tests, slower, and which lines of core they reach.
coverage: $(STAMP)
	$(TESTS) --cov --cov-report=
	@$(BIN)/coverage combine --quiet 2>/dev/null || true
	@$(BIN)/coverage report --fail-under=85 | tail -n 3

# Slow measurements; what they print belongs into research/results/speed.csv, see research/results/README.md.
# DATA=FOLDER adds the segmentation of pages with true boxes (.gtp); READERS=FOLDER with them long lexicons; HANDS=FOLDER
# whole pages with known lines (pages.csv); KRAKEN=PYTHON with them kraken, by the Python of an environment that has it.
bench: $(STAMP)
	$(BIN)/python -m research.measurements.bench_network
	$(BIN)/python -m research.measurements.bench_signature
	$(BIN)/python -m research.measurements.bench_gates
	$(BIN)/python -m research.measurements.bench_gates --full
	$(BIN)/python -m research.measurements.bench_forest
	test -z "$(DATA)" || $(BIN)/python -m research.measurements.bench_segmentation --data "$(DATA)"
	test -z "$(HANDS)" || $(BIN)/python -m research.measurements.bench_lines "$(HANDS)" --without peraire-ground-truth
	test -z "$(KRAKEN)" || mkdir -p build
	test -z "$(KRAKEN)" || "$(KRAKEN)" -m research.measurements.kraken_lines "$(HANDS)" --without peraire-ground-truth \
		--out build/kraken.jsonl
	test -z "$(KRAKEN)" || $(BIN)/python -m research.measurements.bench_lines "$(HANDS)" --without peraire-ground-truth \
		--found kraken=build/kraken.jsonl
	$(BIN)/python -m research.measurements.bench_answers
	$(BIN)/python -m research.measurements.bench_review
	$(BIN)/python -m research.measurements.bench_import
	$(BIN)/python -m research.measurements.bench_app
	$(BIN)/python -m research.measurements.bench_scale $(if $(READERS),--readers "$(READERS)" --data "$(DATA)")

# The tables and pictures of docs/benchmarks.md, from the figures in research/results, some of which follow from records word by word.
tables: $(STAMP)
	$(BIN)/python -m research.results.make_tables

# Harm on a grand scale: kills, full disks, hostile files, a real Slurm, minutes of use, a hand that does anything. 8 to 20
# minutes on two cores; what was tried and survived is kept in docs/reliability.md. A test that fails leaves the page as
# it was. A longer run before a release, some hours: make robustness KILLS=600 HOSTILE=1000 MINUTES=30 STEPS=20000.
# KILLS= are those of all tests together: a sixth each in train, adapt, segment and recalibrate. From HOSTILE=1000, the cases
# of each parser, the largest files are tried as well; from MINUTES=5 memory must stay within closer limits.
KILLS := 120
HOSTILE := 100
MINUTES := 1
STEPS := 500
RESTORES := 200
ROBUSTNESS_TABLE := build/robustness-table
robustness: $(STAMP)
	@mkdir -p build; rm -f $(ROBUSTNESS_TABLE)
	DUCTUS_ROBUSTNESS_TABLE=$(CURDIR)/$(ROBUSTNESS_TABLE) DUCTUS_KILLS=$(KILLS) DUCTUS_HOSTILE=$(HOSTILE) \
		DUCTUS_SOAK_MINUTES=$(MINUTES) DUCTUS_RANDOM_STEPS=$(STEPS) DUCTUS_RESTORES=$(RESTORES) DUCTUS_SLURM=1 OMP_NUM_THREADS=1 \
		PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -q -n 3 $(IN_ORDER) --timeout=3600 tests/robustness
	@PYTHONPATH=tests/helpers $(BIN)/python tests/robustness/report.py $(ROBUSTNESS_TABLE) docs/reliability.md

# Other programs read our exports: kraken, OCR-D's validator and schema, pagexml-tools, page-to-alto. They are installed
# into environments of their own below build/interop (once, about 7 GB). DATA=FOLDER adds pages (PAGE or ALTO with their
# images), whose lines are cut into words first.
interop: $(STAMP)
	$(BIN)/python tests/interop/run.py build/interop $(if $(DATA),--data "$(DATA)")

# Make the starter model in build/starter: fonts and word lists through npm, pictures, one network. LINES= and WORDS=
# are folders of real hands (lines.csv, words.csv). With real hands two and a half hours on two cores for the first three
# rounds, 55 minutes for the next two with AMX, 51 and 24 for the next two and the last two without; without real hands
# one and a half hours; minutes on a graphics card. See docs/decisions/0009-starter.md and 0022-real-hands.md.
starter: $(STAMP)
	sh research/starter/fetch.sh build/starter
	$(BIN)/python -m research.starter.make build/starter $(foreach folder,$(LINES),--lines "$(folder)") \
		$(foreach folder,$(WORDS),--words "$(folder)")

# Make the line finder, resources/models/line-finder.h5, with the fonts of the starter. PAGES= is a folder of real pages
# (pages.csv, images and PAGE XML with baselines and texts), WITHOUT= collections of it not to learn from. About an hour on
# one core. See docs/decisions/0023-line-finder.md.
line-finder: $(STAMP)
	sh research/starter/fetch.sh build/starter
	$(BIN)/python -m research.line_finder.make build/line-finder --fonts build/starter \
		$(if $(PAGES),--pages "$(PAGES)") $(foreach name,$(WITHOUT),--without "$(name)")

# Make the line reader, resources/models/line-reader.h5, from the starter model and its fonts. LINES= and WORDS= are folders
# of real hands (lines.csv, words.csv); research/line_reader/collection.py makes one of a collection of PAGE or ALTO files.
# About an hour on one core with AMX. See docs/decisions/0039-line-reader.md.
line-reader: $(STAMP)
	sh research/starter/fetch.sh build/starter
	$(BIN)/python -m research.line_reader.make build/line-reader --fonts build/starter \
		$(foreach folder,$(LINES),--lines "$(folder)") $(foreach folder,$(WORDS),--words "$(folder)")
	$(BIN)/python -m research.line_reader.voice build/line-reader/real.npz

screenshots: $(STAMP)
	test -d demo.ductus || $(BIN)/ductus demo demo.ductus --no-app
	$(BIN)/python packaging/screenshots.py demo.ductus docs/screenshots --research --only review --looks light
	$(BIN)/python packaging/screenshots.py demo.ductus docs/screenshots --research --only insight --looks dark
	$(BIN)/python packaging/guide_pictures.py demo.ductus resources/guide/pictures
	LC_ALL=de_DE.UTF-8 $(BIN)/python packaging/guide_pictures.py demo.ductus resources/guide/de/pictures
	LC_ALL=fr_FR.UTF-8 $(BIN)/python packaging/guide_pictures.py demo.ductus resources/guide/fr/pictures

# From the start page to the first suggestion, click by click, on a page of artificial handwriting; with SCAN=FILE on any
# page image, in build/film.png.
film: $(STAMP)
	$(BIN)/python packaging/film.py $(if $(SCAN),build/film.png --scan "$(SCAN)",docs/screenshots/first-suggestion.png)

# The guide as a web site in build/guide-site, in every language that it is written in. Its generator goes into an environment of its own (once, 120 MB).
guide:
	test -x build/guide-env/bin/sphinx-build || $(PYTHON) -m venv build/guide-env
	build/guide-env/bin/pip install --quiet -r packaging/guide/requirements.txt
	build/guide-env/bin/python packaging/guide/build.py build/guide-env/bin/sphinx-build build/guide-pages build/guide-site

# The wheel, installed without the repository: version, doctor, a word recognised, the window. A minute.
wheel-test: $(STAMP)
	$(BIN)/python packaging/wheel_test/run.py

# The program for those without Python, in build/bundle: one folder, from it for Linux a .deb and one file that runs
# anywhere, tried by the smoke test. Windows and macOS: .github/workflows/bundle.yml. See docs/decisions/0030-bundles.md.
# BUNDLE_PYTHON= is an environment with the extra `bundle`, instead of .venv, which is given it.
BUNDLE := build/bundle
bundle: $(STAMP)
	test -n "$(BUNDLE_PYTHON)" || $(BIN)/python -m pip install --quiet --disable-pip-version-check \
		--constraint packaging/constraints.txt --editable ".[bundle]"
	DUCTUS_RESOLVE=1 $(BIN)/python -m pytest -q tests/unit/test_bundle.py tests/unit/test_bundle_wheels.py
	$(or $(BUNDLE_PYTHON),$(BIN)/python) packaging/bundle/build.py $(BUNDLE)
	$(BIN)/python packaging/bundle/weigh.py $(BUNDLE)/ductus
	rm -rf $(BUNDLE)/smoke; sh packaging/bundle/smoke.sh $(BUNDLE)/ductus/ductus $(BUNDLE)/ductus/ductus-app $(BUNDLE)/smoke
	$(BIN)/python packaging/bundle/linux/pack.py $(BUNDLE)

# Both packages in a Debian without Python and without a compiler, as root: some minutes, and 2 GB below build/bundle.
bundle-test:
	sh packaging/bundle/linux/clean-root.sh $(BUNDLE) $(BUNDLE)/root

$(STAMP): pyproject.toml packaging/constraints.txt
	@echo "Setting up .venv (once; some minutes, most of it downloading PyTorch)"
	@PYTHON="$(PYTHON)" sh packaging/setup.sh .venv
	@touch $@

clean:
	rm -rf .venv demo.ductus .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
