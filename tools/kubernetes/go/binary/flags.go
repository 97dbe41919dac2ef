package main

import (
	"sort"

	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllermanager "k8s.io/kubernetes/cmd/kube-controller-manager/app/options"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app/options"
	"k8s.io/kubernetes/pkg/kubeapiserver/options"
)

type flagRow struct {
	Type       string `json:"type"`
	Default    string `json:"default,omitempty"`
	Deprecated string `json:"deprecated,omitempty"`
}

// printFlags prints the flags of the control plane's components. Of the controller manager and the scheduler those of their
// options, as their commands bring all controllers with them; the global ones, such as --version, are left out there.
func printFlags([]string) error {
	manager, err := controllermanager.NewKubeControllerManagerOptions()
	if err != nil {
		return err
	}
	// First, as that of 1.34 changes the default of a gate, which it may not once gates are flags of another component.
	ofManager := rowsOfSets(manager.Flags(nil, nil, nil))
	return print(map[string]map[string]flagRow{
		"kube-apiserver":          rowsOf(apiserver.NewAPIServerCommand().Flags()),
		"kube-controller-manager": ofManager,
		"kube-scheduler":          rowsOfSets(*scheduler.NewOptions().Flags),
	})
}

func rowsOfSets(sets cliflag.NamedFlagSets) map[string]flagRow {
	rows := map[string]flagRow{}
	for _, set := range sets.FlagSets {
		for name, row := range rowsOf(set) {
			rows[name] = row
		}
	}
	return rows
}

// rowsOf leaves out defaults of maps, whose order is another one in each run, and of what depends on the machine.
func rowsOf(set *pflag.FlagSet) map[string]flagRow {
	rows := map[string]flagRow{}
	set.VisitAll(func(one *pflag.Flag) {
		row := flagRow{Type: one.Value.Type(), Deprecated: one.Deprecated}
		switch row.Type {
		case "bool", "int", "int32", "int64", "float32", "string", "duration":
			row.Default = one.DefValue
		}
		rows[one.Name] = row
	})
	return rows
}

// printPlugins prints the admission plugins in their order, and those that are off by default.
func printPlugins([]string) error {
	off := options.DefaultOffAdmissionPlugins().UnsortedList()
	sort.Strings(off)
	return print(map[string][]string{"ordered": options.AllOrderedPlugins, "off": off})
}
