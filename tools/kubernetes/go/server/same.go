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

type sameRow struct {
	ID    string   `json:"id"`
	Same  *bool    `json:"same,omitempty"`
	Diff  []string `json:"diff,omitempty"`
	Error string   `json:"error,omitempty"`
}

// printSame decodes both manifests, each defaulted by its own version, converts them to the version of the new one by way
// of the hub, and compares all but the status.
func printSame() error {
	return eachLine(func(line []byte) error {
		var pair struct{ ID, Old, New string }
		if err := json.Unmarshal(line, &pair); err != nil {
			return err
		}
		row := sameRow{ID: pair.ID}
		err := guarded(func() error {
			wanted, version, err := meaning(pair.New, nil)
			if err != nil {
				return fmt.Errorf("new: %w", err)
			}
			found, _, err := meaning(pair.Old, &version)
			if err != nil {
				return fmt.Errorf("old: %w", err)
			}
			row.Diff = differences("", found, wanted)
			same := len(row.Diff) == 0
			row.Same = &same
			return nil
		})
		if err != nil {
			row.Error = err.Error()
		}
		return print(row)
	})
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
	value, err := decoded(encoded)
	delete(value, "status")
	return value, version, err
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
