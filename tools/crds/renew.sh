#!/usr/bin/env bash
# Adds each release of a project that its built-in set does not have yet on a branch of its own and hands the branch over for
# review: renew.sh github|gitlab. A branch that is there already is left to the people who review it.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/handOver.sh

npm run --silent crds -- --look > "$work/releases"
if [ ! -s "$work/releases" ]; then
  echo "The sets have every release."
  exit 0
fi
failed=0
while read -r name release repository <&3; do
  branch=definitions-$name-${release//\//-}
  is_there "$branch" && continue
  rm -rf "$work/checkout"
  git checkout --quiet --force -B "$branch" "$base"
  if ! { git clone --quiet --depth 1 --branch "$release" "$repository" "$work/checkout" &&
    npm run --silent crds -- "$name" --checkout "$work/checkout" --release "$release" > "$work/text" 2>&1; }; then
    echo "$name $release was not added:" >&2
    cat "$work/text" >&2 || true
    failed=1
    continue
  fi
  npm run --silent catalog >> "$work/text" 2>&1 || true
  git add server/data
  hand_over "$forge" "$branch" "Add the definitions of $name $release" "$work/text"
done 3< "$work/releases"
exit $failed
