#!/usr/bin/env bash
# Checks, shows what was found beside the lines and in the summary of the job, and writes SARIF where it is wanted.
set -euo pipefail

arguments=(--format github "--fail-on=$INPUT_FAIL_ON")
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("--target=$line")
done <<< "$INPUT_TARGETS"
[ -z "$INPUT_CHANGED_SINCE" ] || arguments+=("--changed-since=$INPUT_CHANGED_SINCE")
[ -z "$INPUT_BASELINE" ] || arguments+=("--baseline=$INPUT_BASELINE")
[ -z "$INPUT_SARIF_FILE" ] || arguments+=("--output=sarif=$INPUT_SARIF_FILE")
while IFS= read -r line; do
  [ -z "$line" ] || arguments+=("$line")
done <<< "$INPUT_ARGUMENTS"
paths=()
while IFS= read -r line; do
  [ -z "$line" ] || paths+=("$line")
done <<< "$INPUT_PATHS"

summary=$(mktemp)
code=0
node "$GITHUB_ACTION_PATH/dist/cli.js" check "${arguments[@]}" "--output=markdown=$summary" -- "${paths[@]}" || code=$?
cat "$summary" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
rm -f "$summary"
echo "exit-code=$code" >> "${GITHUB_OUTPUT:-/dev/null}"
exit "$code"
