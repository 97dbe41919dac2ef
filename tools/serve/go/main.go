// Sends the same requests to several API servers with client-go, one after the other on each, and prints what each
// answered as JSON lines. Arguments: kubeconfigs. Standard input: requests as JSON lines; the method APPLY is a
// client-side apply, as of kubectl.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/net"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

type request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Type   string `json:"type"`
	Body   string `json:"body"`
}

type answer struct {
	Status   int             `json:"status"`
	Warnings []string        `json:"warnings"`
	Body     json.RawMessage `json:"body"`
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return value
}

// The paths are those of requests, so the client only adds the connection, the token and the warnings.
func clientOf(kubeconfig string) (*http.Client, *rest.Config) {
	config := must(clientcmd.BuildConfigFromFlags("", kubeconfig))
	config.QPS, config.UserAgent = -1, "serve-compare/1"
	return must(rest.HTTPClientFor(config)), config
}

func ask(client *http.Client, config *rest.Config, one request) answer {
	host := strings.TrimSuffix(config.Host, "/")
	sent := must(http.NewRequestWithContext(context.Background(), one.Method, host+one.Path, strings.NewReader(one.Body)))
	sent.Header.Set("Accept", "application/json")
	sent.Header.Set("User-Agent", config.UserAgent)
	if one.Type != "" {
		sent.Header.Set("Content-Type", one.Type)
	}
	reply := must(client.Do(sent))
	defer reply.Body.Close()
	body := must(io.ReadAll(reply.Body))
	headers, _ := net.ParseWarningHeaders(reply.Header.Values("Warning"))
	warnings := []string{}
	for _, header := range headers {
		warnings = append(warnings, header.Text)
	}
	if !json.Valid(body) {
		body = must(json.Marshal(string(body)))
	}
	return answer{Status: reply.StatusCode, Warnings: warnings, Body: body}
}

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// annotated adds the annotation of kubectl to an object.
func annotated(body string) string {
	object := map[string]any{}
	must(0, json.Unmarshal([]byte(body), &object))
	metadata, _ := object["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	if annotations == nil {
		annotations = map[string]any{}
	}
	annotations[lastApplied] = body + "\n"
	metadata["annotations"] = annotations
	return string(must(json.Marshal(object)))
}

// apply computes the patch of kubectl apply from the object that a server has, and sends it.
func apply(client *http.Client, config *rest.Config, one request) answer {
	path, query, _ := strings.Cut(one.Path, "?")
	current := ask(client, config, request{Method: "GET", Path: path})
	modified := annotated(one.Body)
	if current.Status != http.StatusOK {
		home := path[:strings.LastIndex(path, "/")]
		return ask(client, config, request{"POST", home + "?" + query, "application/json", modified})
	}
	object := metav1.PartialObjectMetadata{}
	must(0, json.Unmarshal(current.Body, &object))
	original := []byte(object.Annotations[lastApplied])
	kind := object.GroupVersionKind()
	typed, err := scheme.Scheme.New(kind)
	if err != nil {
		patch, err := jsonmergepatch.CreateThreeWayJSONMergePatch(original, []byte(modified), current.Body)
		if err != nil {
			return failed(err)
		}
		return ask(client, config, request{"PATCH", one.Path, string(types.MergePatchType), string(patch)})
	}
	meta := must(strategicpatch.NewPatchMetaFromStruct(typed))
	patch, err := strategicpatch.CreateThreeWayMergePatch(original, []byte(modified), current.Body, meta, true)
	if err != nil {
		return failed(err)
	}
	return ask(client, config, request{"PATCH", one.Path, string(types.StrategicMergePatchType), string(patch)})
}

// failed is the answer of a client that cannot compute a patch.
func failed(err error) answer {
	return answer{Warnings: []string{}, Body: must(json.Marshal(err.Error()))}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	type server struct {
		client *http.Client
		config *rest.Config
	}
	servers := []server{}
	for _, kubeconfig := range os.Args[1:] {
		client, config := clientOf(kubeconfig)
		servers = append(servers, server{client, config})
	}
	for lines.Scan() {
		one := request{}
		must(0, json.Unmarshal(lines.Bytes(), &one))
		answers := []answer{}
		for _, each := range servers {
			if one.Method == "APPLY" {
				answers = append(answers, apply(each.client, each.config, one))
			} else {
				answers = append(answers, ask(each.client, each.config, one))
			}
		}
		fmt.Fprintln(output, string(must(json.Marshal(answers))))
	}
	must(0, lines.Err())
}
