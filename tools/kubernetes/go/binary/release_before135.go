//go:build before135

// What Kubernetes calls differently since 1.35 (release.go).
package main

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

// baseEnvSet has the costs that are enforced, as kube-apiserver does.
func baseEnvSet(compatibility *version.Version) *environment.EnvSet {
	return environment.MustBaseEnvSet(compatibility, true)
}
