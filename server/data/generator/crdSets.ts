import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PlainJson } from '../../src/crd/schema/json.ts';
import {
  type ChannelRow,
  type CrdSetPack,
  crdSetFormat,
  type DefinitionRow,
  type TraitsRow,
  type VersionRow,
} from '../../src/crd/sets/pack.ts';
import { Interner } from './interner.ts';
import { arrayOf, fieldOf, flag, isObject, type JsonObject, object, optionalText, text, texts } from './json.ts';

/** The sets of CustomResourceDefinitions of which every release is known. */
export const crdSetNames = ['gateway-api', 'cluster-api'] as const;

/** What a target needs to know of the sets before it is asked for any kind of theirs; see `src/target/crds.ts`. */
export function crdSetIndex(): JsonObject {
  const file = object(JSON.parse(read('authored/crd-sets.json').toString('utf8')));
  const authored = object(file['sets']);
  const announcements = arrayOf(fieldOf(file['announced'], 'changes')).map((change) => ({
    set: text(fieldOf(change, 'set')),
    version: text(fieldOf(change, 'version')),
    what: text(fieldOf(change, 'what')),
  }));
  return Object.fromEntries(
    crdSetNames.map((name) => {
      const { label, defaultChannel, wholeGroups, conversion } = object(authored[name]);
      const facts = setFacts(name);
      const channels = Object.keys(object(facts['channelReleases'])).sort();
      const groups = [...new Set(arrayOf(facts['crds']).map((crd) => text(fieldOf(crd, 'group'))))].sort();
      return [
        name,
        {
          label: text(label),
          ...(defaultChannel === undefined ? {} : { defaultChannel: text(defaultChannel), channels }),
          groups,
          wholeGroups: texts(wholeGroups),
          conversion: text(conversion),
          releases: texts(facts['releases']),
          announced: announcements.filter(({ set }) => set === name).map(({ version, what }) => ({ version, what })),
        },
      ];
    }),
  );
}

/** The pack of a set. The same facts always make the same pack. */
export function crdSetPack(name: string): CrdSetPack {
  return new SetBuilder(name).build();
}

/** A pack as the text of its file. */
export function crdSetText(pack: CrdSetPack): string {
  const parts = Object.entries(pack).map(([key, part]) => `${JSON.stringify(key)}:${JSON.stringify(part)}`);
  return `{\n${parts.join(',\n')}\n}\n`;
}

class SetBuilder {
  readonly #name: string;
  readonly #releases: readonly string[];
  readonly #names = new Interner<string>();
  readonly #traits = new Interner<TraitsRow>();
  readonly #nodes = new Interner<readonly number[]>();
  /** By channel, group, version and kind. */
  readonly #schemas = new Map<string, number>();

  constructor(name: string) {
    this.#name = name;
    this.#releases = texts(setFacts(name)['releases']);
  }

  build(): CrdSetPack {
    for (const [key, rows] of rowsBySchema(this.#name)) this.#schemas.set(key, this.#tree(rows));
    const definitions = arrayOf(setFacts(this.#name)['crds']).map((crd) => this.#definition(object(crd)));
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

  #node({ traits, below }: Branch): number {
    const inner = [...below].flatMap(([name, branch]) => [this.#names.number(name), this.#node(branch)]);
    return this.#nodes.number([this.#traits.number(this.#traitsOf(traits)), ...inner]);
  }

  #traitsOf(row: JsonObject): TraitsRow {
    const kept = Object.entries(row).filter(([key]) => !left.has(key));
    return Object.fromEntries(
      kept.map(([key, value]) => [key, key === 'in' ? this.#spans(value) : this.#value(value)]),
    );
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
      const versions = arrayOf(fieldOf(facts, 'versions')).map((entry) => {
        const [release, list] = arrayOf(entry);
        return [this.#release(release), arrayOf(list).map((version) => versionRow(object(version)))] as const;
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
      shortNames: texts(crd['shortNames']),
      categories: texts(crd['categories']),
      channels,
    };
  }
}

/** Keys of the rows that decide about no object: the path, and how many rules and alternatives there are. */
const left: ReadonlySet<string> = new Set(['p', 'cel', 'logic', 'dep']);

/** A field while the tree grows. */
class Branch {
  traits: JsonObject = { t: 'object' };
  readonly below = new Map<string, Branch>();

  at(steps: readonly string[]): Branch {
    let branch: Branch = this;
    for (const step of steps) {
      const next = branch.below.get(step) ?? new Branch();
      branch.below.set(step, next);
      branch = next;
    }
    return branch;
  }
}

/** `spec.rules[].labels{}` as `spec`, `rules`, `[]`, `labels`, `{}`. */
function stepsOf(path: string): readonly string[] {
  return path.match(/\[\]|\{\}|[^.[\]{}]+/g) ?? [];
}

function versionRow(version: JsonObject): VersionRow {
  const warning = optionalText(version['deprecationWarning']);
  return {
    name: text(version['name']),
    ...(flag(version['served']) ? { served: true } : {}),
    ...(flag(version['storage']) ? { storage: true } : {}),
    ...(version['deprecated'] === true ? { deprecated: true } : {}),
    ...(warning === undefined ? {} : { warning }),
    ...(version['sub'] === undefined ? {} : { sub: texts(version['sub']) }),
  };
}

/** The rows of each schema, by channel and group/version/kind. A row with a kind begins the next one. */
function rowsBySchema(set: string): ReadonlyMap<string, readonly JsonObject[]> {
  const schemas = new Map<string, JsonObject[]>();
  let open: JsonObject[] = [];
  const lines = gunzipSync(read(`facts/crds/${set}-fields.jsonl.gz`))
    .toString('utf8')
    .split('\n');
  for (const line of lines) {
    if (line === '') continue;
    const row = object(JSON.parse(line));
    if (row['gvk'] === undefined) open.push(row);
    else {
      open = [];
      schemas.set(`${text(row['ch'])} ${text(row['gvk'])}`, open);
    }
  }
  return schemas;
}

function setFacts(set: string): JsonObject {
  return object(JSON.parse(read(`facts/crds/${set}.json`).toString('utf8')));
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
