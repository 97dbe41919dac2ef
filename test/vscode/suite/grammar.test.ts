import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { env, extensions } from 'vscode';

/** The part of vscode-textmate that is used here. */
interface Tokenizer {
  tokenizeLine(line: string, stack: unknown): { tokens: Token[]; ruleStack: unknown };
}

interface Token {
  readonly startIndex: number;
  readonly endIndex: number;
  readonly scopes: readonly string[];
}

const injection = 'kubecompat.yaml.go-template';

describe('the grammar of Go templates in YAML, tokenized by the editor', () => {
  let grammar: Tokenizer;

  before(async () => {
    grammar = await loadGrammar();
  });

  /** The innermost scope of ours for each piece of a line, the YAML around left out. */
  function pieces(text: string): (readonly [string, string])[] {
    let stack: unknown = null;
    return text.split('\n').flatMap((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
      stack = ruleStack;
      return tokens.flatMap(({ startIndex, endIndex, scopes }): (readonly [string, string])[] => {
        const scope = scopes.at(-1) ?? '';
        const piece = line.slice(startIndex, endIndex);
        return scope.endsWith('.go-template') && piece.trim() !== '' ? [[piece, short(scope)]] : [];
      });
    });
  }

  it('tells the parts of an action apart', () => {
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

  it('reaches into quoted and plain values', () => {
    for (const line of ['a: "{{ .x }}"', "a: '{{ .x }}'", 'a: {{ .x }}', '- {{ .x }}', '{{ .x }}: a']) {
      assert.ok(
        pieces(line).some(([piece, scope]) => piece === '.x' && scope === 'variable.other.member'),
        line,
      );
    }
  });

  it('takes a comment over several lines for one, and ends it', () => {
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

  it('leaves YAML without actions alone', () => {
    assert.deepEqual(pieces('a: {b: [1, if]}\nc: "}}"'), []);
  });
});

function short(scope: string): string {
  return scope.replace(/\.go-template$/, '').replace(/^punctuation\.definition\.string.*/, 'string.quoted.double');
}

/** Loads YAML's own grammars with ours injected, in the engine that comes with the editor. */
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
    getInjections: (scope: string) => (scope === 'source.yaml' ? [injection] : undefined),
  });
  return registry.loadGrammar('source.yaml');
}
