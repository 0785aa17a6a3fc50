#!/usr/bin/env bash
# check.sh: lints the Helm chart and renders it on SQLite and on PostgreSQL. KUBERNETES_SCHEMAS, a schema location of
# kubeconform such as '/schemas/{{ .ResourceKind }}{{ .KindSuffix }}.json', validates what is rendered.
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
  --set 'networkPolicy.metricsFrom[0].namespaceSelector.matchLabels.name=monitoring' --set env.GALLEY_TRUST_PROXY=1)

helm lint --strict --quiet "${cluster[@]}" "$chart"
helm lint --strict --quiet "${cluster[@]}" "$chart" "${postgres[@]}" "${everything[@]}"
helm template galley "${cluster[@]}" "$chart" >"$rendered/sqlite.yaml"
helm template galley "${cluster[@]}" "$chart" "${postgres[@]}" >"$rendered/postgres.yaml"
helm template galley "${cluster[@]}" "$chart" "${postgres[@]}" "${everything[@]}" >"$rendered/everything.yaml"

has() {
  grep -q "$2" "$rendered/$1.yaml" || { echo "$1: \"$2\" is missing" >&2; exit 1; }
}
has sqlite 'kind: StatefulSet'
has sqlite 'ReadWriteOncePod'
has postgres 'kind: Deployment'
has postgres 'helm.sh/hook: pre-install,pre-upgrade'
has everything 'kind: ServiceMonitor'
has everything 'kind: NetworkPolicy'
has everything 'kind: Ingress'

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
refused 'additional properties' --set replicaCounts=2

if [ -z "${KUBERNETES_SCHEMAS:-}" ] || ! command -v kubeconform >/dev/null; then
  echo 'The chart lints and renders. kubeconform or KUBERNETES_SCHEMAS is missing, so no schema of Kubernetes was applied.'
  exit 0
fi
kubeconform -strict -summary -skip ServiceMonitor -schema-location "$KUBERNETES_SCHEMAS" "$rendered"/*.yaml
echo 'The chart lints, renders and fits the schemas.'
