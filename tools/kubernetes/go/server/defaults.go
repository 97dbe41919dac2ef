package main

import (
	"encoding/json"
	"reflect"

	"k8s.io/apimachinery/pkg/runtime"
)

type defaultsRow struct {
	ID    string         `json:"id"`
	Added map[string]any `json:"added,omitempty"`
	Error string         `json:"error,omitempty"`
}

// printDefaults runs the defaulting functions over objects, {"id","object"}, and prints what is there or another only afterwards.
func printDefaults() error {
	return eachLine(func(line []byte) error {
		var asked struct {
			ID     string
			Object json.RawMessage
		}
		if err := json.Unmarshal(line, &asked); err != nil {
			return err
		}
		row := defaultsRow{ID: asked.ID}
		if err := guarded(func() (err error) { row.Added, err = added(asked.Object); return err }); err != nil {
			row.Error = err.Error()
		}
		return print(row)
	})
}

func added(data []byte) (map[string]any, error) {
	object, _, err := codecs.UniversalDeserializer().Decode(data, nil, nil)
	if err != nil {
		return nil, err
	}
	before, err := written(object)
	if err != nil {
		return nil, err
	}
	scheme.Default(object)
	after, err := written(object)
	if err != nil {
		return nil, err
	}
	for path, value := range before {
		if reflect.DeepEqual(after[path], value) {
			delete(after, path)
		}
	}
	return after, nil
}

func written(object runtime.Object) (map[string]any, error) {
	data, err := json.Marshal(object)
	if err != nil {
		return nil, err
	}
	value, err := decoded(data)
	if err != nil {
		return nil, err
	}
	values := map[string]any{}
	valuesByPath("", value, values)
	return values, nil
}
