import assert from 'node:assert/strict';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import { formatGroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { withReleases } from '../workspace/definitions/withDefinitions.ts';
import { readKnownKinds } from '../workspace/shipped/crdSetFile.ts';
import { outlinePositionAt } from './outlinePosition.ts';
import { creatableResources } from './servedKinds.ts';
import { suggestAt } from './suggest.ts';

const surfaces = withReleases([surfaceOf('1.37')]);
const [surface] = surfaces;

/** Projects whose kinds are widely used. */
const groups = ['gateway.networking.k8s.io', 'helm.toolkit.fluxcd.io', 'source.toolkit.fluxcd.io', 'cert-manager.io'];

/** 60 kinds: those of Kubernetes that can be created, and those of some projects. */
function kinds(at: ApiSurface): readonly GroupVersionKind[] {
  const custom = readKnownKinds().filter(({ group }) => groups.includes(group));
  const newest = custom.filter(({ kind }, index) => custom.findIndex((other) => other.kind === kind) === index);
  const builtIn = creatableResources(at).filter(
    ({ kind, group }, index, all) => all.findIndex((other) => other.kind === kind && other.group === group) === index,
  );
  return [...newest.slice(0, 20), ...builtIn].slice(0, 60);
}

/** A place in a kind where values are known. */
interface Place {
  readonly path: readonly string[];
  readonly values: readonly string[];
}

const deepest = 7;

function* placesIn(type: ApiType, path: readonly string[], within: readonly string[]): Iterable<Place> {
  if (path.length > deepest || within.includes(type.name)) return;
  for (const field of type.fields.values()) {
    if (path.length === 0 && field.name === 'status') continue;
    yield* placesAt(field, field.type, [...path, field.name], [...within, type.name]);
  }
}

function* placesAt(
  field: ApiField,
  type: FieldType,
  path: readonly string[],
  within: readonly string[],
): Iterable<Place> {
  if (type.kind === 'list') yield* placesAt(field, type.item, [...path, '-'], within);
  else if (type.kind === 'object') yield* placesIn(type.type, path, within);
  else if (type.kind === 'scalar') {
    const values = type.scalar === 'boolean' ? ['true', 'false'] : (field.enum ?? []).map(({ value }) => value);
    if (values.length > 0) yield { path, values };
  }
}

/** A manifest that ends where the value is to be written. */
function textOf(gvk: GroupVersionKind, path: readonly string[]): string {
  let text = `apiVersion: ${formatGroupVersion(gvk)}\nkind: ${gvk.kind}\n`;
  let indent = '';
  let dash = '';
  for (const step of path) {
    if (step === '-') {
      dash = '- ';
      continue;
    }
    if (dash !== '' || !text.endsWith('\n')) text += text.endsWith('\n') ? '' : '\n';
    text += `${indent}${dash}${step}:\n`;
    indent += dash === '' ? '  ' : '    ';
    dash = '';
  }
  return dash === '' ? text.replace(/\n$/, ' ') : `${text}${indent}- `;
}

describe('completion', () => {
  assert.ok(surface !== undefined);
  const asked = kinds(surface);

  it('offers the kind and every value of an enumeration in 60 kinds', () => {
    const missing: string[] = [];
    let places = 0;
    for (const gvk of asked) {
      const root = surface.rootType(gvk);
      assert.ok(root !== undefined, gvk.kind);
      for (const place of [{ path: ['kind'], values: [gvk.kind] }, ...placesIn(root, [], [])]) {
        const text =
          place.path[0] === 'kind' ? `apiVersion: ${formatGroupVersion(gvk)}\nkind: ` : textOf(gvk, place.path);
        const position = outlinePositionAt(text, text.length);
        const context = { isJson: false, knownKinds: readKnownKinds };
        const found = position === undefined ? [] : suggestAt(position, surfaces, context);
        const labels = new Set(found.map(({ label }) => label));
        places++;
        if (!place.values.every((value) => labels.has(value))) missing.push(`${gvk.kind} ${place.path.join('.')}`);
      }
    }
    assert.deepEqual(missing, []);
    assert.ok(asked.length === 60 && places > 1_500, `${places} places in ${asked.length} kinds`);
  });
});
