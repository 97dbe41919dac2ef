//go:build !before135

// What Kubernetes calls differently in releases before 1.35 (release_before135.go).
package main

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/apiserver/pkg/cel/environment"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

func baseEnvSet(compatibility *version.Version) *environment.EnvSet {
	return environment.MustBaseEnvSet(compatibility)
}

func dependenciesOfGates() map[featuregate.Feature][]featuregate.Feature {
	return utilfeature.DefaultMutableFeatureGate.Dependencies()
}

// minCompatibilityOf is empty for a gate that does not depend on the min compatibility version.
func minCompatibilityOf(spec featuregate.FeatureSpec) string {
	if spec.MinCompatibilityVersion == nil {
		return ""
	}
	return spec.MinCompatibilityVersion.String()
}
