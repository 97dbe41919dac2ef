import type { GatedFieldRow } from '../../src/catalog/pack.ts';
import { factMinor } from '../../src/targets/version.ts';
import type { Facts } from './facts.ts';
import { arrayOf, fieldOf, type JsonObject, object, text } from './json.ts';

type Seen = [gvk: readonly [string, string, string], path: string, emulations: number[]];

/** The measured gated fields, one row for each gate and struct field with all the places where it was seen. */
export function gatedFieldRows(facts: Facts): GatedFieldRow[] {
  const schema = [...facts.schemas].at(-1)?.[1];
  if (schema === undefined) throw new RangeError('no schema');
  const kinds = new Map(facts.kinds.map((kind) => [apiKind(kind), kind]));
  const rows = new Map<string, [gate: string, type: string, field: string, seen: Seen[]]>();
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

/** `apps/v1 Deployment`, `v1 Pod`: how the measurements name a kind. */
function apiKind(kind: JsonObject): string {
  const group = text(kind['group']);
  return `${group === '' ? '' : `${group}/`}${text(kind['version'])} ${text(kind['kind'])}`;
}

/** Where a measured path ends, and the path with `[]` for the key of a map as it has for the item of a list. */
interface End {
  readonly type: string;
  readonly field: string;
  readonly path: string;
}

/** Follows a path: `spec.volumes[].image` ends at `core.v1.Volume`, `image`. The measured object has one key in each map. */
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
