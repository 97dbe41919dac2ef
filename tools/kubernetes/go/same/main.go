// same tells of pairs of manifests whether both mean the same to one Kubernetes release. It reads lines {"id","old","new"}
// and answers each with {"id","same"}, with "diff" where they differ, or with {"id","error"} where the release cannot
// read one of them.
//
// It uses nothing but the schemes, so that it can be built of releases whose other code is unlike today's. A generated
// file (groups.go) has the groups of the release.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
)

// codecs reads the types of all three servers: kube-apiserver, apiextensions and the aggregator.
var codecs serializer.CodecFactory

func main() {
	apiextensions.Install(legacyscheme.Scheme)
	apiregistration.Install(legacyscheme.Scheme)
	codecs = serializer.NewCodecFactory(legacyscheme.Scheme)
	if err := answerPairs(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type pair struct{ ID, Old, New string }

type answer struct {
	ID    string   `json:"id"`
	Same  *bool    `json:"same,omitempty"`
	Diff  []string `json:"diff,omitempty"`
	Error string   `json:"error,omitempty"`
}

func answerPairs() error {
	lines := bufio.NewScanner(os.Stdin)
	// A pair of manifests may be a long line.
	lines.Buffer(make([]byte, 1<<20), 1<<27)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked pair
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		if err := answers.Encode(compare(asked)); err != nil {
			return err
		}
	}
	return lines.Err()
}

func compare(asked pair) (row answer) {
	row.ID = asked.ID
	// Conversions may panic on objects that no client would send.
	defer func() {
		if panicked := recover(); panicked != nil {
			row.Error = fmt.Sprintf("panic: %v", panicked)
		}
	}()
	diff, err := differencesOf(asked.Old, asked.New)
	if err != nil {
		row.Error = err.Error()
		return row
	}
	same := len(diff) == 0
	row.Same, row.Diff = &same, diff
	return row
}
