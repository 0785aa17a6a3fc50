#!/usr/bin/env bash
# check.sh: lints the Helm chart, renders it on SQLite and on PostgreSQL, and validates the results by the schemas of Kubernetes.
# kubernetes-validate (a Python package) brings the schemas.
set -euo pipefail
cd "$(dirname "$0")/../.."
chart=deploy/chart/galley
if ! command -v helm >/dev/null; then
  echo 'helm is not installed, so the chart was NOT checked.'
  exit 0
fi
rendered=$(mktemp -d)
trap 'rm -rf "$rendered"' EXIT
cluster=(--kube-version 1.31.0)
postgres=(--set existingSecret=galley --set replicaCount=3)
everything=(--set ingress.enabled=true --set ingress.host=galley.example.com --set ingress.tlsSecret=galley-tls
  --set metrics.serviceMonitor.enabled=true --set networkPolicy.enabled=true
  --set 'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name=monitoring' --set env.GALLEY_TRUST_PROXY=1
  --set otlpGrpc.enabled=true)

helm lint --strict --quiet "${cluster[@]}" "$chart"
helm lint --strict --quiet "${cluster[@]}" "$chart" "${postgres[@]}" "${everything[@]}"
helm template galley "${cluster[@]}" "$chart" >"$rendered/sqlite.yaml"
helm template galley "${cluster[@]}" "$chart" "${postgres[@]}" >"$rendered/postgres.yaml"
helm template galley "${cluster[@]}" "$chart" "${postgres[@]}" "${everything[@]}" >"$rendered/everything.yaml"

has() {
  grep -q "$2" "$rendered/$1.yaml" || { echo "$1: \"$2\" is missing" >&2; exit 1; }
}
has sqlite "app.kubernetes.io/version: \"$(node -p 'require("./package.json").version')\""
has sqlite 'kind: StatefulSet'
has sqlite 'ReadWriteOncePod'
has postgres 'kind: Deployment'
has postgres 'helm.sh/hook: pre-install,pre-upgrade'
has everything 'kind: ServiceMonitor'
has everything 'kind: NetworkPolicy'
has everything 'kind: Ingress'
has everything 'GALLEY_OTLP_GRPC_PORT'

# refused MESSAGE ARGUMENT...: the chart must not render, and must say MESSAGE.
refused() {
  local message=$1 answer
  shift
  if answer=$(helm template galley "${cluster[@]}" "$chart" "$@" 2>&1); then
    echo "the chart accepts: $*" >&2
    exit 1
  fi
  grep -q "$message" <<<"$answer" || { echo "the refusal of $* does not say \"$message\": $answer" >&2; exit 1; }
}
refused 'SQLite serves one pod' --set replicaCount=2
refused 'name it in existingSecret' --set env.DATABASE_URL=postgres://host/galley
refused 'the chart sets it' --set env.GALLEY_PORT=80
refused 'needs ingress.host' --set ingress.enabled=true
refused '[Aa]dditional propert' --set replicaCounts=2

if ! command -v kubernetes-validate >/dev/null; then
  echo 'The chart lints and renders. kubernetes-validate is not installed, so no schema of Kubernetes was applied.'
  exit 0
fi
# ServiceMonitor belongs to the Prometheus operator, so its schema is not among them.
helm template galley "${cluster[@]}" "$chart" "${postgres[@]}" "${everything[@]}" --set metrics.serviceMonitor.enabled=false \
  >"$rendered/everything.yaml"
kubernetes-validate --strict -k 1.31 "$rendered"/*.yaml
echo 'The chart lints, renders and fits the schemas.'
