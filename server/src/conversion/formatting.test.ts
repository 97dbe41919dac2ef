import assert from 'node:assert/strict';
import fc from 'fast-check';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { findResources } from '../manifest/findResources.ts';
import { readManifest } from '../manifest/readManifest.ts';
import { applyEdits } from '../text/edit.ts';
import { isValueMap, plainValue, type Value } from './value.ts';
import { versionFixes } from './versionFix.ts';

const surface = surfaceOf('1.37');

/** A way to write a value down. */
interface Style {
  readonly indent: number;
  readonly lineBreak: string;
  readonly comments: boolean;
  readonly quotes: 'none' | 'single' | 'double';
  readonly dashed: boolean;
  readonly flowBelow: number;
}

const styles: fc.Arbitrary<Style> = fc.record({
  indent: fc.integer({ min: 1, max: 5 }),
  lineBreak: fc.constantFrom('\n', '\r\n'),
  comments: fc.boolean(),
  quotes: fc.constantFrom('none', 'single', 'double'),
  dashed: fc.boolean(),
  flowBelow: fc.integer({ min: 2, max: 12 }),
});

const objects: readonly Value[] = [
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'Ingress',
    metadata: { name: 'shop' },
    spec: {
      backend: { serviceName: 'fallback', servicePort: 'http' },
      rules: [
        { http: { paths: [{ path: '/', backend: { serviceName: 'web', servicePort: 80 } }] } },
        { host: 'a.example.com', http: { paths: [{ backend: { servicePort: 81, serviceName: 'api' } }] } },
      ],
    },
  },
  {
    apiVersion: 'extensions/v1beta1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: {} },
    spec: {
      strategy: { rollingUpdate: { maxSurge: 2 } },
      template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'a' }] } },
    },
  },
  {
    kind: 'StatefulSet',
    apiVersion: 'apps/v1beta1',
    metadata: { name: 'db' },
    spec: {
      template: { metadata: { labels: { app: 'db' } }, spec: { containers: [{ name: 'db', image: 'a' }] } },
      serviceName: 'db',
    },
  },
];

describe('conversions of one object in every dress', () => {
  for (const object of objects) {
    const expected = convert(JSON.stringify(object));
    assert(expected !== undefined);
    const kind = isValueMap(object) ? object['kind'] : '';
    it(`${kind} means the same however it was written, and keeps its comments`, () => {
      fc.assert(
        fc.property(styles, fc.nat(1000), (style, seed) => {
          const text = `${block(object, style, 0, 0, seed)}`;
          const converted = convert(text);
          assert(converted !== undefined, text);
          assert.deepEqual(converted.value, expected.value);
          assert.deepEqual(comments(converted.text), comments(text));
          assert.equal(converted.text.includes('\r\n'), text.includes('\r\n'));
          assert.equal(/[^\r]\n/.test(converted.text), /[^\r]\n/.test(text));
        }),
      );
    });
  }
});

/** The text and value after the fix; undefined unless it is safe. */
function convert(text: string): { readonly text: string; readonly value: Value } | undefined {
  const [resource] = findResources(readManifest(text), 'a.yaml').resources;
  assert(resource !== undefined, text);
  const [fix] = versionFixes(resource, text, [surface]);
  if (fix?.kind !== 'safe') return undefined;
  const converted = applyEdits(text, fix.edits);
  const [after] = findResources(readManifest(converted ?? ''), 'a.yaml').resources;
  return converted === undefined || after === undefined
    ? undefined
    : { text: converted, value: plainValue(after.root) };
}

function comments(text: string): readonly string[] {
  return text.match(/# c\d+/g) ?? [];
}

/** A value as YAML in some style; comments are numbered so that none can go missing unnoticed. */
function block(value: Value, style: Style, column: number, depth: number, seed: number): string {
  if (typeof value !== 'object' || value === null) return scalar(value, style);
  const entries = Array.isArray(value) ? value.map((item) => ['', item] as const) : Object.entries(value);
  if (entries.length === 0 || depth >= style.flowBelow) return flow(value, style);
  const pad = ' '.repeat(column);
  let counter = seed + depth * 100;
  const lines = entries.flatMap(([key, item]: readonly [string, Value]) => {
    counter++;
    const comment = style.comments && counter % 3 === 0 ? [`${pad}# c${counter}`] : [];
    const nested =
      typeof item === 'object' && item !== null && Object.keys(item).length > 0 && depth + 1 < style.flowBelow;
    const trail = style.comments && counter % 2 === 0 ? `  # c${counter}` : '';
    if (Array.isArray(value)) {
      const inner = block(item, style, column + 2, depth + 1, counter);
      return [...comment, nested ? `${pad}- ${inner.trimStart()}` : `${pad}- ${inner}`];
    }
    if (!nested) return [...comment, `${pad}${key}: ${block(item, style, column, depth + 1, counter)}${trail}`];
    const deeper = Array.isArray(item) && !style.dashed ? column : column + style.indent;
    return [...comment, `${pad}${key}:${trail}`, block(item, style, deeper, depth + 1, counter)];
  });
  return lines.join(style.lineBreak) + (depth === 0 ? style.lineBreak : '');
}

function flow(value: Value, style: Style): string {
  if (typeof value !== 'object' || value === null) return scalar(value, style);
  if (Array.isArray(value)) return `[${value.map((item: Value) => flow(item, style)).join(', ')}]`;
  const fields = Object.entries(value).map(([key, item]: readonly [string, Value]) => `${key}: ${flow(item, style)}`);
  return `{${fields.join(', ')}}`;
}

function scalar(value: string | number | bigint | boolean | null, { quotes }: Style): string {
  if (typeof value !== 'string' || quotes === 'none') return String(value);
  return quotes === 'single' ? `'${value}'` : JSON.stringify(value);
}
