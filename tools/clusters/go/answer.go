package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// request is a file of the tool, with the version of Kubernetes where the file does not have it.
type request struct {
	Text    string `json:"text"`
	Version string `json:"version"`
}

// answer is what the tool makes of a file: the words that it would start kube-apiserver with, or why it refuses the
// file. A tool that only writes the configuration of another one answers with that.
type answer struct {
	Flags   []string `json:"flags,omitempty"`
	Refused string   `json:"refused,omitempty"`
	Config  string   `json:"config,omitempty"`
}

// serve answers each line of the input.
func serve(read func(request) answer) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<24)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked request
		err := json.Unmarshal(lines.Bytes(), &asked)
		if err == nil {
			err = answers.Encode(guarded(read, asked))
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

func guarded(read func(request) answer, asked request) (found answer) {
	defer func() {
		if panicked := recover(); panicked != nil {
			found = answer{Refused: fmt.Sprintf("panic: %v", panicked)}
		}
	}()
	return read(asked)
}

func refused(err error) answer { return answer{Refused: err.Error()} }
