#!/usr/bin/env bash
# build.sh [NODE_IMAGE]: builds the image "galley" with buildah, podman or docker. NODE_IMAGE replaces the base of the Dockerfile.
set -euo pipefail
cd "$(dirname "$0")/../.."
base=()
[ $# -eq 0 ] || base=(--build-arg "NODE_IMAGE=$1")
version=$(node -p 'require("./package.json").version')
npm run -s package
rm -rf build/image
mkdir -p build/image
# Nothing in the package is native, so it can be installed outside of the image.
npm install --silent --no-audit --no-fund --prefix build/image/galley "$PWD/build/galley-$version.tgz"
cp deploy/image/collect.sh deploy/image/first-python.mjs build/image/
arguments=("${base[@]}" -f deploy/image/Dockerfile -t "galley:$version" -t galley:latest build/image)
if command -v buildah >/dev/null; then
  buildah bud --format docker "${arguments[@]}"
elif command -v podman >/dev/null; then
  podman build --format docker "${arguments[@]}"
elif command -v docker >/dev/null; then
  docker build "${arguments[@]}"
else
  echo 'buildah, podman or docker is needed to build the image.' >&2
  exit 1
fi
