package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authentication/user"
	"k8s.io/apiserver/pkg/endpoints/request"
	"k8s.io/apiserver/pkg/registry/generic/registry"
	"k8s.io/apiserver/pkg/registry/rest"
)

type droppedRow struct {
	Gate string `json:"gate"`
	ID   string `json:"id"`
	Path string `json:"path"`
}

// printDropped runs the create strategy of each object's resource with all gates on, and again with each gate off: what is
// gone only then is dropped by that gate. The objects are {"id","object"}.
func printDropped(emulated string) error {
	if err := emulate(emulated); err != nil {
		return err
	}
	names := settable()
	if err := allOn(names); err != nil {
		return err
	}
	strategies := createStrategies()
	type asked struct {
		ID     string
		Object json.RawMessage
		kept   map[string]bool
	}
	var objects []*asked
	err := eachLine(func(line []byte) error {
		one := &asked{}
		if err := json.Unmarshal(line, one); err != nil {
			return err
		}
		var err error
		if one.kept, err = created(strategies, one.Object); err != nil {
			fmt.Fprintln(os.Stderr, one.ID+":", err)
			return nil
		}
		objects = append(objects, one)
		return nil
	})
	if err != nil {
		return err
	}
	gates := map[[2]string][]string{}
	for _, name := range names {
		err := without(name, func() error {
			for _, one := range objects {
				kept, err := created(strategies, one.Object)
				if err != nil {
					fmt.Fprintln(os.Stderr, one.ID, "without", string(name)+":", err)
					continue
				}
				for _, path := range topmost(one.kept, kept) {
					at := [2]string{one.ID, path}
					gates[at] = append(gates[at], string(name))
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	rows := []droppedRow{}
	for at, names := range gates {
		for _, name := range names {
			rows = append(rows, droppedRow{name, at[0], at[1]})
		}
	}
	sort.Slice(rows, func(a, b int) bool {
		return rows[a].Gate+" "+rows[a].ID+" "+rows[a].Path < rows[b].Gate+" "+rows[b].ID+" "+rows[b].Path
	})
	return print(rows)
}

// topmost are the paths that are gone while what they stand in is still there.
func topmost(before, after map[string]bool) []string {
	var gone []string
	for path := range before {
		if after[path] {
			continue
		}
		parent := ""
		if at := strings.LastIndex(path, "."); at >= 0 {
			parent = strings.TrimSuffix(path[:at], "[]")
		}
		if parent == "" || after[parent] {
			gone = append(gone, path)
		}
	}
	sort.Strings(gone)
	return gone
}

// created gives the paths of an object after its create strategy.
func created(strategies map[schema.GroupKind]rest.RESTCreateStrategy, data []byte) (paths map[string]bool, err error) {
	err = guarded(func() error {
		var named metav1.TypeMeta
		if err := json.Unmarshal(data, &named); err != nil {
			return err
		}
		version, err := schema.ParseGroupVersion(named.APIVersion)
		if err != nil {
			return err
		}
		object, _, err := codecs.UniversalDecoder().Decode(data, nil, nil)
		if err != nil {
			return err
		}
		strategy := strategies[schema.GroupKind{Group: version.Group, Kind: named.Kind}]
		if strategy == nil {
			return fmt.Errorf("no create strategy")
		}
		ctx := request.WithNamespace(request.WithUser(context.Background(), &user.DefaultInfo{Name: "somebody"}), "default")
		ctx = request.WithRequestInfo(ctx, &request.RequestInfo{APIGroup: version.Group, APIVersion: version.Version, Verb: "create"})
		strategy.PrepareForCreate(ctx, object)
		encoded, err := runtime.Encode(codecs.LegacyCodec(version), object)
		if err != nil {
			return err
		}
		value, err := decoded(encoded)
		if err != nil {
			return err
		}
		paths = map[string]bool{}
		pathsOf("", value, paths)
		return nil
	})
	return paths, err
}

// createStrategies are those of the core group and those that the stores of all other groups have.
func createStrategies() map[schema.GroupKind]rest.RESTCreateStrategy {
	found := map[schema.GroupKind]rest.RESTCreateStrategy{}
	for kind, strategy := range coreStrategies {
		found[schema.GroupKind{Kind: kind}] = strategy
	}
	for _, one := range install() {
		if store := storeOf(one.storage); store != nil && store.CreateStrategy != nil {
			found[one.kind.GroupKind()] = store.CreateStrategy
		}
	}
	// Kinds of groups that are only decoded are created as those that they became.
	for kind, group := range map[string]string{"Deployment": "apps", "DaemonSet": "apps", "ReplicaSet": "apps", "Ingress": "networking.k8s.io", "NetworkPolicy": "networking.k8s.io"} {
		found[schema.GroupKind{Group: "extensions", Kind: kind}] = found[schema.GroupKind{Group: group, Kind: kind}]
	}
	return found
}

// storeOf finds the store in what a provider installs, which may be embedded.
func storeOf(storage rest.Storage) *registry.Store {
	value := reflect.ValueOf(storage)
	for value.Kind() == reflect.Pointer || value.Kind() == reflect.Interface {
		if store, ok := value.Interface().(*registry.Store); ok {
			return store
		}
		value = value.Elem()
	}
	if value.Kind() != reflect.Struct {
		return nil
	}
	for index := 0; index < value.NumField(); index++ {
		field := value.Field(index)
		if !field.CanInterface() {
			continue
		}
		if store, ok := field.Interface().(*registry.Store); ok {
			return store
		}
	}
	return nil
}
