package main

import (
	"fmt"
	"sort"
	"strings"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/checker"
	"github.com/google/cel-go/common/decls"
	"k8s.io/apimachinery/pkg/util/version"
	plugincel "k8s.io/apiserver/pkg/admission/plugin/cel"
	apiservercel "k8s.io/apiserver/pkg/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

type found struct {
	Functions map[string][]string `json:"functions"`
	Macros    []string            `json:"macros"`
	// Whether constants are looked at: patterns, durations, times.
	Validates bool `json:"validates"`
}

// printExpressions prints what new expressions find at each compatibility version from one to another, and stored ones.
func printExpressions(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("usage: binary expressions FROM TO")
	}
	first, last := version.MustParse(args[0]), version.MustParse(args[1])
	all := map[string]found{}
	for minor := first.Minor(); minor <= last.Minor(); minor++ {
		at := version.MajorMinor(first.Major(), minor)
		env, err := baseEnvSet(at).Env(environment.NewExpressions)
		if err != nil {
			return err
		}
		all[at.String()] = foundIn(env)
	}
	env, err := baseEnvSet(last).Env(environment.StoredExpressions)
	if err != nil {
		return err
	}
	all["stored"] = foundIn(env)
	return print(all)
}

func foundIn(env *cel.Env) found {
	functions := map[string][]string{}
	// Without the option, comparisons of numbers of different types are declared and refused all the same.
	_, issues := env.Compile("1 < 1.0")
	comparesTypes := issues.Err() == nil
	for name, function := range env.Functions() {
		for _, overload := range function.OverloadDecls() {
			if args := overload.ArgTypes(); !comparesTypes && comparison[name] && len(args) == 2 && !args[0].IsExactType(args[1]) {
				continue
			}
			functions[name] = append(functions[name], signature(overload))
		}
		sort.Strings(functions[name])
	}
	macros := []string{}
	for _, macro := range env.Macros() {
		macros = append(macros, macro.MacroKey())
	}
	sort.Strings(macros)
	return found{functions, macros, env.HasValidator("cel.validator.duration")}
}

var comparison = map[string]bool{"_<_": true, "_<=_": true, "_>_": true, "_>=_": true}

// signature writes an overload as `string.(int) -> string`, or `(int) -> string` without a receiver.
func signature(overload *decls.OverloadDecl) string {
	var args []string
	for _, one := range overload.ArgTypes() {
		args = append(args, typeText(one))
	}
	receiver := ""
	if overload.IsMemberFunction() && len(args) > 0 {
		receiver, args = args[0]+".", args[1:]
	}
	return receiver + "(" + strings.Join(args, ", ") + ") -> " + typeText(overload.ResultType())
}

func typeText(one *cel.Type) string { return checker.FormatCELType(one) }

// anything takes the type of any expression.
type anything string

func (expression anything) GetExpression() string { return string(expression) }
func (anything) ReturnTypes() []*cel.Type         { return []*cel.Type{cel.AnyType} }

// printObjects prints the fields of the objects that the expressions of admission policies find, and the types of variables.
func printObjects([]string) error {
	objects := map[string]map[string]string{}
	for _, one := range []*apiservercel.DeclType{plugincel.BuildRequestType(), plugincel.BuildNamespaceType()} {
		addObject(objects, one)
	}
	compiler := plugincel.NewCompiler(baseEnvSet(environment.DefaultCompatibilityVersion()))
	declared := plugincel.OptionalVariableDeclarations{HasParams: true, HasAuthorizer: true}
	variables := map[string]string{}
	for _, name := range []string{
		plugincel.ObjectVarName, plugincel.OldObjectVarName, plugincel.ParamsVarName, plugincel.RequestVarName,
		plugincel.NamespaceVarName, plugincel.AuthorizerVarName, plugincel.RequestResourceAuthorizerVarName,
	} {
		result := compiler.CompileCELExpression(anything(name), declared, environment.NewExpressions)
		if result.Error != nil {
			return fmt.Errorf("%s: %s", name, result.Error.Detail)
		}
		variables[name] = typeText(result.OutputType)
	}
	return print(map[string]any{"objects": objects, "variables": variables})
}

func addObject(objects map[string]map[string]string, one *apiservercel.DeclType) {
	switch {
	case one == nil:
	case one.IsList(), one.IsMap():
		addObject(objects, one.KeyType)
		addObject(objects, one.ElemType)
	case one.IsObject() && objects[one.TypeName()] == nil:
		fields := map[string]string{}
		objects[one.TypeName()] = fields
		for name, field := range one.Fields {
			fields[name] = typeText(field.Type.CelType())
			addObject(objects, field.Type)
		}
	}
}
