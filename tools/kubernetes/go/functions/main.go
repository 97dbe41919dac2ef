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
	"strings"
)

type function struct {
	File   string `json:"file"`
	Name   string `json:"name"`
	Digest string `json:"digest"`
	// Immutable counts the calls that refuse changes.
	Immutable int `json:"immutable,omitempty"`
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
		found = append(found, function{filepath.ToSlash(below), nameOf(one), hex.EncodeToString(digest[:8]), bytes.Count(code.Bytes(), []byte("Immutable"))})
	}
	return found, nil
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
