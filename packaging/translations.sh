#!/bin/sh
# Update resources/translations: the plural forms of English, and every text for the languages given.
# Work of translators is kept; texts that are gone are dropped. The .qm files that the app reads are compiled.
# Usage: packaging/translations.sh [LANGUAGE...]
set -eu
cd "$(dirname "$0")/.."
bin=.venv/bin
if [ ! -x "$bin/pyside6-lupdate" ]; then
    echo "pyside6-lupdate is not in $bin: install a PySide6 that brings the translators' tools." >&2
    exit 1
fi
folder=resources/translations
mkdir -p "$folder"
# one list in a file: as many names as there are modules do not fit every system's command line
list=$folder/.modules
trap 'rm -f "$list"' EXIT
find app -name '*.py' | LC_ALL=C sort >"$list"
update() {
    "$bin/pyside6-lupdate" -extensions py -locations none -no-obsolete -source-language en "$@"
    "$bin/pyside6-lrelease" "$file"
}
# English texts need no translation but for their plural forms: fill in what is "unfinished" in this file by hand
file=$folder/ductus_en.ts
update -pluralonly -target-language en "@$list" -ts "$file"
for language in "$@"; do
    file=$folder/ductus_$language.ts
    update -target-language "$language" "@$list" -ts "$file"
done
if grep -q 'type="unfinished"' "$folder/ductus_en.ts"; then
    echo "Some English plural forms are missing in $folder/ductus_en.ts: fill them in, then run this again." >&2
    exit 1
fi
