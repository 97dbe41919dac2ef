#!/usr/bin/env bash
# kind 0.33.0 drops an entry of `kubeadmConfigPatches` with another API version than its own, without an error.
#
# Needs go, and network access to the Go module proxy for the first run.
#
# kind writes the configuration of kubeadm as v1beta3 for nodes before Kubernetes 1.36 and as v1beta4 from 1.36. kubeadm
# reads v1beta4 since 1.31 and v1beta3 still in 1.36, so both are valid choices for a patch. kind applies a patch only
# to a document with the same kind and apiVersion, and does not report a patch that matched no document: the cluster
# starts without the flag of kube-apiserver that the patch sets. A patch without an apiVersion is always applied.
#
# Output, with whether the patched configuration has the flag that the patch sets:
#
#   node v1.35.0, patch kubeadm.k8s.io/v1beta3: applied
#   node v1.35.0, patch kubeadm.k8s.io/v1beta4: dropped
#   node v1.35.0, patch without apiVersion: applied
#   node v1.36.0, patch kubeadm.k8s.io/v1beta3: dropped
#   node v1.36.0, patch kubeadm.k8s.io/v1beta4: applied
#   node v1.36.0, patch without apiVersion: applied
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A module below the path of kind, as Go lets only such a module import the internal packages of kind.
cat >"$folder/go.mod" <<'MOD'
module sigs.k8s.io/kind/pkg/cluster/finding

go 1.22

require sigs.k8s.io/kind v0.33.0
MOD
cat >"$folder/main.go" <<'GO'
package main

import (
	"fmt"
	"log"
	"strings"

	"sigs.k8s.io/kind/pkg/cluster/internal/kubeadm"
	"sigs.k8s.io/kind/pkg/internal/apis/config"
	"sigs.k8s.io/kind/pkg/internal/apis/config/encoding"
	"sigs.k8s.io/kind/pkg/internal/patch"
)

// argument is the value of a flag, which v1beta3 has in a map and v1beta4 in a list.
const argument = "PodTopologyLabelsAdmission=true"

const mapped = "extraArgs: {feature-gates: " + argument + "}"

// patches are entries of kubeadmConfigPatches that set the flag, each with a name.
var patches = []struct{ name, apiVersion, apiServer string }{
	{"kubeadm.k8s.io/v1beta3", "apiVersion: kubeadm.k8s.io/v1beta3", mapped},
	{"kubeadm.k8s.io/v1beta4", "apiVersion: kubeadm.k8s.io/v1beta4",
		"extraArgs: [{name: feature-gates, value: " + argument + "}]"},
	{"without apiVersion", "", mapped},
}

func main() {
	for _, node := range []string{"v1.35.0", "v1.36.0"} {
		for _, each := range patches {
			outcome := "dropped"
			if strings.Contains(patched(node, each.apiVersion, each.apiServer), argument) {
				outcome = "applied"
			}
			fmt.Printf("node %s, patch %s: %s\n", node, each.name, outcome)
		}
	}
}

// patched is the configuration of kubeadm that kind makes for a node, as its action "config" does.
func patched(node, apiVersion, apiServer string) string {
	cluster, err := encoding.Parse([]byte(`kind: Cluster
apiVersion: kind.x-k8s.io/v1alpha4
kubeadmConfigPatches:
- |
  kind: ClusterConfiguration
  ` + apiVersion + `
  apiServer:
    ` + apiServer + `
`))
	check(err)
	config.SetDefaultsCluster(cluster)
	check(cluster.Validate())
	written, err := kubeadm.Config(kubeadm.ConfigData{
		NodeProvider: "docker", ClusterName: cluster.Name, KubernetesVersion: node, ControlPlane: true,
		ControlPlaneEndpoint: "kind-control-plane:6443", APIBindPort: 6443, NodeName: "kind-control-plane",
		NodeAddress: "172.18.0.2", Token: kubeadm.Token, PodSubnet: cluster.Networking.PodSubnet,
		ServiceSubnet: cluster.Networking.ServiceSubnet, IPFamily: cluster.Networking.IPFamily,
	})
	check(err)
	result, err := patch.KubeYAML(written, cluster.KubeadmConfigPatches, cluster.KubeadmConfigPatchesJSON6902)
	check(err)
	return result
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
GO

expected=$(sed -n 's/^#   \(node .*\)/\1/p' "$0")
output=$(cd "$folder" && go run -mod=mod .)
printf '%s\n' "$output"
[[ $output == "$expected" ]] || { printf 'changed, expected:\n%s\n' "$expected" >&2; exit 1; }
