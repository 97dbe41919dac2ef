#!/usr/bin/env bash
# Says what the update of a chart changes for its cluster: renders the chart as it was at a revision of git and as it is,
# with its dependencies, and compares the objects. Fails where the new version has errors, so that a pull request of
# Renovate or Dependabot shows them.
#
#   changes.sh CHART REVISION [FLAGS of helm template, such as --values FILE]
#
#   TARGETS   targets, one a line; without any, those of .kubecompat.yaml
#   SUMMARY   a file to write the changes to as Markdown as well, such as $GITHUB_STEP_SUMMARY
set -euo pipefail
chart=${1:?the folder of a chart}
revision=${2:?a revision of git, such as origin/main}
shift 2

top=$(git rev-parse --show-toplevel)
work=$(mktemp -d)
trap 'cd "$top"; git worktree remove --force "$work/base" > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
git worktree add --quiet --detach "$work/base" "$revision"
# Where the folder of the chart lies in the repository.
prefix=$(git rev-parse --show-prefix)

render() { # FOLDER OUTPUT FLAGS...
  local folder=$1 output=$2
  shift 2
  helm dependency build "$folder" > /dev/null
  # The release is the same on both sides, so that names are.
  helm template release "$folder" --include-crds "$@" > "$output"
}
mkdir "$work/old" "$work/new"
[ ! -e "$work/base/$prefix$chart/Chart.yaml" ] || (cd "$work/base/$prefix" && render "$chart" "$work/old/rendered.yaml" "$@")
# In a copy: dependencies are not left in the working folder.
mkdir "$work/now"
git -C "$top" ls-files -z --cached --others --exclude-standard \
  | (cd "$top" && while IFS= read -r -d '' file; do
       [ ! -f "$file" ] || { mkdir -p "$work/now/$(dirname "$file")"; cp -P "$file" "$work/now/$file"; }
     done)
(cd "$work/now/$prefix" && render "$chart" "$work/new/rendered.yaml" "$@")

targets=()
while IFS= read -r line; do
  [ -z "$line" ] || targets+=("--target=$line")
done <<< "${TARGETS:-}"
[ ! -f .kubecompat.yaml ] || cp .kubecompat.yaml "$work/"
cd "$work"
kubecompat diff new --old old ${targets[@]+"${targets[@]}"} | tee changes.txt
if [ -n "${SUMMARY:-}" ]; then
  # A fence that is longer than any within.
  { echo "### Changes of $chart"; echo; echo '``````text'; cat changes.txt; echo '``````'; } >> "$SUMMARY"
fi
kubecompat check new --old old ${targets[@]+"${targets[@]}"} --format text
