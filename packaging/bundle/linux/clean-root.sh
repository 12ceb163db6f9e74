#!/bin/sh
# Try both packages in a Debian 12 without Python and without a compiler: clean-root.sh BUNDLES ROOT, as root.
# BUNDLES is the folder with the .deb and the .run, ROOT a folder to make (debootstrap, some 300 MB) or one it made.
# A user without rights runs the smoke test with the installed package and with the single file; then both are removed,
# and what they left is listed. DEMO=--demo adds the whole demo. With Xvfb here the window is timed, too.
set -eu
bundles=$(cd "$1" && pwd) root=$2 demo=${DEMO:-} display=:97
here=$(cd "$(dirname "$0")" && pwd)
user=archivist

[ -x "$root/bin/sh" ] || debootstrap --variant=minbase bookworm "$root"
root=$(cd "$root" && pwd)
for kind in proc dev; do mountpoint -q "$root/$kind" || mount --bind /$kind "$root/$kind"; done
screen=
trap '[ -z "$screen" ] || kill $screen; for kind in dev proc; do umount "$root/$kind"; done' EXIT INT TERM
cp /etc/resolv.conf "$root/etc/resolv.conf"

within() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() {
    chroot --userspec=$user:$user "$root" env -i PATH=/usr/bin:/bin HOME=/home/$user LANG=C.UTF-8 QT_QPA_PLATFORM=offscreen "$@"
}

# The time to the first window, its memory, and a picture: window "NAME" PROGRAM PROJECT. The root shares the network, and
# with it the screen's abstract socket.
window() {
    began=$(date +%s%N)
    chroot --userspec=$user:$user "$root" env -i PATH=/usr/bin:/bin HOME=/home/$user LANG=C.UTF-8 DISPLAY=$display \
        "$2" "$3" &
    pid=$!
    tries=0
    until xwininfo -display $display -root -tree 2>/dev/null | grep -q "Ductus\"" || [ $tries -ge 600 ]; do
        sleep 0.05
        tries=$((tries + 1))
    done
    took=$((($(date +%s%N) - began) / 1000000))
    sleep 8
    kill -0 $pid || { echo "The window closed by itself." && return 1; }
    set -- "$1" $(cut -d ' ' -f 14,15 /proc/$pid/stat) $(sed -n 's/^VmHWM: *//p' /proc/$pid/status)
    printf '%-58s %7d ms to the first window, %s + %s ticks after 8 s, %s %s\n' "$1" $took $2 $3 $4 $5
    [ -z "${SHOT:-}" ] || import -display $display -window root "$SHOT"
    kill $pid
    wait $pid 2>/dev/null || true
}

within id $user >/dev/null 2>&1 || within useradd --create-home $user
for program in python3 python gcc cc make; do
    ! within sh -c "command -v $program" || { echo "The root is not clean: it has $program."; exit 1; }
done
within ldd --version | head -n 1
within apt-get -qq update
rm -rf "$root/home/$user/"* "$root/home/$user/".[!.]*
within dpkg-query -W | sort >"$root/tmp/packages-before"

echo "== The Debian package"
cp "$bundles"/ductus_*.deb "$root/tmp/ductus.deb"
cp "$here/../smoke.sh" "$root/tmp/smoke.sh"
rm -rf "$root/tmp/pages"
[ -z "${PAGES:-}" ] || cp -r "$PAGES" "$root/tmp/pages"
within apt-get -qq install -y --no-install-recommends /tmp/ductus.deb fonts-dejavu-core >/dev/null
as_user ${PAGES:+PAGES=/tmp/pages} sh /tmp/smoke.sh /usr/bin/ductus /usr/bin/ductus-app /home/$user/smoke-deb $demo
if command -v Xvfb >/dev/null && command -v xwininfo >/dev/null; then
    Xvfb $display -screen 0 1280x800x24 -nolisten tcp >/dev/null 2>&1 &
    screen=$!
    sleep 2
    window "window on a screen, first start" /usr/bin/ductus-app /home/$user/smoke-deb/pages.ductus
    window "window on a screen, second start" /usr/bin/ductus-app /home/$user/smoke-deb/pages.ductus
    kill $screen && screen=
fi
as_user find /home/$user -mindepth 1 -maxdepth 3 -not -path '*/smoke-deb/*' | sed 's/^/    in the home: /'
within find /usr/lib/ductus -newer /tmp/smoke.sh -type f -exec sh -c 'echo "written into the program: $1"' - {} \; | head
within apt-get -qq purge -y ductus >/dev/null
within sh -c '! find / -xdev -iname "*ductus*" -not -path "/proc/*" -not -path "/home/*" -not -path "/tmp/*" | grep .' ||
    { echo "The package left these files."; exit 1; }
echo "The package left nothing outside the home."

echo "== The single file"
cp "$bundles"/ductus-*.run "$root/home/$user/ductus.run"
as_user sh -c 'printf "#!/bin/sh\nexec ~/ductus.run --cli \"\$@\"\n" >~/ductus; chmod +x ~/ductus'
as_user sh /tmp/smoke.sh /home/$user/ductus /home/$user/ductus.run /home/$user/smoke-run
as_user sh -c '~/ductus.run --remove'
rm -rf "$root/home/$user/smoke-run" "$root/home/$user/smoke-deb" "$root/home/$user/ductus" "$root/home/$user/ductus.run"
as_user find /home/$user -mindepth 1 -type f -newer /tmp/smoke.sh | sed 's/^/    left in the home: /'
