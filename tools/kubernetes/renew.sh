#!/usr/bin/env bash
# Derives each release of Kubernetes that the facts do not know yet on a branch of its own and hands the branch over for
# review: renew.sh github|gitlab. A branch that is there already is left to the people who review it.
set -euo pipefail
forge=${1:?usage: renew.sh github|gitlab}
case $forge in github | gitlab) ;; *) echo "not a forge: $forge" >&2; exit 2 ;; esac
cd "$(dirname "$0")/../.."

base=$(git rev-parse HEAD)
text=$(mktemp)
trap 'rm -f "$text"' EXIT

releases=$(npm run --silent kubernetes -- --look)
if [ -z "$releases" ]; then
  echo "The facts know every release."
  exit 0
fi
for release in $releases; do
  branch=kubernetes-$release
  if git ls-remote --exit-code --heads origin "$branch" > /dev/null; then
    echo "$branch is there already."
    continue
  fi
  git checkout --quiet --force -B "$branch" "$base"
  npm run --silent kubernetes -- "$release" | tee "$text"
  # Open decisions make no catalogue: the list of them is what the review is about.
  npm run --silent catalog >> "$text" 2>&1 || true
  git add server/data
  if git diff --cached --quiet; then
    echo "$release changes nothing."
    continue
  fi
  title="Add the facts of Kubernetes $release"
  git -c user.name=kubecompat -c user.email=kubecompat@localhost commit --quiet --message "$title"
  if [ "$forge" = github ]; then
    git push --quiet origin "$branch"
    gh pr create --head "$branch" --title "$title" --body-file "$text"
  else
    git push --quiet -o merge_request.create -o "merge_request.title=$title" origin "$branch"
  fi
done
