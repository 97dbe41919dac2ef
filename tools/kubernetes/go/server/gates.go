package main

import (
	"sort"

	"k8s.io/apimachinery/pkg/util/version"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

type gateSpec struct {
	Version                 string `json:"version"`
	Default                 bool   `json:"default"`
	PreRelease              string `json:"preRelease"`
	LockToDefault           bool   `json:"lockToDefault"`
	MinCompatibilityVersion string `json:"minCompatibilityVersion,omitempty"`
}

type gate struct {
	Specs     []gateSpec `json:"specs"`
	DependsOn []string   `json:"dependsOn,omitempty"`
}

// printGates prints what every gate of the process was registered with.
func printGates() error {
	gates := map[string]gate{}
	dependencies := dependenciesOfGates()
	for name, specs := range utilfeature.DefaultMutableFeatureGate.GetAllVersioned() {
		one := gate{}
		for _, spec := range specs {
			stage := string(spec.PreRelease)
			if stage == "" {
				stage = "GA"
			}
			row := gateSpec{Version: spec.Version.String(), Default: spec.Default, PreRelease: title(stage), LockToDefault: spec.LockToDefault}
			row.MinCompatibilityVersion = minCompatibilityOf(spec)
			one.Specs = append(one.Specs, row)
		}
		for _, other := range dependencies[name] {
			one.DependsOn = append(one.DependsOn, string(other))
		}
		sort.Strings(one.DependsOn)
		gates[string(name)] = one
	}
	return print(gates)
}

// title writes a stage as the lists of gates do: Alpha, Beta, GA, Deprecated.
func title(stage string) string {
	switch stage {
	case "ALPHA":
		return "Alpha"
	case "BETA":
		return "Beta"
	case "DEPRECATED":
		return "Deprecated"
	}
	return stage
}

func emulate(minor string) error {
	if minor == "" {
		return nil
	}
	return utilfeature.DefaultMutableFeatureGate.SetEmulationVersion(version.MustParse(minor))
}

// settable are the gates that can be turned on and off at the emulated version: those that are known there and not locked,
// and whose dependencies can be on.
func settable() []featuregate.Feature {
	known := utilfeature.DefaultMutableFeatureGate.GetAll()
	dependencies := dependenciesOfGates()
	var canBeOn func(name featuregate.Feature) bool
	canBeOn = func(name featuregate.Feature) bool {
		spec, ok := known[name]
		if !ok || (spec.LockToDefault && !spec.Default) {
			return false
		}
		for _, needed := range dependencies[name] {
			if !canBeOn(needed) {
				return false
			}
		}
		return true
	}
	var names []featuregate.Feature
	for name, spec := range known {
		if !spec.LockToDefault && name != "AllAlpha" && name != "AllBeta" && canBeOn(name) {
			names = append(names, name)
		}
	}
	sort.Slice(names, func(a, b int) bool { return names[a] < names[b] })
	return names
}

// allOn turns on every gate that can be set.
func allOn(names []featuregate.Feature) error {
	states := map[string]bool{}
	for _, name := range names {
		states[string(name)] = true
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(states)
}

// without turns a gate off, and with it those that depend on it, as nothing starts otherwise; run runs meanwhile.
func without(name featuregate.Feature, run func() error) error {
	off, on := map[string]bool{string(name): false}, map[string]bool{string(name): true}
	for other := range dependents(name) {
		if isSettable(other) {
			off[string(other)], on[string(other)] = false, true
		}
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(off); err != nil {
		return err
	}
	if err := run(); err != nil {
		return err
	}
	return utilfeature.DefaultMutableFeatureGate.SetFromMap(on)
}

func isSettable(name featuregate.Feature) bool {
	spec, known := utilfeature.DefaultMutableFeatureGate.GetAll()[name]
	return known && !spec.LockToDefault
}

// dependents are the gates that depend on a gate, by way of others too.
func dependents(name featuregate.Feature) map[featuregate.Feature]bool {
	found := map[featuregate.Feature]bool{}
	for other, needed := range dependenciesOfGates() {
		for _, one := range needed {
			if one == name && !found[other] {
				found[other] = true
				for further := range dependents(other) {
					found[further] = true
				}
			}
		}
	}
	return found
}

// ownOnly leaves out of the gates that make something go those that do so only because a gate that depends on them goes too.
func ownOnly(gates []string) []string {
	var own []string
	for _, name := range gates {
		others := dependents(featuregate.Feature(name))
		indirect := false
		for _, other := range gates {
			indirect = indirect || others[featuregate.Feature(other)]
		}
		if !indirect {
			own = append(own, name)
		}
	}
	return own
}
