// kubeadm tells which command of kube-apiserver kubeadm writes into the static pod for a configuration file.
package main

import (
	"flag"
	"io"
	"os"

	"k8s.io/klog/v2"
	kubeadmapi "k8s.io/kubernetes/cmd/kubeadm/app/apis/kubeadm"
	"k8s.io/kubernetes/cmd/kubeadm/app/phases/controlplane"
	"k8s.io/kubernetes/cmd/kubeadm/app/util/config"
)

func main() {
	logs := flag.NewFlagSet("logs", flag.ContinueOnError)
	klog.InitFlags(logs)
	_ = logs.Parse([]string{"-logtostderr=false"})
	klog.SetOutput(io.Discard)
	serve(read)
}

func read(asked request) answer {
	file, err := os.CreateTemp("", "kubeadm")
	if err != nil {
		return refused(err)
	}
	defer os.Remove(file.Name())
	_, _ = file.WriteString(asked.Text)
	file.Close()
	options := config.LoadOrDefaultConfigurationOptions{AllowExperimental: true, SkipCRIDetect: true}
	loaded, err := config.LoadInitConfigurationFromFile(file.Name(), options)
	if err != nil {
		return refused(err)
	}
	loaded.LocalAPIEndpoint = kubeadmapi.APIEndpoint{AdvertiseAddress: "172.18.0.2", BindPort: 6443}
	pods := controlplane.GetStaticPodSpecs(&loaded.ClusterConfiguration, &loaded.LocalAPIEndpoint, nil)
	pod := pods["kube-apiserver"]
	return answer{Flags: pod.Spec.Containers[0].Command}
}
