// shapes prints what the Go source of API packages says of their types, as JSON: fields with their JSON names, types and
// comments, constants of named strings, group names, and lifecycles. It only parses; nothing of Kubernetes is compiled.
//
//	shapes PREFIX=FOLDER ...
//
// Every folder below FOLDER that has a types.go is read; its import path is PREFIX and the way there.
package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

type field struct {
	Name     string `json:"name"`
	Type     string `json:"type"`
	Inline   bool   `json:"inline,omitempty"`
	Optional bool   `json:"omitempty,omitempty"`
	Doc      string `json:"doc,omitempty"`
}

type typeFacts struct {
	Doc    string  `json:"doc,omitempty"`
	Type   string  `json:"type,omitempty"`
	Fields []field `json:"fields,omitempty"`
	// Lifecycle holds what each method of the generated lifecycle returns.
	Lifecycle map[string]string `json:"lifecycle,omitempty"`
}

type constant struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Value string `json:"value"`
	// Of is the constant that the value is a conversion of, as the source names it.
	Of string `json:"of,omitempty"`
}

type packageFacts struct {
	Path      string                `json:"path"`
	Group     string                `json:"group"`
	Imports   map[string]string     `json:"imports"`
	Types     map[string]*typeFacts `json:"types"`
	Constants []constant            `json:"constants"`
}

func main() {
	var out []*packageFacts
	for _, argument := range os.Args[1:] {
		prefix, folder, ok := strings.Cut(argument, "=")
		if !ok {
			fail(fmt.Errorf("not PREFIX=FOLDER: %s", argument))
		}
		fail(filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.IsDir() {
				return err
			}
			if entry.Name() == "testdata" || entry.Name() == "vendor" {
				return fs.SkipDir
			}
			if matches, _ := filepath.Glob(filepath.Join(name, "*types*.go")); len(matches) == 0 {
				if other, _ := filepath.Glob(filepath.Join(name, "{quantity,intstr}.go")); len(other) == 0 {
					return nil
				}
			}
			below, err := filepath.Rel(folder, name)
			if err != nil {
				return err
			}
			found, err := read(path.Join(prefix, filepath.ToSlash(below)), name)
			if err == nil {
				out = append(out, found)
			}
			return err
		}))
	}
	fail(json.NewEncoder(os.Stdout).Encode(out))
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(importPath, folder string) (*packageFacts, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		return nil, err
	}
	facts := &packageFacts{Path: importPath, Imports: map[string]string{}, Types: map[string]*typeFacts{}}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		facts.add(set, file, strings.HasPrefix(filepath.Base(name), "zz_generated"))
	}
	return facts, nil
}

func (p *packageFacts) add(set *token.FileSet, file *ast.File, generated bool) {
	for _, one := range file.Imports {
		if generated {
			break
		}
		target, _ := strconv.Unquote(one.Path.Value)
		name := path.Base(target)
		if one.Name != nil {
			name = one.Name.Name
		}
		p.Imports[name] = target
	}
	for _, declaration := range file.Decls {
		switch declaration := declaration.(type) {
		case *ast.FuncDecl:
			p.lifecycle(declaration)
		case *ast.GenDecl:
			if generated {
				continue
			}
			switch declaration.Tok {
			case token.TYPE:
				for _, spec := range declaration.Specs {
					p.named(set, file, declaration, spec.(*ast.TypeSpec))
				}
			case token.CONST:
				p.constants(declaration)
			}
		}
	}
}

func (p *packageFacts) typeOf(name string) *typeFacts {
	if p.Types[name] == nil {
		p.Types[name] = &typeFacts{}
	}
	return p.Types[name]
}

func (p *packageFacts) named(set *token.FileSet, file *ast.File, declaration *ast.GenDecl, spec *ast.TypeSpec) {
	facts := p.typeOf(spec.Name.Name)
	doc := spec.Doc
	start := spec.Pos()
	if doc == nil && len(declaration.Specs) == 1 {
		doc, start = declaration.Doc, declaration.Pos()
	}
	facts.Doc = detached(set, file, doc, start) + doc.Text() + markers(doc)
	structure, ok := spec.Type.(*ast.StructType)
	if !ok {
		facts.Type = notation(spec.Type)
		return
	}
	facts.Type = "struct"
	for _, one := range structure.Fields.List {
		tag := ""
		if one.Tag != nil {
			unquoted, _ := strconv.Unquote(one.Tag.Value)
			tag = reflect.StructTag(unquoted).Get("json")
		}
		name, options, _ := strings.Cut(tag, ",")
		if name == "-" {
			continue
		}
		inline := strings.Contains(options, "inline") || (len(one.Names) == 0 && name == "")
		if name == "" && !inline {
			if len(one.Names) == 0 || !one.Names[0].IsExported() || tag == "" {
				continue
			}
			name = one.Names[0].Name
		}
		facts.Fields = append(facts.Fields, field{
			Name: name, Type: notation(one.Type), Inline: inline, Optional: strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero"), Doc: comment(one.Doc),
		})
	}
}

// detached gives the comment that stands one empty line above, which generators read as well.
func detached(set *token.FileSet, file *ast.File, doc *ast.CommentGroup, start token.Pos) string {
	line := set.Position(start).Line
	if doc != nil {
		line = set.Position(doc.Pos()).Line
	}
	for _, group := range file.Comments {
		if set.Position(group.End()).Line == line-2 {
			return comment(group)
		}
	}
	return ""
}

// comment is the whole text, with the markers that Text would take for directives.
func comment(group *ast.CommentGroup) string {
	if group == nil {
		return ""
	}
	var lines []string
	for _, one := range group.List {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(one.Text, "//"), " "))
	}
	return strings.Join(lines, "\n") + "\n"
}

func markers(group *ast.CommentGroup) string {
	var lines []string
	for _, line := range strings.Split(comment(group), "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "+") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func (p *packageFacts) constants(declaration *ast.GenDecl) {
	for _, one := range declaration.Specs {
		spec := one.(*ast.ValueSpec)
		for index, name := range spec.Names {
			if index >= len(spec.Values) {
				continue
			}
			typed := ""
			value := spec.Values[index]
			if spec.Type != nil {
				typed = notation(spec.Type)
			}
			if call, ok := value.(*ast.CallExpr); ok && len(call.Args) == 1 {
				typed, value = notation(call.Fun), call.Args[0]
			}
			if other, ok := value.(*ast.SelectorExpr); ok && typed != "" {
				p.Constants = append(p.Constants, constant{Name: name.Name, Type: typed, Of: notation(other)})
				continue
			}
			literal, ok := value.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				continue
			}
			unquoted, _ := strconv.Unquote(literal.Value)
			if name.Name == "GroupName" {
				p.Group = unquoted
			} else {
				p.Constants = append(p.Constants, constant{Name: name.Name, Type: typed, Value: unquoted})
			}
		}
	}
}

// lifecycle keeps `return 1, 37` of APILifecycleIntroduced and its like, and the fields of the replacement.
func (p *packageFacts) lifecycle(function *ast.FuncDecl) {
	what, ok := strings.CutPrefix(function.Name.Name, "APILifecycle")
	if !ok || function.Recv == nil || function.Body == nil || len(function.Body.List) != 1 {
		return
	}
	result, ok := function.Body.List[0].(*ast.ReturnStmt)
	if !ok {
		return
	}
	var parts []string
	for _, value := range result.Results {
		if composite, ok := value.(*ast.CompositeLit); ok {
			for _, element := range composite.Elts {
				parts = append(parts, literal(element.(*ast.KeyValueExpr).Value))
			}
			continue
		}
		parts = append(parts, literal(value))
	}
	facts := p.typeOf(strings.TrimPrefix(notation(function.Recv.List[0].Type), "*"))
	if facts.Lifecycle == nil {
		facts.Lifecycle = map[string]string{}
	}
	facts.Lifecycle[strings.ToLower(what)] = strings.Join(parts, ",")
}

func literal(value ast.Expr) string {
	basic, ok := value.(*ast.BasicLit)
	if !ok {
		return "?"
	}
	if unquoted, err := strconv.Unquote(basic.Value); err == nil && basic.Kind == token.STRING {
		return unquoted
	}
	return basic.Value
}

// notation writes a Go type: *T, []T, map[K]T, package.T.
func notation(expression ast.Expr) string {
	switch one := expression.(type) {
	case *ast.Ident:
		return one.Name
	case *ast.StarExpr:
		return "*" + notation(one.X)
	case *ast.ArrayType:
		return "[]" + notation(one.Elt)
	case *ast.MapType:
		return "map[" + notation(one.Key) + "]" + notation(one.Value)
	case *ast.SelectorExpr:
		return notation(one.X) + "." + one.Sel.Name
	case *ast.InterfaceType:
		return "interface"
	}
	return "?"
}
