#!/usr/bin/env bash
# kustomize 5.8.1 cannot add a label or an annotation whose key reads as another YAML type without its quotes.
#
# Needs go, and network access to the Go module proxy for the first run.
#
# A kustomization may add a label with the key "1", a valid key of Kubernetes. kustomize loses the quotes of the key and
# fails on the number that it then reads, with a message about a Go type (on one line):
#
#   Error: map[string]interface {}{"apiVersion":"v1", "kind":"ConfigMap", "metadata":map[string]interface {}{
#   "labels":map[interface {}]interface {}{1:"v"}, "name":"settings"}}: json: unsupported type:
#   map[interface {}]interface {}
#
# The same holds for the keys "1.5", "1e3", "true", "False", "null" and "2026-01-01", in `labels`, `commonLabels` and
# `commonAnnotations`. Keys that only YAML 1.1 reads as booleans are added with their quotes: "y", "no", "on". A
# resource that has the label "1" by itself passes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
GOBIN="$folder" go install sigs.k8s.io/kustomize/kustomize/v5@v5.8.1

# Builds a ConfigMap with the labels $1 under a kustomization with the text of the input.
build() {
  printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n  labels: %s\n' "$1" >"$folder/settings.yaml"
  { printf 'resources: [settings.yaml]\n' && cat; } >"$folder/kustomization.yaml"
  "$folder/kustomize" build "$folder" 2>&1
}

# The kustomization's part that adds the key $2 with the field $1.
adding() {
  case $1 in
    labels) printf 'labels:\n- pairs: {"%s": v}\n' "$2" ;;
    *) printf '%s: {"%s": v}\n' "$1" "$2" ;;
  esac
}

changed() {
  printf 'changed: %s\n%s\n' "$1" "$2" >&2
  exit 1
}

for field in labels commonLabels commonAnnotations; do
  for key in 1 1.5 1e3 true False null 2026-01-01; do
    if output=$(adding "$field" "$key" | build '{}'); then changed "$field takes \"$key\"" "$output"; fi
    [[ $output == *'json: unsupported type: map[interface {}]interface {}' ]] ||
      changed "$field refuses \"$key\" with another message" "$output"
  done
  for key in y no on; do
    output=$(adding "$field" "$key" | build '{}') || changed "$field refuses \"$key\"" "$output"
    [[ $output == *"    \"$key\": v"* ]] || changed "$field does not add \"$key\"" "$output"
  done
done

output=$(adding labels tier | build '{"1": v}') || changed 'a label "1" of the resource is refused' "$output"
[[ $output == *'    "1": v'*'    tier: v'* ]] || changed 'a label "1" of the resource is not kept' "$output"
echo 'kustomize 5.8.1 refuses to add the quoted keys "1", "true" and "null", and adds "y", "no" and "on"'
