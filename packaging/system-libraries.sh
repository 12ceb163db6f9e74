#!/bin/sh
# The shared libraries that the app's toolkit (Qt) needs on Debian and Ubuntu: installed when we may, else named.
# The engine alone (`ductus`, `make demo`, `make test`) needs none of them. With `test` also those of the test that
# meets the app as a screen reader does; without them it is skipped.
set -eu
wanted="libegl1 libgl1 libxkbcommon0 libdbus-1-3 libfontconfig1 libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-shape0 libxcb-xinerama0 libxkbcommon-x11-0"
[ "${1:-}" != test ] || wanted="$wanted at-spi2-core dbus xvfb"

[ "$(uname -s)" = Linux ] || exit 0
command -v dpkg-query >/dev/null 2>&1 || {
    echo "The app needs these libraries (Debian's names): $wanted"
    exit 0
}
missing=""
for package in $wanted; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0
if [ "${DUCTUS_SYSTEM_LIBRARIES:-}" = install ]; then
    apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q $missing
else
    echo "For the app (not for the engine) install:$missing"
    echo "  as root: DUCTUS_SYSTEM_LIBRARIES=install sh packaging/system-libraries.sh"
fi
