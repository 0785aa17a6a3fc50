{{- define "galley.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "galley.selector" -}}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* Pods that serve: the migration's pod has another component, so that the Service leaves it out. */}}
{{- define "galley.serverSelector" -}}
{{ include "galley.selector" . }}
app.kubernetes.io/component: server
{{- end -}}

{{- define "galley.labels" -}}
{{ include "galley.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "galley.check" -}}
{{- if and (not .Values.existingSecret) (gt (int .Values.replicaCount) 1) -}}
{{- fail (printf "replicaCount is %d, but SQLite serves one pod. Set existingSecret to a secret with DATABASE_URL and GALLEY_SECRET_KEY to run several on PostgreSQL." (int .Values.replicaCount)) -}}
{{- end -}}
{{- range $name := list "DATABASE_URL" "GALLEY_SECRET_KEY" -}}
{{- if hasKey $.Values.env $name -}}
{{- fail (printf "%s does not belong in env: put DATABASE_URL and GALLEY_SECRET_KEY into a secret and name it in existingSecret." $name) -}}
{{- end -}}
{{- end -}}
{{- range $name := list "GALLEY_DATA" "GALLEY_HOST" "GALLEY_PORT" "GALLEY_METRICS_PORT" "GALLEY_OTLP_GRPC_PORT" "GALLEY_DRAIN_SECONDS" "GALLEY_STOP_SECONDS" -}}
{{- if hasKey $.Values.env $name -}}
{{- fail (printf "%s does not belong in env: the chart sets it. Use service.port, metrics.port, otlpGrpc.port, drainSeconds or stopSeconds." $name) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "ingress.enabled needs ingress.host." -}}
{{- end -}}
{{- if and .Values.metrics.serviceMonitor.enabled (not .Values.metrics.enabled) -}}
{{- fail "metrics.serviceMonitor.enabled needs metrics.enabled." -}}
{{- end -}}
{{- end -}}

{{/* What the server and the migration have in common. */}}
{{- define "galley.podCommon" -}}
# Links would set GALLEY_PORT to "tcp://..." for a Service named galley.
enableServiceLinks: false
automountServiceAccountToken: false
securityContext:
  {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- define "galley.containerCommon" -}}
image: {{ printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  {{- toYaml .Values.securityContext | nindent 2 }}
resources:
  {{- toYaml .Values.resources | nindent 2 }}
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- with .Values.envFrom }}
envFrom:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- define "galley.env" -}}
# A folder of its own: the root of the volume belongs to root, and Galley makes its folder private to its user.
- { name: GALLEY_DATA, value: /data/galley }
- { name: GALLEY_HOST, value: 0.0.0.0 }
- { name: GALLEY_PORT, value: "4400" }
- { name: GALLEY_DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
- { name: GALLEY_STOP_SECONDS, value: {{ .Values.stopSeconds | quote }} }
{{- if .Values.metrics.enabled }}
- { name: GALLEY_METRICS_PORT, value: {{ .Values.metrics.port | quote }} }
{{- end }}
{{- if .Values.otlpGrpc.enabled }}
- { name: GALLEY_OTLP_GRPC_PORT, value: {{ .Values.otlpGrpc.port | quote }} }
{{- end }}
{{- with .Values.existingSecret }}
- name: DATABASE_URL
  valueFrom: { secretKeyRef: { name: {{ . | quote }}, key: DATABASE_URL } }
- name: GALLEY_SECRET_KEY
  valueFrom: { secretKeyRef: { name: {{ . | quote }}, key: GALLEY_SECRET_KEY } }
{{- end }}
{{- range $name, $value := .Values.env }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end -}}

{{/* The pod of the StatefulSet and of the Deployment. */}}
{{- define "galley.serverPod" -}}
metadata:
  labels:
    {{- include "galley.labels" . | nindent 4 }}
    app.kubernetes.io/component: server
    {{- with .Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .Values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "galley.podCommon" . | nindent 2 }}
  {{- with .Values.topologySpreadConstraints }}
  topologySpreadConstraints:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # The drain, the time for calls under way, and 10 s to close storage.
  terminationGracePeriodSeconds: {{ add (int .Values.drainSeconds) (int .Values.stopSeconds) 10 }}
  containers:
    - name: galley
      {{- include "galley.containerCommon" . | nindent 6 }}
      args: [serve]
      env:
        {{- include "galley.env" . | nindent 8 }}
      ports:
        - { name: http, containerPort: 4400 }
        {{- if .Values.metrics.enabled }}
        - { name: metrics, containerPort: {{ .Values.metrics.port }} }
        {{- end }}
        {{- if .Values.otlpGrpc.enabled }}
        - { name: otlp-grpc, containerPort: {{ .Values.otlpGrpc.port }} }
        {{- end }}
      # 30 minutes: the server listens once it has migrated, and a liveness probe would kill a long migration again and again.
      startupProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 5
        timeoutSeconds: 5
        failureThreshold: 360
      livenessProbe:
        httpGet: { path: /livez, port: http }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: http }
        periodSeconds: 5
        timeoutSeconds: 3
        failureThreshold: 2
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 256Mi } }
    {{- if .Values.existingSecret }}
    - { name: data, emptyDir: { sizeLimit: {{ .Values.scratch.sizeLimit }} } }
    {{- end }}
{{- end -}}
