package main

import (
	"fmt"
	"os"
	"reflect"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apiserver/pkg/authorization/authorizerfactory"
	"k8s.io/apiserver/pkg/registry/generic"
	"k8s.io/apiserver/pkg/registry/rest"
	genericapiserver "k8s.io/apiserver/pkg/server"
	serverstorage "k8s.io/apiserver/pkg/server/storage"
	"k8s.io/apiserver/pkg/storage"
	"k8s.io/apiserver/pkg/storage/storagebackend"
	"k8s.io/apiserver/pkg/storage/storagebackend/factory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"
	"k8s.io/kubernetes/pkg/controlplane"
)

// provider is what pkg/registry/*/rest has for each group; providers.go, which the driver writes, lists those of the release.
type provider interface {
	GroupName() string
	NewRESTStorage(serverstorage.APIResourceConfigSource, generic.RESTOptionsGetter) (genericapiserver.APIGroupInfo, error)
}

// everything enables all resources.
type everything struct{}

func (everything) ResourceEnabled(schema.GroupVersionResource) bool           { return true }
func (everything) AnyResourceForGroupEnabled(string) bool                     { return true }
func (everything) ResourceExplicitlyEnabled(schema.GroupVersionResource) bool { return true }
func (everything) VersionExplicitlyEnabled(schema.GroupVersion) bool          { return true }

// nowhere stores nothing: only the strategies of a store are looked at.
type nowhere struct{}

func (nowhere) GetRESTOptions(resource schema.GroupResource, _ runtime.Object) (generic.RESTOptions, error) {
	return generic.RESTOptions{
		StorageConfig:  &storagebackend.ConfigForResource{GroupResource: resource, Config: storagebackend.Config{Codec: codecs.LegacyCodec()}},
		ResourcePrefix: resource.String(),
		Decorator: func(*storagebackend.ConfigForResource, string, func(runtime.Object) (string, error), func() runtime.Object, func() runtime.Object, storage.AttrFunc, storage.IndexerFuncs, *cache.Indexers) (storage.Interface, factory.DestroyFunc, error) {
			return nil, func() {}, nil
		},
	}, nil
}

// ready gives a provider what it asks for by the names of its fields.
func ready(one any) provider {
	client := fake.NewSimpleClientset()
	given := []any{
		authorizerfactory.NewAlwaysAllowAuthorizer(), client.Discovery(), client.CoreV1().Namespaces(), informers.NewSharedInformerFactory(client, 0),
	}
	value := reflect.New(reflect.TypeOf(one)).Elem()
	for index := 0; index < value.NumField(); index++ {
		field := value.Field(index)
		if field.Kind() != reflect.Interface || !field.CanSet() {
			continue
		}
		for _, candidate := range given {
			if reflect.TypeOf(candidate).Implements(field.Type()) {
				field.Set(reflect.ValueOf(candidate))
			}
		}
	}
	found, ok := value.Addr().Interface().(provider)
	if !ok {
		fmt.Fprintf(os.Stderr, "%T is no provider\n", one)
		os.Exit(1)
	}
	return found
}

type installed struct {
	resource schema.GroupVersionResource
	kind     schema.GroupVersionKind
	storage  rest.Storage
}

// install gives the resources that the providers install with the gates as they are; what fails is said and left out.
func install() map[schema.GroupVersionResource]installed {
	found := map[schema.GroupVersionResource]installed{}
	for _, one := range providers() {
		group := one.GroupName()
		err := guarded(func() error {
			info, err := one.NewRESTStorage(everything{}, nowhere{})
			if err != nil {
				return err
			}
			for version, resources := range info.VersionedResourcesStorageMap {
				for name, storage := range resources {
					if strings.Contains(name, "/") {
						continue
					}
					resource := schema.GroupVersionResource{Group: group, Version: version, Resource: name}
					found[resource] = installed{resource, kindOf(resource.GroupVersion(), storage), storage}
				}
			}
			return nil
		})
		if err != nil {
			fmt.Fprintln(os.Stderr, "group", group+":", err)
		}
	}
	return found
}

func kindOf(version schema.GroupVersion, storage rest.Storage) schema.GroupVersionKind {
	kinds, _, err := scheme.ObjectKinds(storage.New())
	if err != nil || len(kinds) == 0 {
		return version.WithKind("")
	}
	return version.WithKind(kinds[0].Kind)
}

type kindRow struct {
	Group    string   `json:"group"`
	Version  string   `json:"version"`
	Kind     string   `json:"kind"`
	Resource string   `json:"resource"`
	Gates    []string `json:"gates,omitempty"`
	Enabled  bool     `json:"enabled"`
}

// printKinds turns every gate on, and then each one off in turn: what is gone then is there only with the gate.
func printKinds() error {
	names := settable()
	if err := allOn(names); err != nil {
		return err
	}
	all := install()
	gates := map[schema.GroupVersionResource][]string{}
	for _, name := range names {
		err := without(name, func() error {
			left := install()
			for resource := range all {
				if _, still := left[resource]; !still {
					gates[resource] = append(gates[resource], string(name))
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	enabled := controlplane.DefaultAPIResourceConfigSource()
	var rows []kindRow
	for resource, one := range all {
		rows = append(rows, kindRow{one.kind.Group, one.kind.Version, one.kind.Kind, resource.Resource, ownOnly(gates[resource]), enabled.ResourceEnabled(resource)})
	}
	sort.Slice(rows, func(a, b int) bool {
		return rows[a].Group+"/"+rows[a].Version+"/"+rows[a].Kind < rows[b].Group+"/"+rows[b].Version+"/"+rows[b].Kind
	})
	return print(rows)
}
