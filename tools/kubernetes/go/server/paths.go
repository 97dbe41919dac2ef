package main

import (
	"encoding/json"
)

// valuesByPath gives every value of a JSON object that holds no object, by its path; [] stands for each item of a list.
func valuesByPath(prefix string, value any, into map[string]any) {
	switch value := value.(type) {
	case map[string]any:
		if len(value) == 0 && prefix != "" {
			into[prefix] = "{}"
		}
		for key, item := range value {
			at := key
			if prefix != "" {
				at = prefix + "." + key
			}
			valuesByPath(at, item, into)
		}
	case []any:
		if holdsScalars(value) {
			into[prefix] = value
			return
		}
		for _, item := range value {
			valuesByPath(prefix+"[]", item, into)
		}
	default:
		into[prefix] = value
	}
}

func holdsScalars(list []any) bool {
	for _, item := range list {
		switch item.(type) {
		case map[string]any, []any:
			return false
		}
	}
	return true
}

// pathsOf gives every path of a JSON object, of parts as well as of values.
func pathsOf(prefix string, value any, into map[string]bool) {
	switch value := value.(type) {
	case map[string]any:
		for key, item := range value {
			at := key
			if prefix != "" {
				at = prefix + "." + key
			}
			into[at] = true
			pathsOf(at, item, into)
		}
	case []any:
		for _, item := range value {
			pathsOf(prefix+"[]", item, into)
		}
	}
}

func decoded(data []byte) (map[string]any, error) {
	var value map[string]any
	err := json.Unmarshal(data, &value)
	return value, err
}
