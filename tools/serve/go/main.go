// Sends the same requests to several API servers with client-go, one after the other on each, and prints what each
// answered as JSON lines. Arguments: kubeconfigs. Standard input: requests as JSON lines.
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

	"k8s.io/apimachinery/pkg/util/net"
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
			answers = append(answers, ask(each.client, each.config, one))
		}
		fmt.Fprintln(output, string(must(json.Marshal(answers))))
	}
	must(0, lines.Err())
}
