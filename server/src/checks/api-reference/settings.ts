import type { ApiSurface } from '../../catalog/surface.ts';
import type { Resource } from '../../manifest/manifest.ts';
import { type MapEntry, mapFor, type ScalarNode } from '../../manifest/node.ts';
import { mapsAt } from '../../manifest/nodesAt.ts';
import { readYamlIn } from '../../manifest/read/readScalar.ts';
import { entryOf, type FieldPath, fieldOf } from '../../text/fieldPath.ts';
import type { Emit } from '../check.ts';
import { type SettingsReference, settings } from './references.ts';
import { judgeSelected, judgeSelection } from './selection.ts';

/** Judges a ConfigMap with another tool's settings: keys of its data, and YAML in its values, that name APIs. */
export function judgeSettings(resource: Resource, text: string, surface: ApiSurface, emit: Emit): void {
  if (resource.apiVersion !== 'v1' || resource.kind !== 'ConfigMap' || resource.partial !== undefined) return;
  const data = mapFor(resource.root, 'data');
  if (data === undefined) return;
  const path = fieldOf(undefined, 'data');
  for (const reference of settings.filter(({ name }) => name === resource.name)) {
    for (const entry of data.entries) {
      const prefix = reference.keyPrefixes.find((keyPrefix) => entry.key.startsWith(keyPrefix));
      const at = entryOf(path, entry.key);
      if (prefix !== undefined) judgeKey(entry, prefix.length, '_', at, { reference, text, surface, emit });
      else if (entry.value.kind === 'scalar') judgeText(entry.value, entry.key, at, { reference, text, surface, emit });
    }
  }
}

interface SettingsContext {
  readonly reference: SettingsReference;
  readonly text: string;
  readonly surface: ApiSurface;
  readonly emit: Emit;
}

/** A key that ends with `group_kind`, or with the kind alone for the core group. */
function judgeKey(entry: MapEntry, from: number, separator: string, path: FieldPath, context: SettingsContext): void {
  const { reference, text, surface, emit } = context;
  const name = entry.key.slice(from);
  const quote = /["']/.test(text.charAt(entry.keySpan.start)) ? 1 : 0;
  const start = entry.keySpan.start + quote + from;
  if (text.slice(start, start + name.length) !== name) return;
  const middle = name.indexOf(separator);
  const part = (begin: number, end: number) => ({
    names: [name.slice(begin, end)],
    value: plain(name.slice(begin, end), start + begin),
    path,
  });
  const kind = part(middle + 1, name.length);
  const group = middle < 0 ? { ...kind, names: [''] } : part(0, middle);
  if ([...kind.names, ...group.names].some((candidate) => candidate.includes('*') || candidate === 'all')) return;
  judgeSelected({ group, kind, version: undefined }, { ...reference, form: 'selection' }, surface, emit);
}

function judgeText(value: ScalarNode, key: string, path: FieldPath, context: SettingsContext): void {
  const { reference, text, surface, emit } = context;
  const isMap = reference.maps.includes(key);
  if (!isMap && !reference.lists.includes(key)) return;
  for (const { root } of readYamlIn(text, value) ?? []) {
    if (root === undefined) continue;
    if (isMap && root.kind === 'map') for (const entry of root.entries) judgeKey(entry, 0, '/', path, context);
    if (isMap) continue;
    for (const { node } of mapsAt(root, '[]')) {
      judgeSelection(node, path, { ...reference, form: 'selection', absentGroup: 'core' }, surface, emit);
    }
  }
}

function plain(value: string, start: number): ScalarNode {
  return { kind: 'scalar', style: 'plain', value, start, end: start + value.length };
}
