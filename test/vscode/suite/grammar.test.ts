import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env, extensions } from 'vscode';

/** The used part of vscode-textmate. */
interface Tokenizer {
  tokenizeLine(line: string, stack: unknown): { tokens: Token[]; ruleStack: unknown };
}

interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}

const injections = ['kubecompat.yaml.go-template', 'kubecompat.yaml.cel'];

/** The innermost scope of a language for each piece of a text, without the surrounding YAML. */
function piecesOf(grammar: Tokenizer, language: string, text: string): (readonly [string, string])[] {
  let stack: unknown = null;
  return text.split('\n').flatMap((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    return tokens.flatMap(({ startIndex, endIndex, scopes }): (readonly [string, string])[] => {
      const scope = scopes.at(-1) ?? '';
      const piece = line.slice(startIndex, endIndex);
      return scope.endsWith(`.${language}`) && piece.trim() !== '' ? [[piece, short(scope, language)]] : [];
    });
  });
}

describe('the grammar of Go templates in YAML, tokenized by the editor', () => {
  let grammar: Tokenizer;

  before(async () => {
    grammar = await loadGrammar();
  });

  const pieces = (text: string) => piecesOf(grammar, 'go-template', text);

  it('distinguishes the parts of an action', () => {
    assert.deepEqual(pieces('name: {{ .Values.name | default "x" | quote }}-web'), [
      ['{{', 'punctuation.section.embedded.begin'],
      ['.Values', 'variable.other.member'],
      ['.name', 'variable.other.member'],
      ['|', 'keyword.operator'],
      ['default', 'support.function'],
      ['"', 'string.quoted.double'],
      ['x', 'string.quoted.double'],
      ['"', 'string.quoted.double'],
      ['|', 'keyword.operator'],
      ['quote', 'support.function'],
      ['}}', 'punctuation.section.embedded.end'],
    ]);
  });

  it('knows keywords, variables and numbers', () => {
    assert.deepEqual(
      pieces('{{- range $i, $e := until 3 }}').slice(0, -1),
      [
        ['{{-', 'punctuation.section.embedded.begin'],
        ['range', 'keyword.control'],
        ['$i', 'variable.other'],
        [', ', 'meta.embedded.inline'],
        ['$e', 'variable.other'],
        [':=', 'keyword.operator'],
        ['until', 'support.function'],
        ['3', 'constant.numeric'],
      ].filter(([piece]) => piece !== ' '),
    );
  });

  it('applies in quoted and plain values', () => {
    for (const line of ['a: "{{ .x }}"', "a: '{{ .x }}'", 'a: {{ .x }}', '- {{ .x }}', '{{ .x }}: a']) {
      assert.ok(
        pieces(line).some(([piece, scope]) => piece === '.x' && scope === 'variable.other.member'),
        line,
      );
    }
  });

  it('recognizes a comment over several lines, and its end', () => {
    const found = pieces('{{- /* if\nelse */ -}}\na: {{ nil }}');
    assert.ok(
      found.slice(0, -3).every(([, scope]) => scope === 'comment.block'),
      JSON.stringify(found),
    );
    assert.deepEqual(found.slice(-2), [
      ['nil', 'constant.language'],
      ['}}', 'punctuation.section.embedded.end'],
    ]);
  });

  it('does not change YAML without actions', () => {
    assert.deepEqual(pieces('a: {b: [1, if]}\nc: "}}"'), []);
  });
});

describe('the grammar of CEL in YAML, tokenized by the editor', () => {
  let grammar: Tokenizer;

  before(async () => {
    grammar = await loadGrammar();
  });

  const pieces = (text: string) => piecesOf(grammar, 'cel', text);
  const words = (text: string) => pieces(text).filter(([, scope]) => !scope.startsWith('meta.embedded'));

  it('distinguishes the parts of an expression', () => {
    assert.deepEqual(words('rule: has(self.x) && self.?y.size() in [1u, null] ? f(v) : Object{a: -2.5}'), [
      ['has', 'keyword.control'],
      ['self', 'variable.language'],
      ['x', 'variable.other.member'],
      ['&&', 'keyword.operator'],
      ['self', 'variable.language'],
      ['?', 'keyword.operator'],
      ['y', 'variable.other.member'],
      ['size', 'support.function'],
      ['in', 'keyword.operator.word'],
      ['1u', 'constant.numeric'],
      ['null', 'constant.language'],
      ['?', 'keyword.operator'],
      ['f', 'support.function'],
      ['v', 'variable.other'],
      [':', 'keyword.operator'],
      ['Object', 'support.class'],
      ['a', 'variable.other'],
      [':', 'keyword.operator'],
      ['-', 'keyword.operator'],
      ['2.5', 'constant.numeric'],
    ]);
  });

  it('applies in plain and quoted values and blocks, under every key that contains CEL', () => {
    const texts = [
      'a:\n  - rule: self.x == 1 # no self here',
      `a:\n  - messageExpression: "'x' + self.x"`,
      "a:\n  - valueExpression: 'self.x == ''a'''",
      'a:\n  - b: c\n    expression: |\n      1 <\n        self.x\n    message: self.y',
      'a:\n  - rule: >-\n      self.x\n  - b: self.y',
      'celExpression: |\n  self.x\nb: self.y',
      'a: [{expression: "self.x"}, {b: "self.y"}]',
    ];
    for (const text of texts) {
      const members = words(text).filter(([, scope]) => scope === 'variable.other.member');
      assert.deepEqual(members, [['x', 'variable.other.member']], text);
    }
  });

  it('ends strings and comments where they end', () => {
    assert.deepEqual(words('a:\n  - rule: |\n      r"\\d" == b\'x\' // true\n      && true'), [
      ['r', 'storage.type.string'],
      ['"', 'string.quoted.double'],
      ['\\d', 'constant.character.escape'],
      ['"', 'string.quoted.double'],
      ['==', 'keyword.operator'],
      ['b', 'storage.type.string'],
      ["'", 'string.quoted.single'],
      ['x', 'string.quoted.single'],
      ["'", 'string.quoted.single'],
      ['// true', 'comment.line.double-slash'],
      ['&&', 'keyword.operator'],
      ['true', 'constant.language'],
    ]);
  });

  it('does not change other values', () => {
    assert.deepEqual(pieces('rules: self.x\nmessage: self.x\nrule:\n  a: self.x\nb: {c: "self.x"}'), []);
  });
});

function short(scope: string, language: string): string {
  const innerScope = scope.slice(0, -language.length - 1);
  return innerScope.replace(/^punctuation\.definition\.string.*/, 'string.quoted.double');
}

/** Loads the grammars of YAML with the injected ones of this extension, in the engine of the editor. */
async function loadGrammar(): Promise<Tokenizer> {
  const load = createRequire(join(env.appRoot, 'package.json'));
  const textmate = load('vscode-textmate');
  const oniguruma = load('vscode-oniguruma');
  await oniguruma.loadWASM(readFileSync(load.resolve('vscode-oniguruma/release/onig.wasm')));
  const files = new Map<string, string>();
  for (const { extensionPath, packageJSON } of extensions.all) {
    for (const { scopeName, path } of packageJSON.contributes?.grammars ?? []) {
      files.set(scopeName, join(extensionPath, path));
    }
  }
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text: string) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope: string) => {
      const path = files.get(scope);
      return path === undefined ? null : textmate.parseRawGrammar(readFileSync(path, 'utf8'), path);
    },
    getInjections: (scope: string) => (scope === 'source.yaml' ? injections : undefined),
  });
  return registry.loadGrammar('source.yaml');
}
