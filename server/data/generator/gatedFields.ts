import type { GatedFieldRow } from '../../src/catalog/pack.ts';
import { factMinor } from '../../src/targets/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, type JsonObject, object, text } from './json.ts';

type Measured = [gvk: readonly [string, string, string], path: string, emulations: number[]];

/** The measured gated fields: a row for each gate and struct field, with every path where it was measured. */
export function gatedFieldRows(facts: Facts): GatedFieldRow[] {
  const schema = [...facts.schemas].at(-1)?.[1];
  if (schema === undefined) throw new RangeError('no schema');
  const kinds = new Map(facts.kinds.map((kind) => [apiKind(kind), kind]));
  const rows = new Map<string, [gate: string, type: string, field: string, measured: Measured[]]>();
  for (const [gate, kind, path, emulations] of facts.fieldGates) {
    const facts = object(kinds.get(text(kind)));
    const { type, field, path: pattern } = follow(schema, text(facts['def']), text(path));
    const key = `${text(gate)} ${type}.${field}`;
    const row = rows.get(key) ?? [text(gate), type, field, []];
    row[3].push([
      [text(facts['group']), text(facts['version']), text(facts['kind'])],
      pattern,
      arrayOf(emulations).map((minor) => factMinor(text(minor))),
    ]);
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** The name of a kind in the measurements: `apps/v1 Deployment`, `v1 Pod`. */
function apiKind(kind: JsonObject): string {
  const group = text(kind['group']);
  return `${group === '' ? '' : `${group}/`}${text(kind['version'])} ${text(kind['kind'])}`;
}

/** The field at the end of a measured path, and the path with `[]` for map keys as well as list items. */
interface End {
  readonly type: string;
  readonly field: string;
  readonly path: string;
}

/** Follows a path: `spec.volumes[].image` ends at `core.v1.Volume`, `image`. A step into a map is a measured key. */
function follow(schema: JsonObject, root: string, path: string): End {
  let end: End = { type: '', field: '', path: '' };
  let type = root;
  for (const step of path.split('.')) {
    if (type.startsWith('map[')) {
      type = type.slice(4, -1);
      end = { ...end, path: `${end.path}[]` };
      continue;
    }
    const field = step.replaceAll('[]', '');
    end = { type, field, path: end.path === '' ? step : `${end.path}.${step}` };
    type = text(fieldOf(fieldOf(fieldOf(schema[type], 'f'), field), 't'));
    for (let at = 0; at < step.length - field.length; at += 2) type = type.slice(2);
  }
  return end;
}
