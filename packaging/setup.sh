#!/bin/sh
# Make the virtual environment Ductus runs in: exact versions, nothing outside the folder but named libraries.
set -eu
target=$1
here=$(dirname "$0")
python=${PYTHON:-python3}

"$python" - <<'CHECK' || exit 1
import sys
if sys.version_info < (3, 11):
    sys.exit("Ductus needs Python 3.11 or newer; this is %d.%d. Set PYTHON=/path/to/python3.11" % sys.version_info[:2])
CHECK

"$python" -m venv "$target"
programs=$target/bin
[ -d "$programs" ] || programs=$target/Scripts # on Windows
"$programs/python" -m pip install --quiet --disable-pip-version-check \
    --constraint "$here/constraints.txt" --editable "$here/..[dev]" 2>"$target/pip.log" || {
    cat "$target/pip.log" >&2
    echo "The packages could not be installed; what pip said stands above." >&2
    exit 1
}
sh "$here/system-libraries.sh"
"$programs/python" "$here/compile.py"
