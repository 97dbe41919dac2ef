import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import ts from 'typescript';
import { filesBelow } from '../harness/files.ts';

const bundleFile = 'l10n/bundle.l10n.json';

/** The properties of an extension's manifest that users read, under `contributes`. */
const contributedTexts: ReadonlySet<string> = new Set([
  'title',
  'label',
  'name',
  'contextualTitle',
  'contents',
  'description',
  'markdownDescription',
  'enumDescriptions',
  'markdownEnumDescriptions',
]);

/** The properties of quick picks, status bar items and tree items that VS Code displays. */
const shownProperties: ReadonlySet<string> = new Set([
  'title',
  'label',
  'description',
  'detail',
  'placeholder',
  'placeHolder',
  'prompt',
  'tooltip',
]);

/** Names that are the same in every language. */
const names: ReadonlySet<string> = new Set(['.kubecompat.yaml', 'Kubernetes']);

function json(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** All user-visible texts below a value, with their paths. */
function textsBelow(value: unknown, path: string): readonly (readonly [string, string])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]): readonly (readonly [string, string])[] => {
    const keyPath = `${path}.${key}`;
    if (!Array.isArray(value) && contributedTexts.has(key)) {
      if (typeof inner === 'string') return [[keyPath, inner]];
      if (Array.isArray(inner)) return inner.map((text, index) => [`${keyPath}.${index}`, String(text)]);
    }
    return textsBelow(inner, keyPath);
  });
}

describe('localisation', () => {
  const manifest = json('package.json');
  assert.ok(isObject(manifest));
  const sources = filesBelow('client/src', /\.ts$/).map((file) =>
    ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true),
  );

  it('finds every contributed text in package.nls.json, and nothing else there', () => {
    const { contributes, capabilities, description } = manifest;
    // The grammars and the schemas have no texts; settings are named by their keys.
    const texts = textsBelow({ contributes, capabilities, description }, 'package');
    const literal = texts.filter(([, text]) => !/^%[\w.]+%$/.test(text));
    assert.deepEqual(literal, [], 'texts that are not localised');
    const used = new Set(texts.map(([, text]) => text.slice(1, -1)));
    const known = json('package.nls.json');
    assert.ok(isObject(known));
    assert.deepEqual(Object.keys(known).sort(), [...used].sort());
  });

  it('finds every text of the client in the bundle, and nothing else there', () => {
    const texts = [...new Set(sources.flatMap(translated))].sort();
    const bundle = Object.fromEntries(texts.map((text) => [text, text]));
    if (process.env['UPDATE'] === '1' || !existsSync(bundleFile)) {
      writeFileSync(bundleFile, `${JSON.stringify(bundle, undefined, 2)}\n`);
    }
    assert.deepEqual(json(bundleFile), bundle);
    assert.ok(texts.length > 0);
  });

  it('finds no text of the client that cannot be translated', () => {
    assert.deepEqual(sources.flatMap(untranslated), []);
  });
});

/** The first argument of each `l10n.t`. */
function translated(source: ts.SourceFile): readonly string[] {
  const texts: string[] = [];
  visit(source, (node) => {
    if (!isTranslation(node)) return;
    const [text] = node.arguments;
    assert.ok(text !== undefined && ts.isStringLiteral(text), `${source.fileName}: l10n.t takes a plain text`);
    texts.push(text.text);
  });
  return texts;
}

/** Literal texts in messages and in displayed properties of items. */
function untranslated(source: ts.SourceFile): readonly string[] {
  const found: string[] = [];
  const report = (node: ts.Node | undefined) => {
    if (node === undefined || !isWords(node)) return;
    found.push(`${source.fileName}: ${node.getText(source)}`);
  };
  visit(source, (node) => {
    if (ts.isCallExpression(node) && /^window\.show\w+Message$/.test(node.expression.getText(source))) {
      report(node.arguments[0]);
    } else if (ts.isCallExpression(node) && node.expression.getText(source) === 'window.createWebviewPanel') {
      report(node.arguments[1]);
    } else if (ts.isPropertyAssignment(node) && shownProperties.has(node.name.getText(source))) {
      report(node.initializer);
    } else if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      ts.isPropertyAccessExpression(node.left) &&
      shownProperties.has(node.left.name.text)
    ) {
      report(node.right);
    }
  });
  return found;
}

/** Whether a node is a literal that contains words. */
function isWords(node: ts.Node): boolean {
  // Text that users type is the same in every language.
  if (ts.isStringLiteral(node))
    return /\p{L}{2}/u.test(node.text) && !/^\S+=\S+$/.test(node.text) && !names.has(node.text);
  if (!ts.isTemplateExpression(node)) return false;
  const fixed = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ');
  return /\p{L}{2}/u.test(fixed.replaceAll('Kubecompat', ''));
}

function isTranslation(node: ts.Node): node is ts.CallExpression {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 't' &&
    node.expression.expression.getText() === 'l10n'
  );
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node);
  ts.forEachChild(node, (child) => visit(child, see));
}
