import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { factMinor, type Minor } from '../../src/target/version.ts';
import { arrayOf, fieldOf, type JsonObject, object, text } from './json.ts';

/** The imported and authored facts as they lie in `server/data`. */
export interface Facts {
  readonly kinds: readonly JsonObject[];
  readonly gates: readonly JsonObject[];
  readonly defaults: readonly JsonObject[];
  readonly conversions: readonly JsonObject[];
  readonly shapeChanges: readonly JsonObject[];
  readonly emulation: JsonObject;
  readonly fieldGates: readonly (readonly unknown[])[];
  /** The schema of every minor: type name to the type's facts. */
  readonly schemas: ReadonlyMap<Minor, JsonObject>;
  readonly authored: AuthoredFacts;
}

/** Facts of our own, each file with its source. */
export interface AuthoredFacts {
  readonly binaries: JsonObject;
  readonly microTimes: JsonObject;
  readonly specialTypes: JsonObject;
  readonly gateNames: JsonObject;
  readonly registeredVersions: JsonObject;
  readonly neededApis: JsonObject;
}

/** Reads all facts from `server/data`. */
export function readFacts(): Facts {
  return {
    kinds: lines('facts/gvk.jsonl').map(object),
    gates: [...lines('facts/features.jsonl'), ...arrayOf(fieldOf(json('authored/gates.json'), 'gates'))]
      .map(object)
      .sort((a, b) => (text(a['gate']) < text(b['gate']) ? -1 : 1)),
    defaults: lines('facts/defaults.jsonl').map(object),
    conversions: arrayOf(json('facts/conversions.json')).map(object),
    shapeChanges: lines('facts/conversions-diff.jsonl').map(object),
    emulation: object(json('facts/emulation.json')),
    fieldGates: lines('facts/field-gates.jsonl').map(arrayOf),
    schemas: schemas(),
    authored: {
      binaries: object(json('authored/binaries.json')),
      microTimes: object(json('authored/micro-times.json')),
      specialTypes: object(json('authored/special-types.json')),
      gateNames: object(json('authored/gate-names.json')),
      registeredVersions: object(json('authored/registered-versions.json')),
      neededApis: object(json('authored/needed-apis.json')),
    },
  };
}

function schemas(): Map<Minor, JsonObject> {
  const folder = new URL('../facts/fields/', import.meta.url);
  const read = readdirSync(folder).map((name): [Minor, JsonObject] => {
    const schema: unknown = JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString('utf8'));
    return [factMinor(text(fieldOf(schema, 'minor'))), object(fieldOf(schema, 'defs'))];
  });
  return new Map(read.sort(([a], [b]) => a - b));
}

function json(path: string): unknown {
  return JSON.parse(read(path));
}

function lines(path: string): unknown[] {
  return read(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
}
