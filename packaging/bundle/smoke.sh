#!/bin/sh
# Try an installed program: smoke.sh DUCTUS DUCTUS-APP FOLDER [--demo]
# DUCTUS and DUCTUS-APP are its two programs, FOLDER an empty one to work in. It makes pages, reads them with the starter
# model, exports and imports them, trains, stops a training, and opens the window without a screen. --demo adds the whole
# demo, which takes some minutes; PAGES=FOLDER in the environment names pages (in English, or PAGES_LANGUAGE=de and others)
# that are imported and read as well. The last line is "The program works." or names what does not.
set -eu
# it works in FOLDER, so all three are made absolute
ductus=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
app=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
folder=$3 with_demo=${4:-}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
export DUCTUS_SETTINGS="$folder/settings/settings.json" DUCTUS_LINKED="$folder/settings/linked-folders.json"
failures=0

now() {
    date +%s%N | grep -v N || echo "$(date +%s)000000000"
}

# step "what is tried" [-MOST_SECONDS] command...
step() {
    name=$1 most=600
    shift
    case $1 in -[0-9]*) most=${1#-} && shift ;; esac
    began=$(now)
    code=0
    "$@" >"$folder/out.txt" 2>&1 || code=$?
    took=$((($(now) - began) / 1000000))
    if [ $code -ne 0 ]; then
        result="FAILED with code $code"
    elif [ $took -gt "${most}000" ]; then
        result="TOO SLOW (at most $most s)"
    else
        result=ok
    fi
    printf '%-58s %7d ms  %s\n' "$name" "$took" "$result"
    [ "$result" = ok ] || {
        failures=$((failures + 1))
        tail -n 15 "$folder/out.txt" | sed 's/^/    /'
    }
}

holds() {
    grep -q "$1" "$folder/out.txt" || {
        failures=$((failures + 1))
        echo "    The answer has no \"$1\":"
        tail -n 15 "$folder/out.txt" | sed 's/^/    /'
    }
}

# The window, without a screen, for ten seconds; it must run all that time and leave no report of a crash.
window() {
    QT_QPA_PLATFORM=offscreen "$app" "$folder/pages.ductus" &
    pid=$!
    sleep 10
    kill -0 $pid || return 1
    kill $pid
    wait $pid 2>/dev/null || true
    grep "Ductus .* started" "$folder/settings/ductus.log"
    ! grep -iE "ERROR|Traceback" "$folder/settings/ductus.log" "$folder/settings/crash.log"
}

# A command that is asked to stop when it has said something ends by itself, with the code for that: stopped TEXT COMMAND...
stopped() {
    text=$1
    shift
    "$ductus" "$@" --json >"$folder/events.txt" 2>&1 &
    pid=$!
    tries=0
    until grep -q "$text" "$folder/events.txt" || [ $tries -ge 300 ]; do
        sleep 1
        tries=$((tries + 1))
    done
    kill -TERM $pid
    ended=0
    wait $pid || ended=$?
    cat "$folder/events.txt"
    [ $ended -eq 130 ] && grep -q "$text" "$folder/events.txt"
}

cd "$folder"
step "version, first start" "$ductus" --version
holds "^ductus [0-9]"
step "version, second start" -10 "$ductus" --version
step "what this computer lacks" sh -c "'$ductus' doctor || true"
cat "$folder/out.txt"
holds "PyTorch"
holds "Qt starts and finds"
step "make pages" "$ductus" demo "$folder/pages.ductus" --pages-only
step "add the starter model" "$ductus" begin "$folder/pages.ductus"
step "read, first time" "$ductus" recognise "$folder/pages.ductus"
holds "^Read [1-9]"
step "read again, without compiling anything" -60 "$ductus" recognise "$folder/pages.ductus"
step "export a PDF" "$ductus" export "$folder/pages.ductus" "$folder/pages.pdf" --format pdf
step "export PAGE XML" "$ductus" export "$folder/pages.ductus" "$folder/page" --format pagexml
step "export a table" "$ductus" export "$folder/pages.ductus" "$folder/words.csv" --format table
step "a new project" "$ductus" new "$folder/new.ductus"
step "import the PDF" "$ductus" import "$folder/new.ductus" "$folder/pages.pdf"
step "find lines and words" "$ductus" segment "$folder/new.ductus"
step "word lists of a language" "$ductus" lexicon "$folder/new.ductus" --language de
step "train, in processes of their own" "$ductus" train "$folder/pages.ductus" \
    --members 2 --gates 4 --steps 6 --name quick --engine local
case $(uname -s) in
MINGW* | MSYS* | CYGWIN*) ;;
*)
    step "stop a training" stopped progress train "$folder/pages.ductus" --members 5 --name stopped
    step "adapt the starter model, and stop" stopped '"adapting"' adapt "$folder/pages.ductus"
    ;;
esac
step "what it has for a graphics card" "$ductus" graphics-card
holds "^PyTorch [0-9]"
[ -z "${PAGES:-}" ] || {
    step "a project for the pages given" "$ductus" new "$folder/given.ductus"
    step "import them, find lines and words" "$ductus" import "$folder/given.ductus" "$PAGES" --segment
    step "word list of their language" "$ductus" lexicon "$folder/given.ductus" --language "${PAGES_LANGUAGE:-en}"
    step "add the starter model to them" "$ductus" begin "$folder/given.ductus"
    step "read them" "$ductus" recognise "$folder/given.ductus" --words all
    holds "^Read [1-9]"
    grep "^Read " "$folder/out.txt" | sed 's/^/    /'
}
step "check the project" "$ductus" check "$folder/pages.ductus"
step "the window, without a screen" window
[ "$with_demo" != --demo ] || {
    step "the whole demo" -3600 "$ductus" demo "$folder/demo.ductus" --no-app
    cat "$folder/out.txt"
}
if [ $failures -eq 0 ]; then echo "The program works."; else
    echo "The program fails in $failures of these."
    exit 1
fi
