package main

import (
	"k8s.io/apiserver/pkg/registry/rest"
	"k8s.io/kubernetes/pkg/registry/core/configmap"
	"k8s.io/kubernetes/pkg/registry/core/endpoint"
	"k8s.io/kubernetes/pkg/registry/core/limitrange"
	"k8s.io/kubernetes/pkg/registry/core/namespace"
	"k8s.io/kubernetes/pkg/registry/core/node"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolume"
	"k8s.io/kubernetes/pkg/registry/core/persistentvolumeclaim"
	"k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/pkg/registry/core/podtemplate"
	"k8s.io/kubernetes/pkg/registry/core/replicationcontroller"
	"k8s.io/kubernetes/pkg/registry/core/resourcequota"
	"k8s.io/kubernetes/pkg/registry/core/secret"
	"k8s.io/kubernetes/pkg/registry/core/service"
	"k8s.io/kubernetes/pkg/registry/core/serviceaccount"
)

// coreStrategies are named one by one: what installs the core group wants addresses, ports and a server around it.
var coreStrategies = map[string]rest.RESTCreateStrategy{
	"ConfigMap":             configmap.Strategy,
	"Endpoints":             endpoint.Strategy,
	"LimitRange":            limitrange.Strategy,
	"Namespace":             namespace.Strategy,
	"Node":                  node.Strategy,
	"PersistentVolume":      persistentvolume.Strategy,
	"PersistentVolumeClaim": persistentvolumeclaim.Strategy,
	"Pod":                   pod.Strategy,
	"PodTemplate":           podtemplate.Strategy,
	"ReplicationController": replicationcontroller.Strategy,
	"ResourceQuota":         resourcequota.Strategy,
	"Secret":                secret.Strategy,
	"Service":               service.Strategy,
	"ServiceAccount":        serviceaccount.Strategy,
}
