// server asks the code of one Kubernetes release, without starting a server:
//
//	server versions             registered versions of all groups, and which resources are stored in a fixed version
//	server kinds                every kind that the release installs, the gates that decide about it, its default
//	server gates                every registered feature gate
//	server cel                  the functions of expressions by compatibility version, from -emulated on
//	server defaults  < OBJECTS  what defaulting adds to objects, one JSON a line
//	server dropped   < OBJECTS  which fields a create drops from objects while a gate is off, at -emulated
//
// Everything is printed as JSON.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"k8s.io/klog/v2"
	apiregistration "k8s.io/kube-aggregator/pkg/apis/apiregistration/install"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	_ "k8s.io/kubernetes/pkg/apis/extensions/install"
	_ "k8s.io/kubernetes/pkg/controlplane"
)

// scheme has the types of all three servers in one: kube-apiserver, apiextensions and the aggregator.
var (
	scheme = legacyscheme.Scheme
	codecs serializer.CodecFactory
)

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	apiextensions.Install(scheme)
	apiregistration.Install(scheme)
	codecs = serializer.NewCodecFactory(scheme)
	emulated := flag.String("emulated", "", "the version to emulate")
	flag.Parse()
	commands := map[string]func() error{
		"versions": printVersions,
		"kinds":    printKinds,
		"gates":    printGates,
		"cel":      func() error { return printCEL(*emulated) },
		"defaults": printDefaults,
		"dropped":  func() error { return printDropped(*emulated) },
	}
	command := commands[flag.Arg(0)]
	if command == nil {
		fmt.Fprintln(os.Stderr, "usage: server [-emulated VERSION] versions|kinds|gates|cel|defaults|dropped")
		os.Exit(2)
	}
	if err := command(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func print(value any) error {
	return json.NewEncoder(os.Stdout).Encode(value)
}

// eachLine hands over the lines of standard input, which may be long.
func eachLine(visit func(line []byte) error) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<27)
	for lines.Scan() {
		if err := visit(lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// guarded runs what may panic on objects that no client would send.
func guarded(run func() error) (err error) {
	defer func() {
		if panicked := recover(); panicked != nil {
			err = fmt.Errorf("panic: %v", panicked)
		}
	}()
	return run()
}
