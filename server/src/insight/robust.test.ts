import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { inputs } from '../../../test/harness/inputs.ts';
import completions from '../../data/authored/completions.json' with { type: 'json' };
import nameReferences from '../../data/authored/name-references.json' with { type: 'json' };
import { analyze } from '../analyze.ts';
import { resolve } from '../catalog/resolve.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { completeConfig } from './configuration/completeConfig.ts';
import { describeConfigAt } from './configuration/describeConfig.ts';
import { foldsOf } from './folding.ts';
import { hintsOf } from './hints.ts';
import { lensesOf } from './lenses.ts';
import { linksInConfig, linksInManifest } from './links.ts';
import { completeSetting } from './settings/completeSetting.ts';
import { symbolsOf } from './symbols.ts';

const catalog = readCatalog();
const resolution = resolve('a', { binary: catalog.newest, runtimeConfig: [], featureGates: [] }, catalog);
assert.ok(resolution.ok);
const surfaces = [resolution.surface];

/** Complete real files of all kinds. */
const files: readonly string[] = ['sources', 'checks', 'helm'].flatMap((folder) => {
  const root = join(import.meta.dirname, '..', folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ya?ml|json|service)$/.test(name))
    .filter((_, index) => index % 7 === 0)
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .filter((text) => text.length < 8_000);
});

/** A truncated file with typed text at its end. */
const damaged = fc
  .record({
    text: fc.constantFrom(...files),
    at: fc.nat(),
    typed: fc.constantFrom('', ': [', '- ', '"', '{{ if', '\t', '&a *a'),
  })
  .map(({ text, at, typed }) => {
    const end = at % (text.length + 1);
    return { text: `${text.slice(0, end)}${typed}`, offset: end };
  });

describe('editor features in damaged files', () => {
  it('never throw, and stay within the text', () => {
    fc.assert(
      fc.property(damaged, ({ text, offset }) => {
        const facts = {
          catalog,
          codes: new Map([['removed-api', 'Removed']]),
          surfaceOf: () => surfaces[0],
          clusters: [{ name: 'a: b', description: '' }],
        };
        completeConfig(text, offset, facts);
        describeConfigAt(text, offset, facts);
        linksInConfig(text, new Set(['removed-api']));
        const completed = completeSetting(text, 'a.yaml', offset, surfaces);
        if (completed !== undefined) assert.ok(completed.word.start <= offset && offset <= completed.word.end);
        const { manifest, resources } = analyze(text, inputs('a.yaml', surfaces));
        linksInManifest(manifest, 'kustomization.yaml');
        symbolsOf(manifest, resources, true);
        for (const judged of resources) {
          lensesOf(judged);
          for (const hint of hintsOf(judged, { start: 0, end: text.length })) assert.ok(hint.offset <= text.length);
        }
        const lines = text.split(/\r\n|\r|\n/).length;
        for (const { start, end } of foldsOf(text)) assert.ok(start >= 0 && start < end && end < lines);
      }),
      { numRuns: 60 },
    );
  });

  it('fold nested and separate ranges, without templates', () => {
    const plain = files.filter((text) => !text.includes('{{'));
    assert.ok(plain.length > 20);
    for (const text of plain) {
      const folds = foldsOf(text).filter(({ kind }) => kind !== 'comment');
      for (const [index, a] of folds.entries()) {
        for (const b of folds.slice(index + 1)) {
          assert.ok(b.start > a.end || b.end <= a.end, `${a.start}-${a.end} and ${b.start}-${b.end} in\n${text}`);
        }
      }
    }
  });
});

describe('fields with conventional values and keys', () => {
  it('belong to existing types', () => {
    const all = [...completions.values, ...completions.keys];
    const unknown = all.filter(({ type, field }) => catalog.type(catalog.newest, type)?.fields.has(field) !== true);
    assert.deepEqual(unknown, []);
  });

  it('name existing kinds as common ones', () => {
    const known = new Set(catalog.kinds.map(({ kind, group }) => `${kind}.${group}`));
    assert.deepEqual(
      completions.commonKinds.filter((kind) => !known.has(kind)),
      [],
    );
  });
});

describe('fields that refer to an object by name', () => {
  it('belong to existing types', () => {
    const all = [...nameReferences.references, ...nameReferences.byKind];
    const unknown = all.filter(({ type, field }) => catalog.type(catalog.newest, type)?.fields.has(field) !== true);
    assert.deepEqual(unknown, []);
  });

  it('have parts in existing types', () => {
    const all = [...nameReferences.within, ...nameReferences.partReferences];
    const builtIn = all.filter(({ type }) => /^[a-z]/.test(type));
    const unknown = builtIn.filter(({ type, field }) => catalog.type(catalog.newest, type)?.fields.has(field) !== true);
    assert.deepEqual(unknown, []);
  });

  it('name existing kinds', () => {
    const unknown = nameReferences.references.filter(
      ({ kind, group }) => !catalog.kinds.some((kindFacts) => kindFacts.kind === kind && kindFacts.group === group),
    );
    assert.deepEqual(unknown, []);
  });
});
