package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sort"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/yaml"
)

// differencesOf decodes both manifests, each defaulted by its own version, converts them to the version of the new one by
// way of the hub, and compares all but the status.
func differencesOf(old, new string) ([]string, error) {
	wanted, version, err := meaning(new, nil)
	if err != nil {
		return nil, fmt.Errorf("new: %w", err)
	}
	found, _, err := meaning(old, &version)
	if err != nil {
		return nil, fmt.Errorf("old: %w", err)
	}
	return differences("", found, wanted), nil
}

func meaning(manifest string, as *schema.GroupVersion) (map[string]any, schema.GroupVersion, error) {
	data, err := yaml.YAMLToJSON([]byte(manifest))
	if err != nil {
		return nil, schema.GroupVersion{}, err
	}
	object, kind, err := codecs.UniversalDecoder().Decode(data, nil, nil)
	if err != nil {
		return nil, schema.GroupVersion{}, err
	}
	version := kind.GroupVersion()
	if as == nil {
		as = &version
	}
	encoded, err := runtime.Encode(codecs.LegacyCodec(*as), object)
	if err != nil {
		return nil, version, err
	}
	var value map[string]any
	if err := json.Unmarshal(encoded, &value); err != nil {
		return nil, version, err
	}
	delete(value, "status")
	return value, version, nil
}

func differences(path string, found, wanted any) []string {
	if reflect.DeepEqual(found, wanted) {
		return nil
	}
	left, isMap := found.(map[string]any)
	right, areMaps := wanted.(map[string]any)
	if isMap && areMaps {
		keys := map[string]bool{}
		for key := range left {
			keys[key] = true
		}
		for key := range right {
			keys[key] = true
		}
		var sorted []string
		for key := range keys {
			sorted = append(sorted, key)
		}
		sort.Strings(sorted)
		var out []string
		for _, key := range sorted {
			out = append(out, differences(path+"."+key, left[key], right[key])...)
		}
		return out
	}
	items, isList := found.([]any)
	others, areLists := wanted.([]any)
	if isList && areLists && len(items) == len(others) {
		var out []string
		for index := range items {
			out = append(out, differences(fmt.Sprintf("%s[%d]", path, index), items[index], others[index])...)
		}
		return out
	}
	before, _ := json.Marshal(found)
	after, _ := json.Marshal(wanted)
	return []string{fmt.Sprintf("%s: %s is not %s", path, before, after)}
}
