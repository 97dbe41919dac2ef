// functions prints every function below folders with a digest of its code, as JSON, so that two releases can be compared:
//
//	functions ROOT FOLDER ...
//
// FOLDER is a pattern below ROOT. Comments and layout do not count; tests and generated files are left out.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

type function struct {
	File   string `json:"file"`
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Immutable counts the calls that refuse changes.
	Immutable int `json:"immutable,omitempty"`
	// Frozen has the field that each of these calls is about: `Selector` of `ValidateImmutableField(spec.Selector, …)`.
	Frozen []string `json:"frozen,omitempty"`
	// Warnings has the texts of a function that warns.
	Warnings []string `json:"warnings,omitempty"`
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: functions ROOT FOLDER ...")
		os.Exit(2)
	}
	found := []function{}
	for _, pattern := range os.Args[2:] {
		folders, err := filepath.Glob(filepath.Join(os.Args[1], pattern))
		fail(err)
		for _, folder := range folders {
			fail(filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
				if err != nil || entry.IsDir() || !isCode(entry.Name()) {
					return err
				}
				functions, err := read(os.Args[1], name)
				found = append(found, functions...)
				return err
			}))
		}
	}
	fail(json.NewEncoder(os.Stdout).Encode(found))
}

func isCode(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && !strings.HasPrefix(name, "zz_generated")
}

func read(root, name string) ([]function, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, nil, 0)
	if err != nil {
		return nil, err
	}
	below, err := filepath.Rel(root, name)
	if err != nil {
		return nil, err
	}
	var found []function
	for _, declaration := range file.Decls {
		one, ok := declaration.(*ast.FuncDecl)
		if !ok {
			continue
		}
		var code bytes.Buffer
		if err := printer.Fprint(&code, token.NewFileSet(), one); err != nil {
			return nil, err
		}
		digest := sha256.Sum256(bytes.Join(bytes.Fields(code.Bytes()), []byte(" ")))
		found = append(found, function{
			File:      filepath.ToSlash(below),
			Name:      nameOf(one),
			Digest:    hex.EncodeToString(digest[:8]),
			Immutable: bytes.Count(code.Bytes(), []byte("Immutable")),
			Frozen:    frozen(one),
			Warnings:  warnings(one),
		})
	}
	return found, nil
}

// frozen are the fields whose changes a function refuses with the helpers of Kubernetes.
func frozen(one *ast.FuncDecl) []string {
	var found []string
	ast.Inspect(one, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 || lastName(call.Fun) != "ValidateImmutableField" {
			return true
		}
		if _, isField := call.Args[0].(*ast.SelectorExpr); isField {
			found = append(found, lastName(call.Args[0]))
		}
		return true
	})
	return found
}

// warnings are the texts that a function appends to `warnings`.
func warnings(one *ast.FuncDecl) []string {
	var found []string
	ast.Inspect(one, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || lastName(call.Fun) != "append" || len(call.Args) == 0 || lastName(call.Args[0]) != "warnings" {
			return true
		}
		for _, argument := range call.Args[1:] {
			ast.Inspect(argument, func(inner ast.Node) bool {
				literal, ok := inner.(*ast.BasicLit)
				if ok && literal.Kind == token.STRING {
					text, err := strconv.Unquote(literal.Value)
					fail(err)
					found = append(found, text)
				}
				return true
			})
		}
		return false
	})
	return found
}

// lastName is the last part of `a.b.C`; empty for what is no name.
func lastName(of ast.Expr) string {
	switch one := of.(type) {
	case *ast.Ident:
		return one.Name
	case *ast.SelectorExpr:
		return one.Sel.Name
	}
	return ""
}

// nameOf is `Method` of `Type` as `Type.Method`.
func nameOf(one *ast.FuncDecl) string {
	if one.Recv == nil || len(one.Recv.List) == 0 {
		return one.Name.Name
	}
	receiver := one.Recv.List[0].Type
	if pointer, ok := receiver.(*ast.StarExpr); ok {
		receiver = pointer.X
	}
	if named, ok := receiver.(*ast.Ident); ok {
		return named.Name + "." + one.Name.Name
	}
	return one.Name.Name
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
