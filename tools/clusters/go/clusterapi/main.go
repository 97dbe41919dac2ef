// clusterapi tells which configuration of kubeadm Cluster API writes for a KubeadmControlPlane, as
// `handleClusterNotInitialized` in bootstrap/kubeadm/reconcilers/kubeadmconfig does.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/blang/semver/v4"
	v1beta1 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta1"
	v1beta2 "sigs.k8s.io/cluster-api/api/controlplane/kubeadm/v1beta2"
	types "sigs.k8s.io/cluster-api/bootstrap/kubeadm/pkg/types"
	"sigs.k8s.io/cluster-api/bootstrap/kubeadm/pkg/types/upstream"
	"sigs.k8s.io/cluster-api/controlplane/kubeadm/webhooks/conversion"
	"sigs.k8s.io/yaml"
)

func main() { serve(read) }

func read(asked request) answer {
	controlPlane, err := decode([]byte(asked.Text))
	if err != nil {
		return refused(err)
	}
	version, err := semver.ParseTolerant(controlPlane.Spec.Version)
	if err != nil {
		return refused(err)
	}
	written, err := types.MarshalClusterConfigurationForVersion(
		&controlPlane.Spec.KubeadmConfigSpec.ClusterConfiguration, version,
		&upstream.AdditionalData{KubernetesVersion: &controlPlane.Spec.Version},
	)
	if err != nil {
		return refused(err)
	}
	return answer{Config: written}
}

// decode reads an object as kube-apiserver does, which refuses values of another type than that of the definition.
func decode(text []byte) (*v1beta2.KubeadmControlPlane, error) {
	var head struct{ APIVersion string }
	if err := yaml.Unmarshal(text, &head); err != nil {
		return nil, err
	}
	newest := &v1beta2.KubeadmControlPlane{}
	switch head.APIVersion {
	case "controlplane.cluster.x-k8s.io/v1beta2":
		return newest, decodeAs(text, newest)
	case "controlplane.cluster.x-k8s.io/v1beta1":
		older := &v1beta1.KubeadmControlPlane{}
		if err := decodeAs(text, older); err != nil {
			return nil, err
		}
		return newest, conversion.ConvertKubeadmControlPlaneV1Beta1ToHub(context.Background(), older, newest)
	}
	return nil, fmt.Errorf("unknown version: %s", head.APIVersion)
}

func decodeAs(text []byte, object any) error {
	converted, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(converted))
	decoder.DisallowUnknownFields()
	return decoder.Decode(object)
}
