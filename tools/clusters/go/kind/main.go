// kind tells which configuration of kubeadm kind writes for the first control plane node of a cluster, as
// `getKubeadmConfig` in pkg/cluster/internal/create/actions/config/config.go makes it.
package main

import (
	"strings"

	"sigs.k8s.io/kind/pkg/cluster/internal/kubeadm"
	"sigs.k8s.io/kind/pkg/internal/apis/config"
	"sigs.k8s.io/kind/pkg/internal/apis/config/encoding"
	"sigs.k8s.io/kind/pkg/internal/patch"
)

func main() { serve(read) }

func read(asked request) answer {
	cluster, err := encoding.Parse([]byte(asked.Text))
	if err != nil {
		return refused(err)
	}
	config.SetDefaultsCluster(cluster)
	if err := cluster.Validate(); err != nil {
		return refused(err)
	}
	for i := range cluster.Nodes {
		if cluster.Nodes[i].Role == config.ControlPlaneRole {
			return configOf(cluster, &cluster.Nodes[i], asked.Version)
		}
	}
	return answer{Refused: "no control plane"}
}

// configOf is the configuration of a node; its image has the version, which is asked of the running container.
func configOf(cluster *config.Cluster, node *config.Node, version string) answer {
	network := cluster.Networking
	data := kubeadm.ConfigData{
		NodeProvider: "docker", ClusterName: cluster.Name, ControlPlaneEndpoint: "kind-control-plane:6443", APIBindPort: 6443,
		APIServerAddress: network.APIServerAddress, Token: kubeadm.Token, PodSubnet: network.PodSubnet,
		KubeProxyMode: string(network.KubeProxyMode), ServiceSubnet: network.ServiceSubnet, ControlPlane: true,
		IPFamily: network.IPFamily, FeatureGates: cluster.FeatureGates, RuntimeConfig: cluster.RuntimeConfig,
		KubernetesVersion: version, NodeAddress: "172.18.0.2", NodeName: "kind-control-plane",
	}
	written, err := kubeadm.Config(data)
	if err != nil {
		return refused(err)
	}
	patched, err := patch.KubeYAML(written, cluster.KubeadmConfigPatches, cluster.KubeadmConfigPatchesJSON6902)
	if err == nil && len(node.KubeadmConfigPatches)+len(node.KubeadmConfigPatchesJSON6902) > 0 {
		patched, err = patch.KubeYAML(patched, node.KubeadmConfigPatches, node.KubeadmConfigPatchesJSON6902)
	}
	if err != nil {
		return refused(err)
	}
	return answer{Config: strings.ReplaceAll(patched, "metadata:\n  name: config\n", "")}
}
