import { arrayOf, fieldOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import { factMinor, type Minor } from '../../../server/src/targets/version.ts';
import { mergeBinary } from '../derive/binaries.ts';
import { shapeChangesBefore, shapeChangesOf } from '../derive/shapeChanges.ts';
import type { ReleaseFacts } from '../gather.ts';
import type { Release } from '../release.ts';
import type { Tables } from '../tables.ts';
import { defaultsBefore, mergeDefaults } from './defaults.ts';
import { gatesBefore, mergeGates } from './gates.ts';
import { kindsBefore, mergeKinds } from './kinds.ts';

/** The tables with the facts of a release, whose minor is the newest that they know or the one after it. */
export function mergeRelease(tables: Tables, release: Release, facts: ReleaseFacts): Tables {
  const { minorText } = release;
  const [emulation, registeredVersions] = mergeBinary(
    tables.emulation,
    tables.registeredVersions,
    release.minor,
    facts.binary,
  );
  const fields = new Map(tables.fields);
  fields.set(minorText, fieldsFile(tables.fields.get(minorText), release, facts.fields));
  const kinds = mergeKinds(tables.kinds, minorText, facts.kinds);
  return {
    kinds,
    gates: mergeGates(tables.gates, minorText, facts.gates),
    defaults: mergeDefaults(tables.defaults, minorText, facts.defaults, facts.podTemplates),
    shapeChanges: shapeChangesOf(tables.shapeChanges, kinds, minorText, fields),
    fieldGates: mergeFieldGates(tables.fieldGates, facts),
    emulation,
    registeredVersions,
    builtIn: mergeBuiltIn(tables.builtIn, release, facts.builtIn),
    sources: { ...tables.sources, tables: mergeSources(object(tables.sources['tables']), release) },
    fields,
  };
}

/** The tables without a minor, the newest that they know, as the binary before it left them. */
export function withoutMinor(tables: Tables, minorText: string): Tables {
  const fields = new Map(tables.fields);
  fields.delete(minorText);
  const binaries = object(tables.registeredVersions['binaries']);
  return {
    ...tables,
    kinds: kindsBefore(tables.kinds, minorText),
    gates: gatesBefore(tables.gates, minorText),
    defaults: defaultsBefore(tables.defaults, minorText),
    shapeChanges: shapeChangesBefore(tables.shapeChanges, minorText),
    fieldGates: fieldGatesBefore(tables.fieldGates, minorText),
    emulation: Object.fromEntries(
      Object.entries(tables.emulation).map(([name, table]) => [
        name,
        typeof table === 'object' ? omit(object(table), minorText) : table,
      ]),
    ),
    registeredVersions: { ...tables.registeredVersions, binaries: omit(binaries, minorText) },
    builtIn: new Map(
      [...tables.builtIn].map(([file, table]) => [
        file,
        { ...table, binaries: omit(object(table['binaries']), minorText) },
      ]),
    ),
    sources: {
      ...tables.sources,
      tables: Object.fromEntries(
        Object.entries(object(tables.sources['tables'])).map(([name, read]) => [name, omit(object(read), minorText)]),
      ),
    },
    fields,
  };
}

function omit(value: JsonObject, key: string): JsonObject {
  const { [key]: _, ...rest } = value;
  return rest;
}

/** The properties of a field that the generator reads; older files have unused ones. */
const read = ['t', 'lt', 'lk', 'e', 'ec', 'fg', 'gm', 'dep'] as const;

/** The content of a field file; an equal existing one stays. */
function fieldsFile(
  known: JsonObject | undefined,
  release: Release,
  types: Readonly<Record<string, JsonObject>>,
): JsonObject {
  const openapi = `k8s.io/kubernetes v${release.version} api/openapi-spec/swagger.json`;
  const now = { minor: release.minorText, openapi, defs: types };
  return known !== undefined &&
    known['openapi'] === openapi &&
    JSON.stringify(readParts(known)) === JSON.stringify(readParts(now))
    ? known
    : now;
}

/** The read properties of a field file, in a fixed order. */
export function readParts(file: JsonObject): JsonObject {
  const types = Object.entries(object(file['defs'])).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    types.map(([name, type]) => {
      const fields = Object.entries(object(fieldOf(type, 'f') ?? {})).sort(([a], [b]) => (a < b ? -1 : 1));
      return [
        name,
        {
          req: [...texts(fieldOf(type, 'req'))].sort(),
          t: fieldOf(type, 't'),
          f: fields.map(([field, fact]) => [field, readField(object(fact))]),
        },
      ];
    }),
  );
}

/** Types that are written in two ways and mean the same. */
const sameTypes: Readonly<Record<string, string>> = { 'types.UID': 'string', 'runtime.RawExtension': 'object/raw' };

function readField(fact: JsonObject): JsonObject {
  const parts = read.flatMap((key) =>
    fact[key] === undefined || (key === 'dep' && fact[key] !== 'lead') ? [] : [[key, fact[key]]],
  );
  const type = text(fact['t']);
  return { ...Object.fromEntries(parts), t: type.replace(/[^[\]]+(?=\]*$)/, (name) => sameTypes[name] ?? name) };
}

/** The measured rows; measurements of older binaries at versions that this one does not emulate stay. */
function mergeFieldGates(rows: readonly (readonly unknown[])[], { dropped }: ReleaseFacts): (readonly unknown[])[] {
  if (dropped.length === 0) return [...rows];
  const measured = new Set(dropped.flatMap(([, , , emulated]) => emulated));
  const oldest = Math.min(...[...measured].map(factMinor));
  const key = ([gate, kind, path]: readonly unknown[]) => JSON.stringify([gate, kind, path]);
  const older = new Map(
    rows.flatMap((row) => {
      const kept = texts(arrayOf(row[3])).filter((emulated) => factMinor(emulated) < oldest);
      return kept.length === 0 ? [] : [[key(row), [row[0], row[1], row[2], kept]]];
    }),
  );
  const now = dropped.map((row) => {
    const before = older.get(key(row));
    older.delete(key(row));
    return before === undefined ? row : [row[0], row[1], row[2], [...texts(arrayOf(before[3])), ...row[3]]];
  });
  return [...now, ...older.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The rows without the measurements at an emulated version. */
function fieldGatesBefore(rows: readonly (readonly unknown[])[], minorText: string): (readonly unknown[])[] {
  return rows.flatMap(([gate, kind, path, emulated]) => {
    const remaining = texts(arrayOf(emulated)).filter((version) => version !== minorText);
    return remaining.length === 0 ? [] : [[gate, kind, path, remaining]];
  });
}

/** The tables of built-in parts of each binary with those of a release; in the order of binaries. */
function mergeBuiltIn(
  tables: Tables['builtIn'],
  { minorText }: Release,
  facts: ReleaseFacts['builtIn'],
): Tables['builtIn'] {
  return new Map(
    [...tables].map(([file, table]) => {
      const added = facts[file];
      if (added === undefined) throw new RangeError(`facts/${file}: nothing was derived for ${minorText}`);
      const binaries = { ...omit(object(table['binaries']), minorText), [minorText]: added };
      const ordered = Object.entries(binaries).sort(([a], [b]) => factMinor(a) - factMinor(b));
      return [file, { ...table, binaries: Object.fromEntries(ordered) }];
    }),
  );
}

function mergeSources(sources: JsonObject, release: Release): JsonObject {
  return Object.fromEntries(
    Object.entries(sources).map(([table, releases]) => [
      table,
      { ...object(releases), [release.minorText]: release.version },
    ]),
  );
}

/** The newest minor of the tables. */
export function newestMinor(tables: Tables): Minor {
  const newest = [...tables.fields.keys()]
    .map(factMinor)
    .sort((a, b) => a - b)
    .at(-1);
  if (newest === undefined) throw new RangeError('server/data/facts/fields has no minor');
  return newest;
}
