#!/usr/bin/env bash
# try.sh: builds the image on a base of this machine and runs it as a container engine would, without a registry or a daemon.
# Needs root, mmdebstrap, buildah, runc and jq. Takes some minutes, so it runs by night and before a release.
set -euo pipefail
cd "$(dirname "$0")/../.."
for program in mmdebstrap buildah runc jq; do
  command -v "$program" >/dev/null || { echo "$program is needed to try the image." >&2; exit 1; }
done
work=$(mktemp -d)
cleanup() {
  runc delete --force galley-try >/dev/null 2>&1 || true
  [ -z "${mounted:-}" ] || buildah umount "$mounted" >/dev/null || true
  [ -z "${mounted:-}" ] || buildah rm "$mounted" >/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

base=localhost/galley-base:26
if ! buildah images --quiet "$base" >/dev/null 2>&1; then
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,libatomic1,mount,util-linux,tini bookworm "$work/base.tar"
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$work/base.tar" / >/dev/null
  buildah copy --quiet "$container" "$(realpath node_modules/.bin/node)" /usr/local/bin/node >/dev/null
  buildah commit --quiet --rm "$container" "$base" >/dev/null
fi
BUILDAH_ISOLATION=chroot scripts/image/build.sh "$base"

mounted=$(buildah from galley:latest)
root=$(buildah mount "$mounted")
megabytes=$(du -sm --apparent-size "$root" | cut -f1)
compressed=$(tar -C "$root" -c . | gzip -6 | wc -c)
echo "image: $megabytes MB, compressed $((compressed / 1000000)) MB"
[ "$megabytes" -le 220 ] || { echo 'The image is larger than 220 MB.' >&2; exit 1; }
[ "$compressed" -le 75000000 ] || { echo 'The image is larger than 75 MB compressed.' >&2; exit 1; }

port=4499
data=$work/data
mkdir -m 700 "$data"
chown 10001:10001 "$data"

# start PROFILE: read-only root, no capabilities, a volume and 64 MB of /tmp; PROFILE is a seccomp filter.
start() {
  rm -rf "$work/bundle"
  mkdir "$work/bundle"
  (cd "$work/bundle" && runc spec)
  jq --arg root "$root" --arg data "$data" --argjson port "$port" --slurpfile seccomp "$1" '
    .root = { path: $root, readonly: true }
    | .process.terminal = false
    | .process.user = { uid: 10001, gid: 10001 }
    | .process.args = ["/usr/bin/tini", "--", "node", "/opt/galley/node_modules/galley/bin.mjs", "serve"]
    | .process.env = ["PATH=/usr/local/bin:/usr/bin:/bin", "HOME=/data", "GALLEY_DATA=/data", "GALLEY_HOST=127.0.0.1",
        "GALLEY_API_KEY=the-key-of-this-try", "NODE_COMPILE_CACHE=/opt/galley/compiled", "GALLEY_PORT=\($port)"]
    | .process.capabilities = {}
    | .process.noNewPrivileges = true
    | .linux.namespaces |= map(select(.type != "network" and .type != "cgroup"))
    | .linux.seccomp = $seccomp[0]
    | .mounts += [
        { destination: "/data", type: "bind", source: $data, options: ["rbind", "rw"] },
        { destination: "/tmp", type: "tmpfs", source: "tmpfs", options: ["mode=1777", "size=64m"] }]' \
    "$work/bundle/config.json" >"$work/config.json"
  mv "$work/config.json" "$work/bundle/config.json"
  runc run --bundle "$work/bundle" galley-try >"$work/out" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    curl -fs "http://127.0.0.1:$port/readyz" >/dev/null && return
    sleep 0.1
  done
  cat "$work/out" >&2
  echo 'The server in the container does not answer.' >&2
  exit 1
}

call() { curl -fsS -H 'X-API-KEY: the-key-of-this-try' -H 'Content-Type: application/json' "http://127.0.0.1:$port$1" "${@:2}"; }
same() { [ "$1" = "$2" ] || { echo "$3: expected $2, got $1" >&2; exit 1; }; }

# runs LANGUAGE CODE: the result of the code in the sandbox.
runs() {
  local name=try-$1-$RANDOM
  call /api/public/v2/tool-registry -d "$(jq -n --arg name "$name" --arg language "$1" --arg code "$2" '{ name: $name,
    tool_definition: { type: "function", function: { name: $name, parameters: { type: "object" } } },
    execution: { type: "code", language: $language, code: $code } }')" >/dev/null
  call "/api/public/v2/tool-registry/$name/test-execute" -d '{ "inputs": {} }' | jq .result.result
}

# exercise LEVEL: the container serves, runs code at this level of the sandbox, and keeps what it answered.
exercise() {
  same "$(call /health | jq -r .sandbox)" "$1" 'level of the sandbox'
  same "$(runs javascript 'return 1 + 1')" 2 JavaScript
  local begun=$EPOCHREALTIME
  same "$(runs python 'return 1 + 1')" 2 Python
  echo "first Python call: $(awk "BEGIN { print $EPOCHREALTIME - $begun }") s"
  curl -fs "http://127.0.0.1:$port/help/" | grep -q '<title>' || { echo 'The documentation is missing.' >&2; exit 1; }
  curl -fs -H 'Accept: text/html' "http://127.0.0.1:$port/requests" | grep -q '<script' || { echo 'The web app is missing.' >&2; exit 1; }
  same "$(runc exec galley-try galley --version)" "$(node -p 'require("./package.json").version')" 'version in the container'
  runc exec galley-try sh -c 'echo x >/opt/x' 2>/dev/null && { echo 'The root is writable.' >&2; exit 1; }
  local logged
  logged=$(call /log-request -d '{ "provider": "openai", "model": "gpt-4o", "input": { "type": "completion", "content": [{ "type": "text", "text": "in" }] },
    "output": { "type": "completion", "content": [{ "type": "text", "text": "out" }] },
    "request_start_time": "2026-01-01T00:00:00Z", "request_end_time": "2026-01-01T00:00:01Z" }' | jq .id)
  runc kill galley-try KILL
  wait "$server" || true
  runc delete --force galley-try >/dev/null 2>&1 || true
  start "$2"
  call "/api/public/v2/requests/$logged" >/dev/null
  begun=$EPOCHREALTIME
  runc kill galley-try TERM
  local code=0
  wait "$server" || code=$?
  same "$code" 0 'exit code after SIGTERM'
  echo "SIGTERM to exit: $(awk "BEGIN { print $EPOCHREALTIME - $begun }") s"
  runc delete --force galley-try >/dev/null 2>&1 || true
}

# What Docker refuses by default of namespaces and mounts.
echo '{ "defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
  { "names": ["unshare", "setns", "mount", "umount2", "pivot_root"], "action": "SCMP_ACT_ERRNO", "errnoRet": 1 },
  { "names": ["clone"], "action": "SCMP_ACT_ERRNO", "errnoRet": 1, "args": [
    { "index": 0, "value": 2114060288, "valueTwo": 2114060288, "op": "SCMP_CMP_MASKED_EQ" }] },
  { "names": ["clone3"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38 }] }' >"$work/docker-like.json"
start "$work/docker-like.json"
exercise permission "$work/docker-like.json"
start deploy/seccomp.json
exercise namespaces deploy/seccomp.json
echo 'The image holds.'
