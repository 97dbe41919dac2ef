// binary asks the code of one Kubernetes release what is built into its components:
//
//	binary flags                    the flags of components, each with its type and default
//	binary plugins                  the admission plugins of kube-apiserver, and which of them are off by default
//	binary expressions FROM TO      what expressions find at each compatibility version, with the validators of constants
//	binary objects                  the objects that expressions of admission policies find, and their variables
//	binary costs  < RULES           what rules of a CustomResourceDefinition, {"schema","rule"} a line, are estimated to cost
//
// Everything is printed as JSON.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"k8s.io/klog/v2"
)

func main() {
	klog.LogToStderr(false)
	klog.SetOutput(io.Discard)
	commands := map[string]func([]string) error{
		"flags":       printFlags,
		"plugins":     printPlugins,
		"expressions": printExpressions,
		"objects":     printObjects,
		"costs":       printCosts,
	}
	if len(os.Args) < 2 || commands[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: binary flags|plugins|expressions|objects|costs")
		os.Exit(2)
	}
	if err := commands[os.Args[1]](os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func print(value any) error {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}
