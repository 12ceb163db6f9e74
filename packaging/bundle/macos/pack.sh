#!/bin/sh
# Pack the bundle for macOS: pack.sh FOLDER makes Ductus-VERSION.dmg from FOLDER/Ductus.app.
# The app is signed for this computer only (ad hoc). For others it must be signed with a developer's identity and
# notarised: CODESIGN_IDENTITY names the identity; notarisation is done afterwards, by hand.
set -eu
folder=$1
version=$("$folder/Ductus.app/Contents/MacOS/ductus" --version | sed 's/^ductus //')
codesign --force --deep --options runtime --sign "${CODESIGN_IDENTITY:--}" \
    --entitlements "$(dirname "$0")/entitlements.plist" "$folder/Ductus.app"
stage=$(mktemp -d)
cp -R "$folder/Ductus.app" "$stage/"
ln -s /Applications "$stage/Applications"
hdiutil create -volname "Ductus $version" -srcfolder "$stage" -ov -format UDZO "$folder/Ductus-$version.dmg"
rm -rf "$stage"
