#!/usr/bin/env bash
# Builds the command line of the checked out action, once.
set -euo pipefail
cd "$GITHUB_ACTION_PATH"
if ! node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'; then
  echo "::error title=Kubecompat::Node.js 20.19 or later is needed; add actions/setup-node before this action"
  exit 2
fi
[ -f dist/cli.js ] && exit 0
npm ci --ignore-scripts --no-audit --no-fund
npm run --silent build
