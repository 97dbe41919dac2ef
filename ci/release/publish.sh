#!/usr/bin/env bash
# Publishes the files of release/ for the tag TAG: a release of the repository, and the package of npm where there is a
# token for it. What was changed since it was made is not published.
set -euo pipefail

cd release
sha256sum --check --quiet SHA256SUMS
mapfile -t files < <(cut -c67- SHA256SUMS)
gh release create "$TAG" --verify-tag --title "$TAG" --notes-file RELEASE_NOTES.md "${files[@]}" SHA256SUMS

if [ -z "${NODE_AUTH_TOKEN:-}" ]; then
  echo "not published to npm: NPM_TOKEN is not set"
else
  npm publish "./kubecompat-${TAG#v}.tgz" --access public --provenance
fi
