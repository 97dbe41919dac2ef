import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { collectionsIn } from './harness/collections.ts';
import { unnaturalComments } from './harness/comments.ts';
import { filesBelow } from './harness/files.ts';

/** Rules of CONTRIBUTING.md that the project's linters do not check. */
describe('the source', () => {
  const sources = [
    ...filesBelow('server', /\.ts$/),
    ...filesBelow('client', /\.ts$/),
    ...filesBelow('tools', /\.ts$/),
    ...filesBelow('site/src', /\.ts$/),
  ]
    .filter((file) => !file.includes('node_modules'))
    .map((file) => ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true));
  const product = sources.filter(({ fileName }) => !fileName.endsWith('.test.ts'));

  it('has no type assertions', () => {
    assert.deepEqual(sources.flatMap(assertions), []);
  });

  it('documents every exported name', () => {
    assert.deepEqual(product.flatMap(undocumented), []);
  });

  it('keeps files below 400 lines', () => {
    const long = product.filter(({ text }) => text.split('\n').length > 400);
    assert.deepEqual(
      long.map(({ fileName }) => fileName),
      [],
    );
  });

  it('has no markers for unfinished work', () => {
    const marked = product.filter(({ text }) => /\b(TODO|XXX|HACK)\b/.test(text));
    assert.deepEqual(
      marked.map(({ fileName }) => fileName),
      [],
    );
  });

  it('keeps what changes in the ground, and says why for the rest', () => {
    const keeping = product.filter(({ fileName }) => /^server\/src\/(?:workspace|lsp)\//.test(fileName));
    const found = keeping.flatMap((source) => {
      const names = collectionsIn(source);
      return names.length === 0 ? [] : [`${source.fileName.slice('server/src/'.length)} | ${names.join(', ')}`];
    });
    const rows = readFileSync('test/collections.md', 'utf8').matchAll(
      /^\| (\S+\.ts \| .+) \| (?:run|client|content|shipped|ground) \|$/gm,
    );
    assert.deepEqual(found.sort(), [...rows].map(([, row]) => row).sort());
    // What files are judged with is made of answers alone.
    assert.deepEqual(
      found.filter((row) => row.startsWith('workspace/model/')),
      [],
    );
  });

  it('has comments in natural technical English', () => {
    const files = commented.flatMap((folder) => filesBelow(folder, /\.m?[jt]s$/));
    const unnatural = files
      .filter((file) => !file.endsWith('test/harness/comments.ts'))
      .flatMap((file) => unnaturalComments(file, readFileSync(file, 'utf8')));
    assert.deepEqual(unnatural, []);
  });
});

/** The folders whose comments must be in natural English. */
const commented = ['server/src', 'server/data', 'client/src', 'tools', 'scripts', 'site/src', 'test'];

function assertions(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const silences =
      ts.isNonNullExpression(node) ||
      ts.isTypeAssertionExpression(node) ||
      (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type));
    if (silences) found.push(locationOf(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** A docstring applies to all exports on the lines directly after it, as for a table of constants. */
function undocumented(source: ts.SourceFile): string[] {
  let spokenFor = -1;
  return source.statements
    .filter((statement) => {
      const first = source.getLineAndCharacterOfPosition(statement.getStart(source)).line;
      const documented =
        ts.getJSDocCommentsAndTags(statement).length > 0 ||
        (ts.isVariableStatement(statement) && first === spokenFor + 1);
      if (documented) spokenFor = source.getLineAndCharacterOfPosition(statement.getEnd()).line;
      const exported =
        ts.canHaveModifiers(statement) &&
        (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
      return exported && !documented;
    })
    .map((statement) => locationOf(source, statement));
}

function locationOf(source: ts.SourceFile, node: ts.Node): string {
  const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return `${source.fileName}:${line + 1}: ${node.getText(source).split('\n')[0]}`;
}
