#!/usr/bin/env bash
# Publishes the files of release/ for the tag TAG: a release of the repository, and the packages of npm where there is a
# token for them. What was changed since it was made is not published.
set -euo pipefail

cd release
sha256sum --check --quiet SHA256SUMS
mapfile -t files < <(cut -c67- SHA256SUMS)
gh release create "$TAG" --verify-tag --title "$TAG" --notes-file RELEASE_NOTES.md "${files[@]}" SHA256SUMS

if [ -z "${NODE_AUTH_TOKEN:-}" ]; then
  echo "not published to npm: NPM_TOKEN is not set"
else
  npm publish "./kubecompat-${TAG#v}.tgz" --access public --provenance
  # Its version is a day: a second release of the same day has the same catalogue.
  for archive in ./kubecompat-catalogue-*.tgz; do
    version=${archive#./kubecompat-catalogue-}
    npm view "kubecompat-catalogue@${version%.tgz}" version > /dev/null 2>&1 ||
      npm publish "$archive" --access public --provenance
  done
fi
