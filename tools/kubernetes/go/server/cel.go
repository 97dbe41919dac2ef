package main

import (
	"sort"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// printCEL prints the overloads of every function that expressions find at each compatibility version from the emulated one on.
func printCEL(emulated string) error {
	first := version.MustParse(emulated)
	found := map[string][]string{}
	for minor := first.Minor(); minor <= first.Minor()+2; minor++ {
		at := version.MajorMinor(first.Major(), minor)
		env, err := baseEnvSet(at).Env(environment.NewExpressions)
		if err != nil {
			return err
		}
		overloads := []string{}
		for _, function := range env.Functions() {
			for _, overload := range function.OverloadDecls() {
				overloads = append(overloads, overload.ID())
			}
		}
		sort.Strings(overloads)
		found[at.String()] = overloads
	}
	return print(found)
}
