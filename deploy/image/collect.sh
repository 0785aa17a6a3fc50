#!/bin/sh
# collect.sh FOLDER: copies Galley, its programs and the libraries that they load, as the root of the image.
set -eu
root=$1
mkdir -p "$root/usr/local/bin" "$root/usr/bin" "$root/bin" "$root/etc/ssl/certs" "$root/data" "$root/tmp" "$root/proc" "$root/opt"
chmod 1777 "$root/tmp"
chown 10001:10001 "$root/data"
chmod 700 "$root/data"

copy() {
  mkdir -p "$root$(dirname "$1")"
  cp -L "$1" "$root$1"
}

for name in node sh setpriv unshare mount mkdir env nice tini; do
  program=$(command -v "$name")
  copy "$program"
  # ldd prints "name => /path (address)", or "/path (address)" for the loader.
  for library in $(ldd "$program" | grep -o '/[^ ]*'); do [ -e "$root$library" ] || copy "$library"; done
done
# Debugging symbols are a sixth of Node's size.
strip --strip-unneeded "$root$(command -v node)"
[ -e "$root/bin/sh" ] || cp -L "$(command -v sh)" "$root/bin/sh"
copy /etc/ssl/certs/ca-certificates.crt
cp -L /etc/ld.so.cache "$root/etc/ld.so.cache"
printf 'galley:x:10001:10001::/data:/bin/sh\n' >"$root/etc/passwd"
printf 'galley:x:10001:\n' >"$root/etc/group"
printf 'hosts: files dns\n' >"$root/etc/nsswitch.conf"
# Looked up by the C library when the first host name is resolved, so ldd does not list them.
for library in /lib/*-linux-gnu/libnss_dns.so.2 /lib/*-linux-gnu/libnss_files.so.2 /lib/*-linux-gnu/libresolv.so.2; do copy "$library"; done
cp -R /opt/galley "$root/opt/galley"
ln -s /opt/galley/node_modules/galley/bin.mjs "$root/usr/local/bin/galley"

# Starts the server once, so that containers with a read-only root start from compiled code and from a snapshot of Python.
mkdir -p "$root/opt/galley/compiled"
main=/opt/galley/node_modules/galley/bin.mjs
export NODE_COMPILE_CACHE=/opt/galley/compiled GALLEY_PORT=4400 GALLEY_DATA=/tmp/first-start GALLEY_API_KEY=image-build-key HOME=/tmp
node "$main" serve >/dev/null &
server=$!
tries=0
until node -e "fetch('http://127.0.0.1:4400/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"; do
  tries=$((tries + 1))
  [ "$tries" -lt 60 ] || { echo "the server does not start in the build" >&2; exit 1; }
done
node /build/first-python.mjs
kill "$server"
wait "$server"
snapshots=$root/opt/galley/node_modules/galley/lib/snapshots
mkdir -p "$snapshots"
cp /tmp/first-start/sandbox/*.snapshot "$snapshots"
chmod 644 "$snapshots"/*
cp -R /opt/galley/compiled/. "$root/opt/galley/compiled"
rm -rf /tmp/first-start
