#!/bin/sh
# Prints the manifests of the working folder for Argo CD where the server takes them; else says why not, and fails.
# kustomize and helm are those of Argo CD's image.
set -eu
out=$(mktemp)
trap 'rm -f "$out"' EXIT
if [ -f Chart.yaml ]; then
  helm template "${ARGOCD_APP_NAME:-app}" . --namespace "${ARGOCD_APP_NAMESPACE:-default}" --include-crds > "$out"
elif [ -f kustomization.yaml ] || [ -f kustomization.yml ] || [ -f Kustomization ]; then
  kustomize build . > "$out"
else
  # The manifests as they are, each a document.
  find . -type f \( -name '*.yaml' -o -name '*.yml' \) ! -name '.kubecompat.yaml' | LC_ALL=C sort | while IFS= read -r file; do
    echo ---
    cat "$file"
    echo
  done > "$out"
fi
# 1.36.2 is the minor 1.36.
minor=$(printf '%s' "${KUBE_VERSION:-}" | sed -E 's/^v?([0-9]+\.[0-9]+).*/\1/')
target=${PARAM_TARGET:-$minor}
code=0
# Without a version, the targets are those of .kubecompat.yaml. What is printed here Argo CD shows as the error.
kubecompat check - --stdin-filename rendered.yaml ${target:+"--target=$target"} "--fail-on=${PARAM_FAIL_ON:-error}" < "$out" >&2 || code=$?
[ "$code" -eq 0 ] || exit "$code"
cat "$out"
