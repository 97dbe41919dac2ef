#!/bin/sh
# Moves the branch that Flux follows to the commit that is checked out, where Kubecompat finds nothing in it. Flux then
# never applies a commit that a server would refuse.
#
#   CHECKED_BRANCH  the branch that Flux follows (checked)
#   REMOTE          where to push (origin)
#   CHECK_FLAGS     further flags of kubecompat check, such as --target=1.36 --build-kustomizations
#   CHECK_PATHS     what to check (.)
set -eu
branch=${CHECKED_BRANCH:-checked}
# shellcheck disable=SC2086 # these are lists of words
kubecompat check ${CHECK_PATHS:-.} ${CHECK_FLAGS:-} --fail-on "${FAIL_ON:-error}"
# Not a force: where the branch went elsewhere, somebody has to look.
git push "${REMOTE:-origin}" "HEAD:refs/heads/$branch"
