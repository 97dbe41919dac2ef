#!/usr/bin/env bash
# kubectl apply joins two containers of one name into one, if the object on the server has a container of that name.
#
# Needs go, and network access to the Go module proxy for the first run.
#
# A create and a replace of a manifest with two containers of one name are refused: Duplicate value. kubectl apply sends
# a patch instead, which k8s.io/apimachinery 0.37.1 computes from the manifest, the last-applied annotation and the
# object. There the second container of the manifest becomes a change of the first, so the server gets a valid object
# that nobody wrote: the image of the one with the command of the other.
#
# Output, the patch and the Pod after it:
#
#   patch: {"spec":{"$setElementOrder/containers":[{"name":"a"},{"name":"a"}],"containers":[{"command":["b"],"image":"x","name":"a"}]}}
#   after: {"spec":{"containers":[{"command":["b"],"image":"x","name":"a"}]}}
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

const (
	before = `{"spec":{"containers":[{"name":"a","image":"x"}]}}`
	twice  = `{"spec":{"containers":[{"name":"a","image":"x"},{"name":"a","command":["b"]}]}}`
)

func main() {
	schema, err := strategicpatch.NewPatchMetaFromStruct(core.Pod{})
	if err != nil {
		log.Fatal(err)
	}
	patch, err := strategicpatch.CreateThreeWayMergePatch([]byte(before), []byte(twice), []byte(before), schema, true)
	if err != nil {
		log.Fatal(err)
	}
	after, err := strategicpatch.StrategicMergePatch([]byte(before), patch, core.Pod{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("patch: %s\nafter: %s\n", patch, after)
}
GO

expected=$(sed -n 's/^#   \(.*{.*\)/\1/p' "$0")
output=$(cd "$folder" && go run -mod=mod . 2>"$folder/errors") || { cat "$folder/errors" >&2; exit 1; }
printf '%s\n' "$output"
[[ $output == "$expected" ]] || { printf 'changed, expected:\n%s\n' "$expected" >&2; exit 1; }
