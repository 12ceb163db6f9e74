#!/bin/sh
# Update resources/translations: the plural forms of English, and every text of the app and sentence of the engine in
# German and French, or in the languages given. Work of translators is kept; texts that are gone are dropped. The .qm
# files that the app reads and the .mo files of the engine are compiled.
# Usage: packaging/translations.sh [LANGUAGE...]
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
if [ ! -x "$bin/pyside6-lrelease" ]; then
    echo "pyside6-lrelease is not in $bin: install a PySide6 that brings the translators' tools." >&2
    exit 1
fi
"$bin/python" packaging/translations.py "$@"
"$bin/python" packaging/engine_translations.py "$@"
for file in resources/translations/ductus_*.ts; do
    "$bin/pyside6-lrelease" -silent -nounfinished "$file"
done
