// talos tells which flags of kube-apiserver a machine configuration sets, after its loader has read it.
package main

import (
	"fmt"
	"strings"

	"github.com/siderolabs/talos/pkg/machinery/config/configloader"
)

func main() { serve(read) }

func read(asked request) answer {
	loaded, err := configloader.NewFromBytes([]byte(asked.Text))
	if err != nil {
		return refused(err)
	}
	words := []string{"kube-apiserver"}
	arguments := loaded.Cluster().APIServer().ExtraArgs()
	if _, isSet := arguments["service-cluster-ip-range"]; !isSet {
		words = append(words, "--service-cluster-ip-range="+strings.Join(loaded.Cluster().Network().ServiceCIDRs(), ","))
	}
	for name, values := range arguments {
		for _, value := range values {
			words = append(words, fmt.Sprintf("--%s=%s", name, value))
		}
	}
	return answer{Flags: words}
}
