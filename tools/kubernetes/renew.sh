#!/usr/bin/env bash
# Derives each release of Kubernetes that the facts do not know yet on a branch of its own and hands the branch over for
# review: renew.sh github|gitlab. A branch that is there already is left to the people who review it.
set -euo pipefail
cd "$(dirname "$0")/../.."
source tools/handOver.sh

releases=$(npm run --silent kubernetes -- --look)
if [ -z "$releases" ]; then
  echo "The facts know every release."
  exit 0
fi
failed=0
for release in $releases; do
  branch=kubernetes-$release
  is_there "$branch" && continue
  git checkout --quiet --force -B "$branch" "$base"
  if ! npm run --silent kubernetes -- "$release" | tee "$work/text"; then
    echo "$release was not added; the next run goes on from there." >&2
    failed=1
    continue
  fi
  # Open decisions make no catalogue: the list of them is what the review is about.
  npm run --silent catalog >> "$work/text" 2>&1 || true
  git add server/data
  if git diff --cached --quiet; then
    echo "$release changes nothing."
    continue
  fi
  hand_over "$forge" "$branch" "Add the facts of Kubernetes $release" "$work/text"
done
exit $failed
