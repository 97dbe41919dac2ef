import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isValueMap, plainValue, type Value, type ValueMap } from '../../server/src/conversion/value.ts';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../server/src/manifest/resources/findResources.ts';
import { parseGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { randomFrom } from '../../server/src/text/randomFrom.ts';
import { hasRecordings, readContext, readDocuments } from '../../test/conformance/answers.ts';
import { readFixture } from '../../test/harness/annotations.ts';
import { readRecording, readRows } from '../../test/harness/recordings.ts';
import { changed } from '../../test/recorded/applies/changes.ts';
import { objectsOf } from '../../test/recorded/applies/customObjects.ts';
import { dataFolder, readTables } from '../kubernetes/tables.ts';
import type { Seed } from './seed.ts';
import { wholeTexts } from './wholeObjects.ts';

/** A document for servers: a text with one object. */
export interface AskedDocument {
  /** A digest of the text. */
  readonly id: string;
  readonly text: string;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
}

/** Where documents come from, by name. */
export const sources: Readonly<Record<string, (random: Seed) => readonly string[]>> = {
  fixtures: () => fixtureTexts(),
  recorded: () => ['generated', 'unseen', 'pods', 'updates', 'schemas'].flatMap(recordedTexts),
  conformance: () => (hasRecordings() ? ['manifests', 'mutations', 'full-objects'].flatMap(conformanceTexts) : []),
  mutations: (random) => mutatedTexts(random),
  custom: (random) => customTexts(random),
  whole: (random) => wholeTexts(random),
};

/** The CustomResourceDefinitions for generated objects, each name once. */
export function definitionsAsked(): readonly ValueMap[] {
  const schemas = readFileSync(join(root, 'test/recorded/schemas/definitions.yaml'), 'utf8');
  const context = hasRecordings() ? readContext('mutations') : '';
  const written = [schemas, context].flatMap((text) =>
    findResources(readManifest(text), 'definitions.yaml').resources.flatMap(({ root: node }) => {
      const value = withoutBigInts(plainValue(node));
      return isValueMap(value) ? [value] : [];
    }),
  );
  const published = readRows<{ readonly definition: ValueMap }>(
    new URL('../../test/recorded/journey/definitions.jsonl.gz', import.meta.url),
  ).map(({ definition }) => definition);
  const all = [...written, ...published].filter(({ kind }) => kind === 'CustomResourceDefinition');
  return [...new Map(all.map((definition) => [nameOf(definition), definition])).values()];
}

function nameOf({ metadata }: ValueMap): string {
  return isValueMap(metadata) ? String(metadata['name']) : '';
}

/** How many objects are generated of each definition. */
const generatedObjects = 12;

function customTexts({ seed }: Seed): readonly string[] {
  return definitionsAsked().flatMap((definition) =>
    objectsOf(definition, generatedObjects, seed).map((object) => JSON.stringify(withoutBigInts(object), null, 1)),
  );
}

/** Integers beyond JavaScript's numbers are rounded. */
function withoutBigInts(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (_, nested: unknown) => (typeof nested === 'bigint' ? Number(nested) : nested)),
  );
}

/** The documents of some sources, each text once. */
export function documentsOf(names: readonly string[], random: Seed): readonly AskedDocument[] {
  const found = new Map<string, AskedDocument>();
  for (const text of names.flatMap((name) => sources[name]?.(random) ?? [])) {
    const id = createHash('sha256').update(text).digest('hex').slice(0, 12);
    const asked = found.has(id) ? undefined : documentOf(text, id);
    if (asked !== undefined) found.set(id, asked);
  }
  return [...found.values()];
}

const root = new URL('../../', import.meta.url).pathname;

/** Undefined for a text without an object, or with several. */
function documentOf(text: string, id: string): AskedDocument | undefined {
  const objects = findResources(readManifest(text), 'asked.yaml').resources.filter(
    ({ embedded, item }) => embedded === undefined && item === undefined,
  );
  const [first, second] = objects;
  if (first === undefined || second !== undefined || /^---/m.test(text.replace(/^---.*\n/, ''))) return undefined;
  const value = plainValue(first.root);
  const metadata = isValueMap(value) ? value['metadata'] : undefined;
  const namespace = isValueMap(metadata) ? metadata['namespace'] : undefined;
  const [apiVersion, kind] = isValueMap(value) ? [value['apiVersion'], value['kind']] : [];
  if (typeof apiVersion !== 'string' || typeof kind !== 'string' || kind.endsWith('List')) return undefined;
  const home = namespace ?? 'default';
  // Invalid names are refused for their path.
  if (typeof home !== 'string' || !/^[a-z0-9-]+$/.test(home)) return undefined;
  if (!isKnown(parseGroupVersion(apiVersion)?.group ?? '', kind)) return undefined;
  return { id, text, apiVersion, kind, namespace: home };
}

/** Of other custom resources neither the server nor we know anything. */
function isKnown(group: string, kind: string): boolean {
  known ??= {
    groups: new Set(readTables(join(dataFolder, 'facts')).kinds.map((row) => row['group'])),
    defined: new Set(definitionsAsked().flatMap(({ spec }) => (isValueMap(spec) ? [definedKind(spec)] : []))),
  };
  return known.groups.has(group) || known.defined.has(`${group} ${kind}`);
}

function definedKind({ group, names }: ValueMap): string {
  return `${group} ${isValueMap(names) ? names['kind'] : ''}`;
}

let known: { readonly groups: ReadonlySet<unknown>; readonly defined: ReadonlySet<string> } | undefined;

/** The fixtures of checks, without their annotations. */
function fixtureTexts(): readonly string[] {
  const folder = join(root, 'server/src/checks');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/fixtures/') && name.endsWith('.yaml') && !name.endsWith('.fixed.yaml'))
    .flatMap((name) => {
      const text = readFileSync(join(folder, name), 'utf8');
      return text.includes('# target: ') ? readFixture(text).text.split(/^---.*\n/m) : [];
    });
}

function recordedTexts(name: string): readonly string[] {
  const url = new URL(`../../test/recorded/${name}/answers.jsonl.gz`, import.meta.url);
  return readRecording<{ readonly text?: string }>(url).rows.flatMap(({ text }) => (text === undefined ? [] : [text]));
}

function conformanceTexts(set: string): readonly string[] {
  return [...readDocuments(set).values()].map(({ text }) => text);
}

/** Objects of the recordings with generated changes, others for each seed. */
function mutatedTexts({ seed, changes }: Seed): readonly string[] {
  const byKind = new Map<string, ValueMap[]>();
  for (const text of ['unseen', 'pods', 'generated'].flatMap(recordedTexts)) {
    const value = objectOf(text);
    if (value === undefined) continue;
    const kind = `${value['apiVersion']} ${value['kind']}`;
    byKind.set(kind, [...(byKind.get(kind) ?? []), value]);
  }
  let number = 0;
  return [...byKind.values()].flatMap((objects) =>
    objects.flatMap((object) => {
      const random = randomFrom(seed * 1_000_003 + number++);
      return Array.from({ length: changes }, () => {
        const other = objects[Math.floor(random() * objects.length)] ?? object;
        return JSON.stringify(changed(object, other, random), null, 1);
      });
    }),
  );
}

/** The first object of a text. */
export function objectOf(text: string): ValueMap | undefined {
  const [first] = findResources(readManifest(text), 'asked.yaml').resources;
  if (first === undefined) return undefined;
  const value = withoutBigInts(plainValue(first.root));
  return isValueMap(value) ? value : undefined;
}
