#!/bin/sh
# Fetch the fonts and word lists that fonts.txt and words.txt name, with npm, into FOLDER; what is there is kept.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: fetch.sh FOLDER}
command -v npm >/dev/null || { echo "The starter model's fonts come from npm, which is not installed." >&2; exit 1; }
mkdir -p "$folder"
cd "$folder"
grep -hv '^#' "$here/fonts.txt" "$here/words.txt" | while read -r name version _; do
    file=$(echo "$name" | sed 's|^@||; s|/|-|')-$version.tgz
    [ -s "$file" ] || npm pack --silent "$name@$version" >/dev/null || { echo "$name $version could not be fetched" >&2; exit 1; }
done
echo "$(ls ./*.tgz | wc -l) packages in $folder"
