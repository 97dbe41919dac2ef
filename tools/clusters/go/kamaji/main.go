// kamaji tells which command of kube-apiserver Kamaji writes for a TenantControlPlane.
package main

import (
	"context"

	"github.com/clastix/kamaji/api/v1alpha1"
	"github.com/clastix/kamaji/internal/builders/controlplane"
	appsv1 "k8s.io/api/apps/v1"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/yaml"
)

func main() { serve(read) }

func read(asked request) answer {
	tenant := v1alpha1.TenantControlPlane{}
	if err := yaml.UnmarshalStrict([]byte(asked.Text), &tenant); err != nil {
		return refused(err)
	}
	tenant.Status.ControlPlaneEndpoint = "10.0.0.1:6443"
	deployment := appsv1.Deployment{}
	builder := controlplane.Deployment{Client: fake.NewClientBuilder().Build()}
	builder.DataStore.Spec.Driver = v1alpha1.EtcdDriver
	builder.Build(context.Background(), &deployment, tenant)
	for _, container := range deployment.Spec.Template.Spec.Containers {
		if container.Name == "kube-apiserver" {
			return answer{Flags: append(container.Command, container.Args...)}
		}
	}
	return answer{Refused: "no kube-apiserver"}
}
