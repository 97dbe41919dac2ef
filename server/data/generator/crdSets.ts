import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PlainJson } from '../../src/crd/schema/json.ts';
import type { KnownKindsFile } from '../../src/crd/sets/knownKinds.ts';
import {
  type ChannelRow,
  type CrdSetPack,
  crdSetFormat,
  type DefinitionRow,
  type TraitsRow,
  type VersionRow,
} from '../../src/crd/sets/pack.ts';
import { compareVersions } from '../../src/targets/groupVersion.ts';
import { getOrInsertComputed } from '../../src/text/getOrInsertComputed.ts';
import { Interner } from './interner.ts';
import { arrayOf, fieldOf, flag, isObject, type JsonObject, object, optionalText, text, texts } from './json.ts';
import { unknownRules } from './unknownRules.ts';

/** Facts about the sets that their definitions do not contain, with sources. */
const authored = object(JSON.parse(read('authored/crd-sets.json').toString('utf8')));

/** The apiVersion of definitions that need no schema and prune nothing. */
const withoutSchema = text(fieldOf(authored['withoutSchema'], 'apiVersion'));

/** The authored facts about a set; empty for most sets. */
function authoredOf(name: string): JsonObject {
  return object(fieldOf(authored['sets'], name) ?? {});
}

/** The fact files of a set by channel; `*` is a file that names its channels itself. */
function partsOf(name: string): ReadonlyMap<string, string> {
  const parts = authoredOf(name)['parts'];
  if (parts === undefined) return new Map([['*', name]]);
  return new Map(Object.entries(object(parts)).map(([channel, file]) => [channel, text(file)]));
}

/** The names of the built-in sets, sorted. A fact file that is part of another set is not a set. */
export const crdSetNames: readonly string[] = setNames();

function setNames(): readonly string[] {
  const files = readdirSync(new URL('../facts/crds/', import.meta.url));
  const all = files.filter((file) => file.endsWith('.json')).map((file) => file.slice(0, -'.json'.length));
  const parts = new Set(Object.keys(object(authored['sets'])).flatMap((name) => [...partsOf(name).values()]));
  return [...new Set([...all.filter((name) => !parts.has(name)), ...Object.keys(object(authored['sets']))])].sort();
}

/** The facts about the sets that a target needs before any look-up of a kind; see `src/targets/crds.ts`. */
export function crdSetIndex(): JsonObject {
  const announcements = arrayOf(fieldOf(authored['announced'], 'changes')).map((change) => ({
    set: text(fieldOf(change, 'set')),
    version: text(fieldOf(change, 'version')),
    what: text(fieldOf(change, 'what')),
  }));
  return Object.fromEntries(
    crdSetNames.map((name) => {
      const { label, defaultChannel, wholeGroups, conversion } = authoredOf(name);
      const facts = setFacts(name);
      const channels = Object.keys(object(facts['channelReleases'])).sort();
      const groups = [...new Set(arrayOf(facts['crds']).map((crd) => text(fieldOf(crd, 'group'))))].sort();
      const announced = announcements.filter(({ set }) => set === name);
      return [
        name,
        {
          label: text(label ?? facts['label']),
          ...(defaultChannel === undefined ? {} : { defaultChannel: text(defaultChannel), channels }),
          groups,
          ...(wholeGroups === undefined ? {} : { wholeGroups: texts(wholeGroups) }),
          ...(conversion === undefined ? {} : { conversion: text(conversion) }),
          ...(hasGaps(texts(facts['releases'])) ? { hasGaps: true } : {}),
          releases: texts(facts['releases']),
          ...(announced.length === 0 ? {} : { announced: announced.map(({ version, what }) => ({ version, what })) }),
        },
      ];
    }),
  );
}

/** Whether minors are missing between the first release and the last. */
function hasGaps(releases: readonly string[]): boolean {
  const numbers = releases.map((release) => /(\d+)\.(\d+)/.exec(release)?.slice(1).map(Number) ?? []);
  return numbers.some(([major = 0, minor = 0], index) => {
    const [before = major, last = minor] = numbers[index - 1] ?? [];
    return major === before ? minor > last + 1 : major > before + 1 || minor > 0;
  });
}

/** The index as the text of its file: a line for each set. */
export function crdSetIndexText(index: JsonObject): string {
  return crdSetText(index);
}

/** The kinds of all sets by group, with the versions that the newest release serves; see `src/crd/sets/knownKinds.ts`. */
export function crdSetKinds(packs: readonly CrdSetPack[]): KnownKindsFile {
  const groups = new Map<string, Map<string, readonly string[]>>();
  for (const { group, kind, channels } of packs.flatMap((pack) => pack.definitions)) {
    const current = channels.filter((channel) => channel.in.some(([, last]) => last < 0));
    const served = current.flatMap(({ versions }) => versions.at(-1)?.[1].filter((version) => version.served) ?? []);
    const names = new Set(served.sort(currentFirst).map(({ name }) => name));
    if (names.size > 0) getOrInsertComputed(groups, group, () => new Map()).set(kind, [...names]);
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([group, kinds]) => [group, Object.fromEntries([...kinds].sort())]));
}

/** Deprecated versions come last. */
function currentFirst(a: VersionRow, b: VersionRow): number {
  return Number(a.deprecated === true) - Number(b.deprecated === true) || compareVersions(a.name, b.name);
}

/** The pack of a set. The same facts always make the same pack. */
export function crdSetPack(name: string): CrdSetPack {
  return new SetBuilder(name).build();
}

/** A pack as the text of its file. */
export function crdSetText(pack: CrdSetPack | JsonObject | KnownKindsFile): string {
  const parts = Object.entries(pack).map(([key, part]) => `${JSON.stringify(key)}:${JSON.stringify(part)}`);
  return `{\n${parts.join(',\n')}\n}\n`;
}

class SetBuilder {
  readonly #name: string;
  readonly #facts: JsonObject;
  readonly #authored: JsonObject;
  readonly #moreValues: readonly unknown[];
  readonly #releases: readonly string[];
  readonly #names = new Interner<string>();
  readonly #traits = new Interner<TraitsRow>();
  readonly #nodes = new Interner<readonly number[]>();
  /** By channel, group, version and kind. */
  readonly #schemas = new Map<string, number>();

  constructor(name: string) {
    this.#name = name;
    this.#facts = setFacts(name);
    this.#authored = authoredOf(name);
    this.#moreValues = texts(this.#authored['moreValues']);
    this.#releases = texts(this.#facts['releases']);
  }

  build(): CrdSetPack {
    for (const [key, rows] of rowsBySchema(this.#name)) this.#schemas.set(key, this.#tree(rows));
    const definitions = arrayOf(this.#facts['crds']).map((crd) => this.#definition(object(crd)));
    return {
      format: crdSetFormat,
      name: this.#name,
      names: this.#names.values,
      traits: this.#traits.values,
      nodes: this.#nodes.values,
      definitions,
    };
  }

  #tree(rows: readonly JsonObject[]): number {
    const root = new Branch();
    for (const row of rows) root.at(stepsOf(text(row['p']))).traits = row;
    return this.#node(root);
  }

  #node({ traits, children }: Branch): number {
    const below = [...children].flatMap(([name, branch]) => [this.#names.number(name), this.#node(branch)]);
    return this.#nodes.number([this.#traits.number(this.#traitsOf(traits)), ...below]);
  }

  #traitsOf(row: JsonObject): TraitsRow {
    const isExtended = this.#authored['extended'] === true || this.#moreValues.includes(row['p']);
    const kept = Object.entries(row).filter(([key]) => !undecidedKeys.has(key) && !(isExtended && key === 'e'));
    const known = kept.map(([key, value]) => [key, key === 'in' ? this.#spans(value) : this.#value(value)]);
    const rules = unknownRules(row, (release) => this.#release(release));
    return Object.fromEntries(rules === undefined ? known : [...known, ['rules', rules]]);
  }

  #value(value: unknown): PlainJson {
    if (!isObject(value) || value['changes'] === undefined) return plain(value);
    const changes = arrayOf(value['changes']).map((change) => {
      const [release, next] = arrayOf(change);
      return [this.#release(release), plain(next)];
    });
    return { changes };
  }

  #spans(value: unknown): readonly (readonly [number, number])[] {
    return arrayOf(value).map((span) => {
      const [first, last] = arrayOf(span);
      return [this.#release(first), last === null ? -1 : this.#release(last)];
    });
  }

  #release(name: unknown): number {
    const index = this.#releases.indexOf(text(name));
    if (index < 0) throw new RangeError(`${this.#name} has no release ${text(name)}`);
    return index;
  }

  #definition(crd: JsonObject): DefinitionRow {
    const [group, kind] = [text(crd['group']), text(crd['kind'])];
    const channels = Object.entries(object(crd['channels'])).map(([channel, facts]): ChannelRow => {
      const versions = this.#withOpening(arrayOf(fieldOf(facts, 'versions'))).map((entry) => {
        const [release, list] = arrayOf(entry);
        const index = this.#release(release);
        return [index, arrayOf(list).map((version) => this.#version(kind, object(version), index))] as const;
      });
      const named = new Set(versions.flatMap(([, list]) => list.map(({ name }) => name)));
      const schemas = [...named].flatMap((version) => {
        const node = this.#schemas.get(`${channel} ${group}/${version}/${kind}`);
        return node === undefined ? [] : [[version, node] as const];
      });
      return { channel, in: this.#spans(fieldOf(facts, 'in')), versions, schemas: Object.fromEntries(schemas) };
    });
    return {
      group,
      kind,
      plural: text(crd['plural']),
      namespaced: text(crd['scope']) === 'Namespaced',
      ...(crd['aggregated'] === true ? { aggregated: true } : {}),
      shortNames: texts(crd['shortNames']),
      categories: texts(crd['categories']),
      channels,
    };
  }

  /** The versions of a definition by release, with an entry for `openBefore`, the first release whose schemas apply. */
  #withOpening(versions: readonly unknown[]): readonly unknown[] {
    const before = optionalText(this.#authored['openBefore']);
    if (before === undefined || before === '*') return versions;
    const opening = this.#release(before);
    const from = (entry: unknown) => this.#release(arrayOf(entry)[0]);
    const last = versions.findLast((entry) => from(entry) <= opening);
    if (last === undefined || from(last) === opening) return versions;
    const next = versions.findIndex((entry) => from(entry) > opening);
    return versions.toSpliced(next < 0 ? versions.length : next, 0, [before, arrayOf(last)[1]]);
  }

  #version(kind: string, version: JsonObject, release: number): VersionRow {
    const warning = optionalText(version['deprecationWarning']);
    const [keepsUnknown, noSchema] = [version['keepsUnknown'] === true, version['noSchema'] === true];
    return {
      name: text(version['name']),
      ...(flag(version['served']) ? { served: true } : {}),
      ...(flag(version['storage']) ? { storage: true } : {}),
      ...(version['deprecated'] === true ? { deprecated: true } : {}),
      ...(warning === undefined ? {} : { warning }),
      ...(version['sub'] === undefined ? {} : { sub: texts(version['sub']) }),
      // The project's server adds fields and values that the facts lack.
      ...(keepsUnknown || this.#authored['extended'] === true ? { keepsUnknown: true } : {}),
      ...(noSchema || this.#isOpen(kind, release) ? { noSchema: true } : {}),
      ...(keepsUnknown || noSchema ? { writtenAs: withoutSchema } : {}),
    };
  }

  /** Whether the schemas of a release may be stricter than the server. */
  #isOpen(kind: string, release: number): boolean {
    if (texts(this.#authored['openKinds']).includes(kind)) return true;
    const before = optionalText(this.#authored['openBefore']);
    return before !== undefined && (before === '*' || release < this.#release(before));
  }
}

/** Keys that validate no object: the path, and the rules of which only the path is known. */
const undecidedKeys: ReadonlySet<string> = new Set(['p', 'cel', 'logic', 'code', 'dep']);

/** A field of the tree that is being built. */
class Branch {
  traits: JsonObject = { t: 'object' };
  readonly children = new Map<string, Branch>();

  at(steps: readonly string[]): Branch {
    let branch: Branch = this;
    for (const step of steps) {
      const next = branch.children.get(step) ?? new Branch();
      branch.children.set(step, next);
      branch = next;
    }
    return branch;
  }
}

/** `spec.rules[].labels{}` as `spec`, `rules`, `[]`, `labels`, `{}`. */
function stepsOf(path: string): readonly string[] {
  return path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
}

/** The rows of each schema, by channel and group/version/kind. A row with `gvk` begins the next schema. */
function rowsBySchema(set: string): ReadonlyMap<string, readonly JsonObject[]> {
  const schemas = new Map<string, JsonObject[]>();
  for (const [part, file] of partsOf(set)) {
    let open: JsonObject[] = [];
    const lines = gunzipSync(read(`facts/crds/${file}-fields.jsonl.gz`))
      .toString('utf8')
      .split('\n');
    for (const line of lines) {
      if (line === '') continue;
      const row = object(JSON.parse(line));
      if (row['gvk'] === undefined) open.push(row);
      else {
        open = [];
        schemas.set(`${part === '*' ? text(row['ch']) : part} ${text(row['gvk'])}`, open);
      }
    }
  }
  return schemas;
}

/** The facts of a set; each of its parts is a channel. */
function setFacts(set: string): JsonObject {
  const parts = [...partsOf(set)].map(([part, file]) => {
    const facts = object(JSON.parse(read(`facts/crds/${file}.json`).toString('utf8')));
    return part === '*' ? facts : asChannel(facts, part);
  });
  const [first, ...others] = parts;
  if (first === undefined) throw new RangeError(`${set} has no parts`);
  const leftOut = texts(authoredOf(set)['leftOut']);
  const { crds, ...facts } = others.reduce(merged, first);
  return { ...facts, crds: arrayOf(crds).filter((crd) => !leftOut.includes(text(fieldOf(crd, 'group')))) };
}

/** The facts with the default channel renamed. */
function asChannel(facts: JsonObject, channel: string): JsonObject {
  const renamed = (channels: unknown): JsonObject => ({ [channel]: fieldOf(channels, 'default') });
  const crds = arrayOf(facts['crds']).map((crd) => ({ ...object(crd), channels: renamed(fieldOf(crd, 'channels')) }));
  return { ...facts, channelReleases: renamed(facts['channelReleases']), crds };
}

/** Two channels of the same releases as one set. */
function merged(facts: JsonObject, other: JsonObject): JsonObject {
  if (JSON.stringify(facts['releases']) !== JSON.stringify(other['releases']))
    throw new RangeError('the channels of a set have different releases');
  const nameOf = (crd: unknown) => `${text(fieldOf(crd, 'kind'))}.${text(fieldOf(crd, 'group'))}`;
  const crds = new Map(arrayOf(facts['crds']).map((crd) => [nameOf(crd), object(crd)]));
  for (const crd of arrayOf(other['crds'])) {
    const channels = { ...object(crds.get(nameOf(crd))?.['channels'] ?? {}), ...object(fieldOf(crd, 'channels')) };
    crds.set(nameOf(crd), { ...object(crd), channels });
  }
  const channelReleases = { ...object(facts['channelReleases']), ...object(other['channelReleases']) };
  return { ...facts, channelReleases, crds: [...crds.values()] };
}

function plain(value: unknown): PlainJson {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(plain);
  return Object.fromEntries(Object.entries(object(value)).map(([key, each]) => [key, plain(each)]));
}

function read(path: string): Buffer {
  return readFileSync(new URL(`../${path}`, import.meta.url));
}
