#!/bin/sh
# Ductus @VERSION@ in one file, for Linux on x86-64 with glibc @GLIBC@ or newer.
#   ductus-@VERSION@.run [PROJECT]         open the window
#   ductus-@VERSION@.run --cli ARGUMENTS   the command line, such as --cli doctor
#   ductus-@VERSION@.run --menu            add it to the menu, and open projects by double-click
#   ductus-@VERSION@.run --remove          delete the program that it unpacked, the menu entry, what was installed for a
#                                          graphics card, and, unless another Ductus is installed, settings and log
# At its first start it unpacks itself, @SIZE@ MB, below ~/.local/share/ductus-program (DUCTUS_PROGRAM names another
# folder). Projects are never touched.
set -eu
version=@VERSION@ digest=@DIGEST@ glibc=@GLIBC@ skip=@SKIP@
data=${XDG_DATA_HOME:-$HOME/.local/share} settings=${XDG_CONFIG_HOME:-$HOME/.config} cache=${XDG_CACHE_HOME:-$HOME/.cache}
folder=${DUCTUS_PROGRAM:-$data/ductus-program}
program=$folder/$version-$digest
case $0 in */*) self=$(cd "$(dirname "$0")" && pwd)/$(basename "$0") ;; *) self=$(command -v "$0") ;; esac

fail() {
    echo "Ductus: $1" >&2
    exit 1
}

unpack() {
    [ "$(uname -sm)" = "Linux x86_64" ] || fail "this file is for Linux on x86-64, and this is $(uname -sm)."
    have=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/.* //')
    [ -n "$have" ] || fail "this system has no glibc, which Ductus needs (Debian, Ubuntu, Fedora and others have it)."
    [ "$(printf '%s\n%s\n' "$glibc" "$have" | sort -V | head -n 1)" = "$glibc" ] ||
        fail "this system has glibc $have, and Ductus needs $glibc or newer (Debian 12, Ubuntu 22.04, Fedora 36)."
    mkdir -p "$folder" || fail "nothing can be written in $folder; set DUCTUS_PROGRAM to another folder."
    for other in "$folder"/.unpacking.*; do # of a start that was cut off an hour ago or more
        [ ! -d "$other" ] || [ -z "$(find "$other" -maxdepth 0 -mmin +60)" ] || rm -rf "$other"
    done
    new=$(mktemp -d "$folder/.unpacking.XXXXXX")
    trap 'rm -rf "$new"' EXIT INT TERM
    echo "Ductus unpacks itself into $folder. This happens once." >&2
    tail -c +"$skip" "$self" | tee "$new/archive" | sha256sum | grep -q "^@SHA256@ " ||
        fail "the file $self is damaged or incomplete, or the disk is full; copy it again, make room, and start it again."
    tar -xzf "$new/archive" -C "$new" || fail "it could not be unpacked into $folder; is the disk full?"
    rm "$new/archive"
    mv "$new" "$program" 2>/dev/null || [ -x "$program/ductus" ] || fail "it could not be moved to $program."
    trap - EXIT INT TERM
    [ ! -d "$new" ] || rm -rf "$new"
    for other in "$folder"/*; do # earlier versions
        [ "$other" = "$program" ] || rm -rf "$other"
    done
}

refresh() {
    ! command -v update-desktop-database >/dev/null || [ ! -d "$data/applications" ] ||
        update-desktop-database -q "$data/applications" || true
    ! command -v update-mime-database >/dev/null || [ ! -d "$data/mime" ] ||
        update-mime-database "$data/mime" 2>/dev/null || true
}

menu_files="applications/ductus.desktop mime/packages/ductus.xml icons/hicolor/256x256/apps/ductus.png"

case ${1:-} in
    --remove)
        rm -rf "$folder" "$data/ductus/graphics-card"
        rmdir "$data/ductus" 2>/dev/null || true
        command -v ductus-app >/dev/null || for parent in "$data" "$settings" "$cache"; do
            rm -rf "$parent/Ductus/Ductus"
            rmdir "$parent/Ductus" 2>/dev/null || true
        done
        command -v ductus-app >/dev/null || rm -rf "$settings/ductus" "$cache/ductus"
        for file in $menu_files; do
            [ ! -e "$data/$file" ] || {
                rm "$data/$file"
                rmdir -p "$(dirname "$data/$file")" 2>/dev/null || true
            }
        done
        # what remains where nothing else is installed is made from what was there
        [ -d "$data/mime/packages" ] || rm -rf "$data/mime"
        [ "$(ls -A "$data/applications" 2>/dev/null)" != mimeinfo.cache ] || rm -r "$data/applications"
        refresh
        exit ;;
esac
[ -x "$program/ductus" ] || unpack
case ${1:-} in
    --cli)
        shift
        exec "$program/ductus" "$@" ;;
    --menu)
        for file in $menu_files; do
            mkdir -p "$data/$(dirname "$file")"
            cp "$program/share/$(basename "$file")" "$data/$file"
        done
        sed -i -e "s|^Exec=.*|Exec=\"$program/ductus-app\" %f|" -e "s|^TryExec=.*|TryExec=$program/ductus-app|" \
            "$data/applications/ductus.desktop"
        refresh
        exit ;;
esac
exec "$program/ductus-app" "$@"
