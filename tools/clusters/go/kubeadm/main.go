// kubeadm tells which command of kube-apiserver kubeadm writes into the static pod for a configuration file.
package main

import (
	"flag"
	"io"
	"os"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/klog/v2"
	kubeadmapi "k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm"
	"k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm/scheme"
	"k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm/validation"
	"k8s.io/kubernetes/cmd/kubeadm/app/phases/controlplane"
	kubeadmutil "k8s.io/kubernetes/cmd/kubeadm/app/util"
	"k8s.io/kubernetes/cmd/kubeadm/app/util/config"
)

func main() {
	logs := flag.NewFlagSet("logs", flag.ContinueOnError)
	klog.InitFlags(logs)
	_ = logs.Parse([]string{"-logtostderr=false"})
	klog.SetOutput(io.Discard)
	serve(read)
}

// read loads a file as "kubeadm init" does. It refuses experimental versions, which only "kubeadm config" reads; for these,
// experimental takes the same steps.
func read(asked request) answer {
	if strings.Contains(asked.Text, "apiVersion: kubeadm.k8s.io/v1\n") {
		return experimental(asked.Text)
	}
	file, err := os.CreateTemp("", "kubeadm")
	if err != nil {
		return refused(err)
	}
	defer os.Remove(file.Name())
	_, _ = file.WriteString(asked.Text)
	file.Close()
	options := config.LoadOrDefaultConfigurationOptions{SkipCRIDetect: true}
	loaded, err := config.LoadInitConfigurationFromFile(file.Name(), options)
	if err != nil {
		return refused(err)
	}
	return commandOf(loaded)
}

func experimental(text string) answer {
	documents, err := kubeadmutil.SplitConfigDocuments([]byte(text))
	if err != nil {
		return refused(err)
	}
	loaded, err := config.DefaultedStaticInitConfiguration()
	if err != nil {
		return refused(err)
	}
	for kind, document := range documents {
		if kind.Kind != "ClusterConfiguration" {
			continue
		}
		cluster := &kubeadmapi.ClusterConfiguration{}
		if err := runtime.DecodeInto(scheme.Codecs.UniversalDecoder(), document, cluster); err != nil {
			return refused(err)
		}
		loaded.ClusterConfiguration = *cluster
	}
	if err := config.SetInitDynamicDefaults(loaded, true, false); err != nil {
		return refused(err)
	}
	if err := validation.ValidateInitConfiguration(loaded).ToAggregate(); err != nil {
		return refused(err)
	}
	return commandOf(loaded)
}

func commandOf(loaded *kubeadmapi.InitConfiguration) answer {
	loaded.LocalAPIEndpoint = kubeadmapi.APIEndpoint{AdvertiseAddress: "172.18.0.2", BindPort: 6443}
	pods := controlplane.GetStaticPodSpecs(&loaded.ClusterConfiguration, &loaded.LocalAPIEndpoint, nil)
	pod := pods["kube-apiserver"]
	return answer{Flags: pod.Spec.Containers[0].Command}
}
