package main

import (
	"k8s.io/kubernetes/pkg/kubeapiserver"
)

// printVersions prints the versions of each group in the scheme's order of preference, and the fixed storage versions.
func printVersions() error {
	groups := map[string][]string{}
	for _, one := range scheme.PrioritizedVersionsAllGroups() {
		groups[one.Group] = append(groups[one.Group], one.Version)
	}
	stored := map[string]string{}
	for _, one := range kubeapiserver.NewStorageFactoryConfig().ResourceEncodingOverrides {
		stored[one.GroupResource().String()] = one.Version
	}
	return print(map[string]any{"registered": groups, "storedAs": stored})
}
