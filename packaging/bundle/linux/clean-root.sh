#!/bin/sh
# Try both packages in a Debian 12 without Python and without a compiler: clean-root.sh BUNDLES ROOT, as root.
# BUNDLES is the folder with the .deb and the .run, ROOT a folder to make (debootstrap, some 300 MB) or one it made.
# A user without rights runs the smoke test with the installed package and with the single file; then both are removed,
# and what they left is listed. DEMO=--demo adds the whole demo, PAGES=FOLDER pages that are imported and read. With Xvfb,
# xdotool and ImageMagick here the window is timed, opened by double-click and in three languages, and its guide by F1;
# the pictures are in BUNDLES/pictures.
set -eu
bundles=$(cd "$1" && pwd) root=$2 demo=${DEMO:-} display=:97
here=$(cd "$(dirname "$0")" && pwd)
user=archivist
pictures=$bundles/pictures

[ -x "$root/bin/sh" ] || debootstrap --variant=minbase bookworm "$root"
root=$(cd "$root" && pwd)
for kind in proc dev; do mountpoint -q "$root/$kind" || mount --bind /$kind "$root/$kind"; done
screen=
# Ends the programs that run in the root, and no others.
end_programs() {
    for process in /proc/[0-9]*; do
        [ "$(readlink "$process/root" 2>/dev/null)" != "$root" ] || kill -KILL "${process#/proc/}" 2>/dev/null || true
    done
}
tidy() {
    [ -z "$screen" ] || kill $screen
    end_programs
    sleep 1
    for kind in dev proc; do umount "$root/$kind"; done
}
trap tidy EXIT
trap 'exit 1' INT TERM
cp /etc/resolv.conf "$root/etc/resolv.conf"

within() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() {
    chroot --userspec=$user:$user "$root" env -i PATH=/usr/bin:/bin HOME=/home/$user LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen "$@"
}
# The root shares the network, and with it the screen's abstract socket. Call this in a process of its own.
on_screen() {
    exec chroot --userspec=$user:$user "$root" env -i PATH=/usr/bin:/bin HOME=/home/$user DISPLAY=$display "$@"
}
fail() {
    echo "FAILED: $1"
    exit 1
}
picture() { import -display $display -window root "$pictures/$1.png"; }

# Wait until a window with a title (a regular expression) can be seen; most: 60 s.
wait_for() {
    tries=0
    while [ $tries -lt 600 ]; do
        for id in $(DISPLAY=$display xdotool search --onlyvisible --name "$1" 2>/dev/null); do
            ! xwininfo -display $display -id "$id" 2>/dev/null | grep -q IsViewable || return 0
        done
        sleep 0.05
        tries=$((tries + 1))
    done
    fail "no window \"$1\" was opened."
}

# The processor time of a process so far, in hundredths of a second.
ticks() { cut -d ' ' -f 14,15 "/proc/$1/stat" | tr ' ' '+' | xargs -I{} sh -c 'echo $(({}))'; }

# Sent to the screen and not to the window, which may be gone before the key is released.
press() {
    DISPLAY=$display xdotool search --onlyvisible --name "Ductus$" windowfocus --sync
    DISPLAY=$display xdotool key --clearmodifiers "$1"
}

# The time to the first window by the clock and in processor time, and its memory after eight seconds; then it is closed
# by its key: window "NAME" PROGRAM PROJECT.
window() {
    began=$(date +%s%N)
    on_screen LANG=C.UTF-8 "$2" "$3" &
    pid=$!
    wait_for "Ductus$"
    took=$((($(date +%s%N) - began) / 1000000)) used=$(ticks $pid)
    sleep 8
    kill -0 $pid || fail "the window closed by itself."
    memory=$(sed -n 's/^VmHWM: *//p' /proc/$pid/status)
    printf '%-58s %7d ms to the first window, %d0 ms of processor time, %s\n' "$1" $took "$used" "$memory"
    press ctrl+q
    wait $pid || fail "the window did not end well."
}

# The window in a language, its guide and About by their keys: in_language LANGUAGE GUIDE ABOUT PROJECT.
in_language() {
    on_screen LANG="$1.UTF-8" /usr/bin/ductus-app "$4" &
    pid=$!
    wait_for "Ductus$"
    sleep 6
    picture "$1-window"
    press F1
    wait_for "^$2$"
    sleep 2
    picture "$1-guide"
    press ctrl+F1
    wait_for "^$3$"
    kill $pid
    wait $pid 2>/dev/null || true
    echo "window, guide and About in $1"
}

on_a_screen() {
    project=/home/$user/smoke-deb/pages.ductus
    mkdir -p "$pictures"
    Xvfb $display -screen 0 1280x800x24 -nolisten tcp -noreset >/dev/null 2>&1 &
    screen=$!
    sleep 2
    window "window on a screen, first start" /usr/bin/ductus-app $project
    window "window on a screen, second start" /usr/bin/ductus-app $project
    in_language en_GB "Guide" "About Ductus" $project
    in_language de_DE "Handbuch" "Über Ductus" $project
    in_language fr_FR "Guide" "À propos de Ductus" $project
    # a desktop's own programs for types and double-clicks
    within apt-get -qq install -y --no-install-recommends libglib2.0-bin shared-mime-info desktop-file-utils >/dev/null
    (on_screen LANG=C.UTF-8 gio open $project/project.sqlite)
    wait_for "pages – Ductus$"
    end_programs
    echo "opened by double-click"
    kill $screen && screen=
}

within id $user >/dev/null 2>&1 || within useradd --create-home $user
for program in python3 python gcc cc make; do
    ! within sh -c "command -v $program" || fail "the root is not clean: it has $program."
done
within ldd --version | head -n 1
within apt-get -qq update
within apt-get -qq purge -y ductus >/dev/null 2>&1 || true
rm -rf "$root/home/$user/"* "$root/home/$user/".[!.]*

echo "== The Debian package"
cp "$bundles"/ductus_*.deb "$root/tmp/ductus.deb"
cp "$here/../smoke.sh" "$root/tmp/smoke.sh"
rm -rf "$root/tmp/pages"
[ -z "${PAGES:-}" ] || cp -r "$PAGES" "$root/tmp/pages"
within apt-get -qq install -y --no-install-recommends /tmp/ductus.deb fonts-dejavu-core >/dev/null
as_user ${PAGES:+PAGES=/tmp/pages} sh /tmp/smoke.sh /usr/bin/ductus /usr/bin/ductus-app /home/$user/smoke-deb $demo
if command -v Xvfb >/dev/null && command -v xwininfo >/dev/null && command -v xdotool >/dev/null; then on_a_screen; fi
as_user find /home/$user -mindepth 1 -maxdepth 4 -not -path '*/smoke-deb/*' | sed 's/^/    in the home: /'
within find /usr/lib/ductus -newer /tmp/smoke.sh -type f -exec sh -c 'echo "written into the program: $1"' - {} \; | head
within apt-get -qq purge -y ductus >/dev/null
within sh -c '! find / -xdev -iname "*ductus*" -not -path "/proc/*" -not -path "/home/*" -not -path "/tmp/*" | grep .' ||
    fail "the package left these files."
echo "The package left nothing outside the home."

echo "== The single file"
cp "$bundles"/ductus-*.run "$root/home/$user/ductus.run"
rm -rf "$root/home/$user/".[!.]*
as_user sh -c 'printf "#!/bin/sh\nexec ~/ductus.run --cli \"\$@\"\n" >~/ductus; chmod +x ~/ductus'
as_user ${PAGES:+PAGES=/tmp/pages} sh /tmp/smoke.sh /home/$user/ductus /home/$user/ductus.run /home/$user/smoke-run
as_user sh -c '~/ductus.run --menu && ~/ductus.run --remove'
rm -rf "$root/home/$user/smoke-run" "$root/home/$user/smoke-deb" "$root/home/$user/ductus" "$root/home/$user/ductus.run"
as_user find /home/$user -mindepth 1 -type f | sed 's/^/    left in the home: /'
