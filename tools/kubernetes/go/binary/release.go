//go:build !before135

// What Kubernetes calls differently in releases before 1.35 (release_before135.go).
package main

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
)

func baseEnvSet(compatibility *version.Version) *environment.EnvSet {
	return environment.MustBaseEnvSet(compatibility)
}
