#!/usr/bin/env bash
# A strategic merge patch with `$patch: replace` loses the map that it brings if the object does not have it yet.
#
# Needs go, and network access to the Go module proxy for the first run.
#
# The directive says that the map of the patch takes the place of the object's. With k8s.io/apimachinery 0.37.1, which
# kube-apiserver and kubectl merge with, that works where the object has the field, even an empty one. Where the object
# lacks it, the result lacks it too, without an error; the same patch without the directive adds it.
#
# Output, the Pod after the patch:
#
#   an object with the field: {"spec":{"securityContext":{"runAsUser":1}}}
#   an object with an empty field: {"spec":{"securityContext":{"runAsUser":1}}}
#   an object without the field: {"spec":{}}
#   the same without the directive: {"spec":{"securityContext":{"runAsUser":1}}}
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/go.mod" <<'MOD'
module finding

go 1.24

require (
	k8s.io/api v0.37.1
	k8s.io/apimachinery v0.37.1
)
MOD
cat >"$folder/main.go" <<'GO'
package main

import (
	"fmt"
	"log"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
)

const replacing = `{"spec":{"securityContext":{"runAsUser":1,"$patch":"replace"}}}`

// cases are objects and patches, each with a name.
var cases = []struct{ name, object, patch string }{
	{"an object with the field", `{"spec":{"securityContext":{"fsGroup":2}}}`, replacing},
	{"an object with an empty field", `{"spec":{"securityContext":{}}}`, replacing},
	{"an object without the field", `{"spec":{}}`, replacing},
	{"the same without the directive", `{"spec":{}}`, `{"spec":{"securityContext":{"runAsUser":1}}}`},
}

func main() {
	for _, each := range cases {
		after, err := strategicpatch.StrategicMergePatch([]byte(each.object), []byte(each.patch), core.Pod{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%s: %s\n", each.name, after)
	}
}
GO

expected=$(sed -n 's/^#   \(.*{.*\)/\1/p' "$0")
output=$(cd "$folder" && go run -mod=mod . 2>"$folder/errors") || { cat "$folder/errors" >&2; exit 1; }
printf '%s\n' "$output"
[[ $output == "$expected" ]] || { printf 'changed, expected:\n%s\n' "$expected" >&2; exit 1; }
