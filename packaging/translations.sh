#!/bin/sh
# Collect every text of the app for translators: resources/translations/ductus_LANGUAGE.ts, old work kept.
# Give --release to also make the .qm files that the app reads. Usage: packaging/translations.sh [--release] [LANGUAGE...]
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
release=no
if [ "${1:-}" = --release ]; then
    release=yes
    shift
fi
[ $# -gt 0 ] || set -- de
if [ ! -x "$bin/pyside6-lupdate" ]; then
    echo "pyside6-lupdate is not in $bin: install a PySide6 that brings the translators' tools." >&2
    exit 1
fi
mkdir -p resources/translations
for language in "$@"; do
    file=resources/translations/ductus_$language.ts
    # one list in a file: as many names as there are modules do not fit every system's command line
    list=resources/translations/.modules
    trap 'rm -f "$list"' EXIT
    find app -name '*.py' | LC_ALL=C sort >"$list"
    "$bin/pyside6-lupdate" -extensions py -locations none -no-obsolete -target-language "$language" \
        "@$list" -ts "$file"
    if [ "$release" = yes ]; then
        "$bin/pyside6-lrelease" "$file"
    fi
done
