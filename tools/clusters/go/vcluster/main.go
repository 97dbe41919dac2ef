// vcluster tells which flags of kube-apiserver a configuration sets, as StartK8S in pkg/k8s/k8s.go puts its command
// together.
package main

import (
	"github.com/loft-sh/vcluster/config"
	"github.com/loft-sh/vcluster/pkg/util/command"
)

func main() { serve(read) }

func read(asked request) answer {
	loaded, err := config.NewDefaultConfig()
	if err == nil {
		err = loaded.UnmarshalYAMLStrict([]byte(asked.Text))
	}
	if err != nil {
		return refused(err)
	}
	server := loaded.ControlPlane.Distro.K8S.APIServer
	words := []string{"kube-apiserver", "--enable-admission-plugins=NodeRestriction"}
	if len(server.Command) > 0 {
		words = server.Command
	}
	return answer{Flags: command.MergeArgs(words, server.ExtraArgs)}
}
