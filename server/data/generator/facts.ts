import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { factMinor, formatMinor, type Minor } from '../../src/targets/version.ts';
import { digestOf } from './digests.ts';
import { entriesOf, readEntries } from './entries.ts';
import { readJson, readJsonLines, readText } from './factFiles.ts';
import { arrayOf, fieldOf, type JsonObject, object, text } from './json.ts';

/** The files of `facts/` that describe the kube-apiserver binaries: an entry for each below `binaries`. */
export const builtInFiles = [
  'admission-plugins.json',
  'expression-costs.json',
  'expressions.json',
  'flags.json',
] as const;

/** The derived and authored facts, as in the files of `server/data`. */
export interface Facts {
  readonly kinds: readonly JsonObject[];
  readonly gates: readonly JsonObject[];
  readonly defaults: readonly JsonObject[];
  readonly shapeChanges: readonly JsonObject[];
  readonly emulation: JsonObject;
  readonly fieldGates: readonly (readonly unknown[])[];
  /** The versions of each group whose types a binary has. */
  readonly registeredVersions: JsonObject;
  /** The entries of `builtInFiles`: by file, then by minor. */
  readonly builtIn: ReadonlyMap<string, JsonObject>;
  /** By table of `facts/`: the release that each minor was read from. */
  readonly sources: JsonObject;
  /** Members and entries of authored tables: those that `entries.txt` lists, and those that the tables have. */
  readonly authoredEntries: {
    readonly listed: ReadonlyMap<string, readonly string[]>;
    readonly found: ReadonlyMap<string, readonly string[]>;
  };
  /** The digests of derived tables, by file of `facts/`: as `sources.json` records them, and of the present files. */
  readonly digests: { readonly written: ReadonlyMap<string, string>; readonly found: ReadonlyMap<string, string> };
  /** By file of `authored/`: the newest minor that the file was reviewed for, or `independent`. */
  readonly reviewed: ReadonlyMap<string, unknown>;
  /** By file of `decisions/`: the questions of a release that a person must decide. */
  readonly decisions: ReadonlyMap<string, unknown>;
  /** The release that the facts of each minor were read from. */
  readonly releases: ReadonlyMap<Minor, string>;
  /** The schema of every minor: type name to the type's facts. */
  readonly schemas: ReadonlyMap<Minor, JsonObject>;
  readonly authored: AuthoredFacts;
}

/** Facts written by hand; each file names its sources. */
export interface AuthoredFacts {
  readonly binaries: JsonObject;
  readonly microTimes: JsonObject;
  readonly specialTypes: JsonObject;
  readonly gateNames: JsonObject;
  readonly neededApis: JsonObject;
  readonly targetSources: JsonObject;
  readonly admission: JsonObject;
  readonly celVariables: JsonObject;
  readonly conversionNotes: JsonObject;
}

/** Reads all facts from `server/data`. Throws `IncompleteFacts` if a file is missing or not JSON. */
export function readFacts(): Facts {
  const snapshots = readSnapshots();
  const authored = new Map(files('authored').map((name) => [name, object(readJson(`authored/${name}`))]));
  const lifecycles = arrayOf(fieldOf(readJson('authored/lifecycles.json'), 'kinds')).map(object);
  return {
    kinds: readJsonLines('facts/gvk.jsonl').map((fact) => withLifecycle(object(fact), lifecycles)),
    gates: [...readJsonLines('facts/features.jsonl'), ...arrayOf(fieldOf(readJson('authored/gates.json'), 'gates'))]
      .map(object)
      .sort((a, b) => (text(a['gate']) < text(b['gate']) ? -1 : 1)),
    defaults: readJsonLines('facts/defaults.jsonl').map(object),
    shapeChanges: readJsonLines('facts/conversions-diff.jsonl').map(object),
    emulation: object(readJson('facts/emulation.json')),
    fieldGates: readJsonLines('facts/field-gates.jsonl').map(arrayOf),
    registeredVersions: object(readJson('facts/registered-versions.json')),
    builtIn: new Map(builtInFiles.map((name) => [name, object(fieldOf(readJson(`facts/${name}`), 'binaries'))])),
    sources: object(fieldOf(readJson('facts/sources.json'), 'tables')),
    authoredEntries: {
      listed: readEntries(readText('entries.txt')),
      found: new Map([...authored].map(([name, table]) => [name, entriesOf(table)])),
    },
    digests: { written: digestsWritten(), found: digestsFound(snapshots) },
    reviewed: new Map([...authored].map(([name, table]) => [name, table['reviewed']])),
    decisions: new Map(files('decisions').map((name) => [name, readJson(`decisions/${name}`)])),
    releases: new Map(snapshots.map((snapshot) => [minorOf(snapshot), release(snapshot)])),
    schemas: new Map(snapshots.map((snapshot) => [minorOf(snapshot), object(fieldOf(snapshot, 'defs'))])),
    authored: {
      binaries: object(readJson('authored/binaries.json')),
      microTimes: object(readJson('authored/micro-times.json')),
      specialTypes: object(readJson('authored/special-types.json')),
      gateNames: object(readJson('authored/gate-names.json')),
      neededApis: object(readJson('authored/needed-apis.json')),
      targetSources: object(readJson('authored/target-sources.json')),
      admission: object(readJson('authored/admission.json')),
      celVariables: object(readJson('authored/cel-variables.json')),
      conversionNotes: object(readJson('authored/conversion-notes.json')),
    },
  };
}

function digestsWritten(): ReadonlyMap<string, string> {
  const written = object(fieldOf(readJson('facts/sources.json'), 'digests') ?? {});
  return new Map(Object.entries(written).map(([file, digest]) => [file, text(digest)]));
}

function digestsFound(snapshots: readonly unknown[]): ReadonlyMap<string, string> {
  const tables = readdirSync(new URL('../facts/', import.meta.url))
    .filter((name) => /\.jsonl?$/.test(name) && name !== 'sources.json')
    .map((name): [string, string] => [name, digestOf(readText(`facts/${name}`))]);
  const fields = snapshots.map((snapshot): [string, string] => [
    `fields/${text(fieldOf(snapshot, 'minor'))}.json.gz`,
    digestOf(JSON.stringify(snapshot)),
  ]);
  return new Map([...tables, ...fields]);
}

/** Adds an authored lifecycle to a kind. Throws `RangeError` if the derived facts have one. */
function withLifecycle(fact: JsonObject, lifecycles: readonly JsonObject[]): JsonObject {
  const authored = lifecycles.find((lifecycle) =>
    ['group', 'version', 'kind'].every((name) => lifecycle[name] === fact[name]),
  );
  if (authored === undefined) return fact;
  if (fact['lifecycle'] !== undefined) throw new RangeError(`${text(fact['kind'])}: the facts have its lifecycle`);
  return { ...fact, lifecycle: authored['lifecycle'] };
}

function readSnapshots(): unknown[] {
  const folder = new URL('../facts/fields/', import.meta.url);
  return readdirSync(folder)
    .map((name): unknown => JSON.parse(gunzipSync(readFileSync(new URL(name, folder))).toString('utf8')))
    .sort((a, b) => minorOf(a) - minorOf(b));
}

function minorOf(snapshot: unknown): Minor {
  return factMinor(text(fieldOf(snapshot, 'minor')));
}

/** The release that a snapshot was read from: `1.37.1`. */
function release(snapshot: unknown): string {
  const found = /v(\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)/.exec(text(fieldOf(snapshot, 'openapi')))?.[1];
  if (found === undefined) throw new RangeError(`the schema of ${formatMinor(minorOf(snapshot))} names no release`);
  return found;
}

/** The names of the JSON files of a folder, which may be absent. */
function files(folder: string): string[] {
  const path = new URL(`../${folder}/`, import.meta.url);
  return existsSync(path)
    ? readdirSync(path)
        .filter((name) => name.endsWith('.json'))
        .sort()
    : [];
}
