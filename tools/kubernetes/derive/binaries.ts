import {
  arrayOf,
  fieldOf,
  isObject,
  type JsonObject,
  object,
  text,
  texts,
} from '../../../server/data/generator/json.ts';
import { versionRank } from '../../../server/src/targets/groupVersion.ts';
import { formatMinor, type Minor } from '../../../server/src/targets/version.ts';
import type { KindFact } from './kinds.ts';

/** The sources of a release's tables by binary. */
export interface BinarySources {
  readonly minor: Minor;
  /** The output of `server versions`. */
  readonly versions: unknown;
  /** The output of `server kinds`. */
  readonly installed: unknown;
  readonly kinds: ReadonlyMap<string, KindFact>;
  /** The last minor that served each kind, by `group/version/Kind`; from older releases. */
  readonly lastServed: ReadonlyMap<string, Minor>;
  /** The oldest version that the binary emulates. */
  readonly emulationFloor: Minor;
  /** `pkg/controlplane/apiserver/apiextensions.go`, with the storage of definitions. */
  readonly apiextensions: string;
}

/** The entries of one binary in the tables of `emulation.json` and `registered-versions.json`. */
export interface BinaryFacts {
  readonly stillInstalled: readonly string[];
  readonly storageOverrides: JsonObject;
  readonly groupPriority: JsonObject;
  readonly registeredVersions: JsonObject;
}

/** Derives the tables of a binary. Throws for an unexpected source. */
export function binaryFacts(sources: BinarySources): BinaryFacts {
  const registered = Object.entries(object(fieldOf(sources.versions, 'registered'))).map(
    ([group, versions]) => [group, texts(versions)] as const,
  );
  return {
    stillInstalled: stillInstalled(sources),
    storageOverrides: {
      'customresourcedefinitions.apiextensions.k8s.io': definitionsStoredAs(sources.apiextensions),
      ...storedAs(sources),
    },
    groupPriority: Object.fromEntries(registered.filter(([, versions]) => isUnusual(versions))),
    registeredVersions: Object.fromEntries(
      registered.filter(([group]) => !isInternal(group)).sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** The overrides of resources that the release has: some releases list names that no resource depends on. */
function storedAs({ versions, installed }: BinarySources): JsonObject {
  const resources = new Set(
    arrayOf(installed).map((row) => `${text(fieldOf(row, 'resource'))}.${text(fieldOf(row, 'group'))}`),
  );
  const overrides = Object.entries(object(fieldOf(versions, 'storedAs')));
  return Object.fromEntries(
    overrides.filter(([resource]) => resources.has(resource)).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Groups of the machinery without users. */
function isInternal(group: string): boolean {
  return group === 'meta.k8s.io' || group.endsWith('.apimachinery.k8s.io');
}

/** Kinds whose code remains although the release no longer serves them: emulating an older version restores them. */
function stillInstalled({ installed, kinds, lastServed, emulationFloor }: BinarySources): string[] {
  return arrayOf(installed)
    .map((row) => ['group', 'version', 'kind'].map((part) => text(fieldOf(row, part))).join('/'))
    .filter((key) => kinds.get(key)?.served === undefined && (lastServed.get(key) ?? 0) >= emulationFloor)
    .sort();
}

/** The version that the source encodes CustomResourceDefinitions in, the first of its codec. */
function definitionsStoredAs(source: string): string {
  const found = /LegacyCodec\((v\w+)\.SchemeGroupVersion/.exec(source)?.[1];
  if (found === undefined)
    throw new RangeError('pkg/controlplane/apiserver/apiextensions.go does not say how definitions are stored');
  return found;
}

/** Whether the versions are not simply stable before beta before alpha, the higher number first. */
function isUnusual(versions: readonly string[]): boolean {
  return versions.some((version, index) => index > 0 && rank(versions[index - 1] ?? '') < rank(version));
}

const stages = { alpha: 0, beta: 1, stable: 2 };

function rank(version: string): number {
  const found = versionRank(version);
  if (found === undefined) throw new RangeError(`not a version of an API: ${version}`);
  const [, major = '0', minor = '0'] = /^v(\d+)(?:\D+(\d+))?/.exec(version) ?? [];
  return stages[found.stability] * 1_000_000 + Number(major) * 1000 + Number(minor);
}

/** The tables with the entries of a binary; `binaries` of registered versions has them under its own name. */
export function mergeBinary(
  emulation: JsonObject,
  registered: JsonObject,
  minor: Minor,
  facts: BinaryFacts,
): [JsonObject, JsonObject] {
  const name = formatMinor(minor);
  const tables = (['stillInstalled', 'storageOverrides', 'groupPriority'] as const).map((table) => [
    table,
    withEntry(object(emulation[table]), name, facts[table]),
  ]);
  return [
    { ...emulation, ...Object.fromEntries(tables) },
    { ...registered, binaries: withEntry(object(registered['binaries']), name, facts.registeredVersions) },
  ];
}

/** An equal entry stays as written. */
function withEntry(table: JsonObject, name: string, entry: unknown): JsonObject {
  return JSON.stringify(sorted(table[name])) === JSON.stringify(sorted(entry)) ? table : { ...table, [name]: entry };
}

function sorted(value: unknown): unknown {
  return isObject(value) ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
}
