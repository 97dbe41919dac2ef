import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { binaryEmulationFloor } from '../../server/data/generator/binaries.ts';
import { digestOf } from '../../server/data/generator/digests.ts';
import { builtInFiles } from '../../server/data/generator/facts.ts';
import {
  arrayOf,
  fieldOf,
  type JsonObject,
  object,
  optionalText,
  text,
  texts,
} from '../../server/data/generator/json.ts';
import { spanRow } from '../../server/data/generator/spans.ts';
import { factMinor, type Minor, minor } from '../../server/src/targets/version.ts';
import { writeAtomically } from './atomicWrite.ts';
import type { KindFact } from './derive/kinds.ts';
import type { Types } from './derive/objects.ts';
import { factText } from './factText.ts';
import { kindKey } from './merge/kinds.ts';

/** The tables of `server/data/facts` that the command derives. */
export interface Tables {
  readonly kinds: readonly JsonObject[];
  readonly gates: readonly JsonObject[];
  readonly defaults: readonly JsonObject[];
  readonly shapeChanges: readonly JsonObject[];
  readonly fieldGates: readonly (readonly unknown[])[];
  readonly emulation: JsonObject;
  readonly registeredVersions: JsonObject;
  /** What is built into each binary, by file: `binaries` has an entry for each. */
  readonly builtIn: ReadonlyMap<string, JsonObject>;
  readonly sources: JsonObject;
  /** By minor (`1.37`): the whole content of its file. */
  readonly fields: ReadonlyMap<string, JsonObject>;
}

/** `server/data`. */
export const dataFolder = new URL('../../server/data/', import.meta.url).pathname;

/** Reads the tables from a folder laid out as `server/data/facts`. */
export function readTables(folder: string): Tables {
  const json = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const lines = (name: string): unknown[] =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line));
  const fields = readdirSync(join(folder, 'fields')).map((name): [string, JsonObject] => {
    const content = object(JSON.parse(gunzipSync(readFileSync(join(folder, 'fields', name))).toString('utf8')));
    return [text(content['minor']), content];
  });
  return {
    kinds: lines('gvk.jsonl').map(object),
    gates: lines('features.jsonl').map(object),
    defaults: lines('defaults.jsonl').map(object),
    shapeChanges: lines('conversions-diff.jsonl').map(object),
    fieldGates: lines('field-gates.jsonl').map(arrayOf),
    emulation: object(json('emulation.json')),
    registeredVersions: object(json('registered-versions.json')),
    builtIn: new Map(builtInFiles.map((name) => [name, object(json(name))])),
    sources: object(json('sources.json')),
    fields: new Map(fields.sort(([a], [b]) => factMinor(a) - factMinor(b))),
  };
}

/** The text of each table file except those of fields, by its name below `facts`. */
export function tableFiles(tables: Tables): ReadonlyMap<string, string> {
  const lines = (rows: readonly unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const files = new Map([
    ['gvk.jsonl', lines(tables.kinds)],
    ['features.jsonl', lines(tables.gates)],
    ['defaults.jsonl', lines(tables.defaults)],
    ['conversions-diff.jsonl', lines(tables.shapeChanges)],
    ['field-gates.jsonl', lines(tables.fieldGates)],
    ['emulation.json', factText(tables.emulation)],
    ['registered-versions.json', factText(tables.registeredVersions)],
    ...[...tables.builtIn].map(([name, table]): [string, string] => [name, factText(table)]),
  ]);
  const fields = [...tables.fields].map(([minorText, content]): [string, string] => [
    `fields/${minorText}.json.gz`,
    JSON.stringify(content),
  ]);
  const digests = Object.fromEntries([...files, ...fields].map(([name, content]) => [name, digestOf(content)]));
  return files.set('sources.json', factText({ ...tables.sources, digests }));
}

/** The files that differ from those in a folder laid out as `server/data/facts`, by their name in it. */
export function changedFiles(tables: Tables, folder: string): Map<string, string | Buffer> {
  const known = readTables(folder).fields;
  const files = new Map<string, string | Buffer>(
    [...tableFiles(tables)].filter(([name, content]) => readFileSync(join(folder, name), 'utf8') !== content),
  );
  for (const [minorText, fields] of tables.fields) {
    if (JSON.stringify(known.get(minorText)) === JSON.stringify(fields)) continue;
    files.set(`fields/${minorText}.json.gz`, gzipSync(JSON.stringify(fields), { level: 9 }));
  }
  return files;
}

/** Writes tables into a new copy of a folder. */
export function writeCopy(tables: Tables, from: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(from, folder, { recursive: true, filter: (path) => path !== join(from, 'crds') });
  writeAtomically(folder, changedFiles(tables, folder));
}

/** The oldest version that a binary emulates, by `authored/binaries.json`. */
export function emulationFloor(binary: Minor): Minor {
  const authored = object(JSON.parse(readFileSync(join(dataFolder, 'authored/binaries.json'), 'utf8')));
  const floor = binaryEmulationFloor(object(authored['emulation']), binary);
  return minor(floor ?? binary);
}

/** The last minor that served each kind, for kinds that a release no longer serves. */
export function lastServed(
  { kinds }: Tables,
  release: Minor,
  served: ReadonlyMap<string, KindFact>,
): ReadonlyMap<string, Minor> {
  return new Map(
    kinds.flatMap((row) => {
      const last = texts(row['served']).at(-1);
      if (last === undefined || served.get(kindKey(row))?.served !== undefined) return [];
      // A span without an end: the release itself is the first without the kind.
      return [[kindKey(row), minor(spanRow(last)[1] ?? release - 1)]];
    }),
  );
}

/**
 * The types of all kinds that are or were resources and still have types in the release: `apps/v1/Deployment` to its
 * type.
 */
export function kindDefinitions(
  tables: Tables,
  kinds: ReadonlyMap<string, KindFact>,
  types: Types,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (key: string, def: string | undefined) => {
    if (def !== undefined && types[def] !== undefined) found.set(key.replace(/^\//, ''), def);
  };
  for (const row of tables.kinds) if (row['served'] !== undefined) add(kindKey(row), optionalText(row['def']));
  for (const [key, fact] of kinds) if (fact.served !== undefined) add(key, fact.def);
  return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Which release each minor's fields were read from. */
export function releasesRead(tables: Tables): ReadonlyMap<string, string> {
  const read = object(fieldOf(tables.sources['tables'], 'fields'));
  return new Map(Object.entries(read).map(([name, version]) => [name, text(version)]));
}
