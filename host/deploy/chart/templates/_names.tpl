{{- define "product-host.labels" -}}
app.kubernetes.io/name: product-host
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
