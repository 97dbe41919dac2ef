package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type costRow struct {
	Rule  string  `json:"rule"`
	Cost  *uint64 `json:"cost,string,omitempty"`
	Error string  `json:"error,omitempty"`
}

// printCosts prints what a rule on the root of each schema is estimated to cost at most.
func printCosts([]string) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(make([]byte, 1<<20), 1<<27)
	for lines.Scan() {
		var asked struct {
			Schema v1.JSONSchemaProps
			Rule   string
		}
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			return err
		}
		row := costRow{Rule: asked.Rule}
		cost, err := costOf(asked.Schema, asked.Rule)
		if err != nil {
			row.Error = err.Error()
		} else {
			row.Cost = &cost
		}
		if err := print(row); err != nil {
			return err
		}
	}
	return lines.Err()
}

func costOf(published v1.JSONSchemaProps, rule string) (uint64, error) {
	published.XValidations = v1.ValidationRules{{Rule: rule}}
	internal := &apiextensions.JSONSchemaProps{}
	if err := v1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&published, internal, nil); err != nil {
		return 0, err
	}
	structural, err := schema.NewStructural(internal)
	if err != nil {
		return 0, err
	}
	base := baseEnvSet(environment.DefaultCompatibilityVersion())
	results, err := cel.Compile(structural, model.SchemaDeclType(structural, false), celconfig.PerCallLimit, base, cel.StoredExpressionsEnvLoader())
	if err != nil {
		return 0, err
	}
	if len(results) != 1 {
		return 0, fmt.Errorf("%d results", len(results))
	}
	if results[0].Error != nil {
		return 0, fmt.Errorf("%s", results[0].Error.Detail)
	}
	return results[0].MaxCost, nil
}
