import { arrayOf, fieldOf, isObject, type JsonObject, object, text, texts } from '../../server/data/generator/json.ts';
import type { PlainJson } from '../../server/src/crd/schema/json.ts';
import { type DefinitionFacts, type FieldRow, plain } from './definitionFacts.ts';

/** The definitions of each release, by channel and release, oldest first. */
export type SetReleases = ReadonlyMap<string, ReadonlyMap<string, readonly DefinitionFacts[]>>;

/** The two files of a set in `server/data/facts/crds`, the second before it is compressed. */
export interface SetFiles {
  readonly head: string;
  readonly fields: string;
}

/** The names of a set. */
export type SetNames = Readonly<Record<'project' | 'label' | 'repository', string | undefined>>;

/** The names of a set by its files. */
export function namesOf({ head }: SetFiles): SetNames {
  const { project, label, repository } = object(JSON.parse(head));
  const optional = (value: unknown) => (value === undefined ? undefined : text(value));
  return { project: text(project), label: optional(label), repository: optional(repository) };
}

/** The files of a set of releases. Each channel has its releases in the common order. */
export function filesOf(names: SetNames, releases: readonly string[], set: SetReleases): SetFiles {
  const channels = [...set].sort(([a], [b]) => order(a, b));
  const kinds = new Map<string, Map<string, ReadonlyMap<string, DefinitionFacts>>>();
  for (const [channel, ofReleases] of channels) {
    for (const [release, definitions] of ofReleases) {
      for (const definition of definitions) {
        const key = `${definition.group} ${definition.kind}`;
        const ofKind = kinds.get(key) ?? new Map<string, ReadonlyMap<string, DefinitionFacts>>();
        ofKind.set(channel, new Map([...(ofKind.get(channel) ?? []), [release, definition]]));
        kinds.set(key, ofKind);
      }
    }
  }
  const of = (channel: string) => [...(set.get(channel)?.keys() ?? [])];
  const crds = [...kinds].sort(([a], [b]) => order(a, b)).map(([, ofKind]) => definitionOf(ofKind, of));
  const channelReleases = Object.fromEntries(channels.map(([channel]) => [channel, of(channel)]));
  const head = { ...names, releases, channelReleases, crds };
  const fields = channels.flatMap(([channel]) => fieldsOf(channel, of(channel), set));
  return { head: JSON.stringify(head), fields: fields.map((row) => `${JSON.stringify(row)}\n`).join('') };
}

function definitionOf(
  ofKind: ReadonlyMap<string, ReadonlyMap<string, DefinitionFacts>>,
  releasesOf: (channel: string) => readonly string[],
): FieldRow {
  const all = [...ofKind.values()].flatMap((definitions) => [...definitions.values()]);
  const newest = all.at(-1);
  if (newest === undefined) throw new RangeError('a kind is in no release');
  const channels = [...ofKind].map(([channel, definitions]) => {
    const versions = runs([...definitions].map(([release, { versions: list }]) => [release, list] as const));
    return [channel, { in: spansOf(releasesOf(channel), definitions), versions }] as const;
  });
  return { group: newest.group, kind: newest.kind, ...newest.common, channels: Object.fromEntries(channels) };
}

function fieldsOf(channel: string, releases: readonly string[], set: SetReleases): readonly FieldRow[] {
  const schemas = new Map<string, Map<string, ReadonlyMap<string, FieldRow>>>();
  for (const [release, definitions] of set.get(channel) ?? []) {
    for (const { group, kind, schemas: ofVersions } of definitions) {
      for (const [version, rows] of ofVersions) {
        const gvk = `${group}/${version}/${kind}`;
        const ofRelease = schemas.get(gvk) ?? new Map<string, ReadonlyMap<string, FieldRow>>();
        schemas.set(gvk, ofRelease.set(release, rows));
      }
    }
  }
  return [...schemas]
    .sort(([a], [b]) => order(a, b))
    .flatMap(([gvk, ofRelease]) => [
      { ch: channel, gvk, in: spansOf(releases, ofRelease) },
      ...rowsOf(releases, ofRelease),
    ]);
}

function rowsOf(
  releases: readonly string[],
  ofRelease: ReadonlyMap<string, ReadonlyMap<string, FieldRow>>,
): readonly FieldRow[] {
  const paths = new Set([...ofRelease.values()].flatMap((rows) => [...rows.keys()]));
  return [...paths].sort(order).map((path) => {
    const known = [...ofRelease].flatMap(([release, rows]) => {
      const row = rows.get(path);
      return row === undefined ? [] : [[release, row] as const];
    });
    const isAlways = known.length === ofRelease.size;
    const keys = keyOrder.filter((key) => known.some(([, row]) => row[key] !== undefined));
    const values = keys.map(
      (key) => [key, changing(known.map(([release, row]) => [release, row[key] ?? null]))] as const,
    );
    return { p: path, ...(isAlways ? {} : { in: spansOf(releases, new Map(known)) }), ...Object.fromEntries(values) };
  });
}

/** The order of the keys of a row. */
const keyOrder =
  't r e df pat minl maxl min max mini maxi minp maxp lt lk mt null keep embedded cel logic code dep'.split(' ');

function changing(values: readonly (readonly [release: string, value: PlainJson])[]): PlainJson {
  const changes = runs(values);
  const [first] = changes;
  return changes.length === 1 && first !== undefined ? first[1] : { changes };
}

/** Each value with the first release that has it, until another one does. */
function runs<Value extends PlainJson>(
  values: readonly (readonly [release: string, value: Value])[],
): readonly (readonly [string, Value])[] {
  return values.filter(([, value], index) => {
    const before = values[index - 1];
    return before === undefined || JSON.stringify(before[1]) !== JSON.stringify(value);
  });
}

/** The spans of releases with a value; the end is null for the newest of all. */
function spansOf(releases: readonly string[], having: ReadonlyMap<string, unknown>): readonly (readonly PlainJson[])[] {
  const spans: [string, string | null][] = [];
  releases.forEach((release, index) => {
    if (!having.has(release)) return;
    const before = releases[index - 1];
    const end = index === releases.length - 1 ? null : release;
    const open = spans.at(-1);
    if (open !== undefined && before !== undefined && having.has(before)) open[1] = end;
    else spans.push([release, end]);
  });
  return spans;
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The facts of each release in the files of a set: the inverse of {@link filesOf}. */
export function releasesOf({ head, fields }: SetFiles): SetReleases {
  const facts = object(JSON.parse(head));
  const rows = schemasOf(fields);
  const set = new Map<string, Map<string, readonly DefinitionFacts[]>>();
  for (const [channel, list] of Object.entries(object(facts['channelReleases']))) {
    const releases = texts(list);
    const ofReleases = releases.map((release, index) => {
      const at = (spans: unknown) => isIn(releases, spans, index);
      const definitions = arrayOf(facts['crds']).flatMap((crd) => definitionAt(object(crd), channel, releases, index));
      const withSchemas = definitions.map((definition): DefinitionFacts => {
        const { group, kind, versions } = definition;
        const schemas = versions.flatMap(({ name }) => {
          const schema = rows.get(`${channel} ${group}/${text(name)}/${kind}`);
          if (schema === undefined || !at(schema.spans)) return [];
          const known = schema.rows.filter((row) => row['in'] === undefined || at(row['in']));
          return [[text(name), new Map(known.map((row) => [text(row['p']), rowAt(row, releases, index)]))] as const];
        });
        return { ...definition, schemas: new Map(schemas) };
      });
      return [release, withSchemas] as const;
    });
    set.set(channel, new Map(ofReleases));
  }
  return set;
}

function definitionAt(
  crd: JsonObject,
  channel: string,
  releases: readonly string[],
  index: number,
): readonly DefinitionFacts[] {
  const { group, kind, channels, ...common } = crd;
  const channelFacts = object(channels)[channel];
  if (channelFacts === undefined || !isIn(releases, fieldOf(channelFacts, 'in'), index)) return [];
  const versions = arrayOf(valueAt(arrayOf(fieldOf(channelFacts, 'versions')), releases, index)).map((version) =>
    plainRow(version),
  );
  return [{ group: text(group), kind: text(kind), common: plainRow(common), versions, schemas: new Map() }];
}

interface Schema {
  readonly spans: unknown;
  readonly rows: JsonObject[];
}

function schemasOf(fields: string): ReadonlyMap<string, Schema> {
  const schemas = new Map<string, Schema>();
  let open: JsonObject[] = [];
  for (const line of fields.split('\n')) {
    if (line === '') continue;
    const row = object(JSON.parse(line));
    if (row['gvk'] === undefined) open.push(row);
    else {
      open = [];
      schemas.set(`${text(row['ch'])} ${text(row['gvk'])}`, { spans: row['in'], rows: open });
    }
  }
  return schemas;
}

function rowAt(row: JsonObject, releases: readonly string[], index: number): FieldRow {
  const values = Object.entries(row).flatMap(([key, value]) => {
    if (key === 'p' || key === 'in') return [];
    const now =
      isObject(value) && value['changes'] !== undefined ? valueAt(arrayOf(value['changes']), releases, index) : value;
    return now === null || now === undefined ? [] : [[key, plain(now)] as const];
  });
  return Object.fromEntries(values);
}

/** The value of the last change up to a release. */
function valueAt(changes: readonly unknown[], releases: readonly string[], index: number): unknown {
  const last = changes.findLast((change) => releases.indexOf(text(arrayOf(change)[0])) <= index);
  return arrayOf(last)[1];
}

function isIn(releases: readonly string[], spans: unknown, index: number): boolean {
  return arrayOf(spans).some((span) => {
    const [first, last] = arrayOf(span);
    return releases.indexOf(text(first)) <= index && (last === null || index <= releases.indexOf(text(last)));
  });
}

function plainRow(value: unknown): FieldRow {
  return Object.fromEntries(Object.entries(object(value)).map(([key, each]) => [key, plain(each)]));
}
