# For renew.sh: source tools/handOver.sh, in the repository. Sets $forge to the argument of renew.sh, $base to the commit that
# branches begin at, and $work to a folder that is removed at the end.

forge=${1:?usage: renew.sh github|gitlab}
case $forge in github | gitlab) ;; *) echo "not a forge: $forge" >&2; exit 2 ;; esac
base=$(git rev-parse HEAD)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Whether a branch is there already; says so if it is.
is_there() {
  git ls-remote --exit-code --heads origin "$1" > /dev/null && echo "$1 is there already."
}

# The beginning of a file, as forges limit descriptions to some 65,000 characters.
shortened() {
  awk '{ size += length($0) + 8 } size > 40000 { print "The pipeline has the whole list."; exit } { print }' "$1"
}

# Commits what is staged on the branch and opens a pull or merge request with a text: hand_over FORGE BRANCH TITLE FILE.
hand_over() {
  local forge=$1 branch=$2 title=$3 text=$4
  git -c user.name=kubecompat -c user.email=kubecompat@localhost commit --quiet --message "$title"
  if [ "$forge" = github ]; then
    git push --quiet origin "$branch"
    { echo '```'; shortened "$text"; echo '```'; } > "$text.body"
    gh pr create --head "$branch" --title "$title" --body-file "$text.body"
    return
  fi
  # A push option has no line breaks.
  local lines
  lines=$(shortened "$text" | sed -e 's/&/\&amp;/g' -e 's/</\&lt;/g' -e 's/>/\&gt;/g' | awk '{ printf "%s&#10;", $0 }')
  git push --quiet -o merge_request.create -o "merge_request.title=$title" \
    -o "merge_request.description=<pre>$lines</pre>" origin "$branch"
}
