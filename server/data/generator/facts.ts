import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { factMinor, type Minor } from '../../src/targets/version.ts';
import { digestOf } from './digests.ts';
import { entriesOf, readEntries } from './entries.ts';
import { readJson, readJsonLines, readText } from './factFiles.ts';
import { arrayOf, fieldOf, type JsonObject, object, text } from './json.ts';

/** The files of `facts/` with what is built into each binary of kube-apiserver: an entry for each below `binaries`. */
export const builtInFiles = [
  'admission-plugins.json',
  'expression-costs.json',
  'expressions.json',
  'flags.json',
] as const;

/** The imported and authored facts as they lie in `server/data`. */
export interface Facts {
  readonly kinds: readonly JsonObject[];
  readonly gates: readonly JsonObject[];
  readonly defaults: readonly JsonObject[];
  readonly shapeChanges: readonly JsonObject[];
  readonly emulation: JsonObject;
  readonly fieldGates: readonly (readonly unknown[])[];
  /** The versions of each group that a binary has types for. */
  readonly registeredVersions: JsonObject;
  /** What is built into each binary: by file, then by minor. */
  readonly builtIn: ReadonlyMap<string, JsonObject>;
  /** By table of `facts/`: the release that each minor was read from. */
  readonly sources: JsonObject;
  /** The members of authored tables, and their entries: those that `entries.txt` lists, and those that are there. */
  readonly authoredEntries: {
    readonly listed: ReadonlyMap<string, readonly string[]>;
    readonly found: ReadonlyMap<string, readonly string[]>;
  };
  /** The digests of derived tables, by file of `facts/`: as they were written, and as they are. */
  readonly digests: { readonly written: ReadonlyMap<string, string>; readonly found: ReadonlyMap<string, string> };
  /** By file of `authored/`: the newest minor that somebody has looked at it for, or `independent` of releases. */
  readonly reviewed: ReadonlyMap<string, unknown>;
  /** By file of `decisions/`: what a person has to decide about a release. */
  readonly decisions: ReadonlyMap<string, unknown>;
  /** The release that the facts of each minor were read from. */
  readonly releases: ReadonlyMap<Minor, string>;
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
  readonly neededApis: JsonObject;
  readonly targetSources: JsonObject;
  readonly admission: JsonObject;
  readonly celVariables: JsonObject;
  readonly conversionNotes: JsonObject;
}

/** Reads all facts from `server/data`. Throws `IncompleteFacts` for a file that is missing or cannot be read as JSON. */
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

/** A kind with the lifecycle that the imported facts lack; an authored one that they have by now is a mistake. */
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

/** `1.37.1`, out of what the snapshot says it was read from. */
function release(snapshot: unknown): string {
  const found = /v(\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?)/.exec(text(fieldOf(snapshot, 'openapi')))?.[1];
  if (found === undefined) throw new RangeError('the newest schema does not name its release');
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
