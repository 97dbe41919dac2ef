import { arrayOf, fieldOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import type { DroppedRow } from './gatedFields.ts';
import type { Shapes } from './shapes.ts';

/** Something that a person has to decide about a release, and the files of ours that it may concern. */
export interface Decision {
  readonly kind: string;
  readonly what: string;
  readonly ours?: readonly string[];
}

/** A Go function: a digest of its code, and how often it refuses changes. */
export interface GoFunction {
  readonly file: string;
  readonly name: string;
  readonly digest: string;
  readonly immutable: number;
}

/** Reads what `go/functions` prints, by file and name. */
export function readFunctions(printed: unknown): ReadonlyMap<string, GoFunction> {
  return new Map(
    arrayOf(printed).map((one) => {
      const [file, name] = [text(fieldOf(one, 'file')), text(fieldOf(one, 'name'))];
      return [
        `${file} ${name}`,
        { file, name, digest: text(fieldOf(one, 'digest')), immutable: Number(fieldOf(one, 'immutable') ?? 0) },
      ];
    }),
  );
}

/** Functions of validation, warnings and strategies that came, went or changed, with the files of ours that name them. */
export function changedFunctions(
  before: ReadonlyMap<string, GoFunction>,
  after: ReadonlyMap<string, GoFunction>,
  ours: ReadonlyMap<string, string>,
): Decision[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  return keys.flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old?.digest === now?.digest) return [];
    const { file, name } = now ?? old ?? { file: '', name: '' };
    const change = old === undefined ? 'is new' : now === undefined ? 'is gone' : 'changed';
    const freezes = (now?.immutable ?? 0) > (old?.immutable ?? 0);
    const plain = name.split('.').at(-1) ?? name;
    const followers = [...ours].filter(([, source]) => new RegExp(`\\b${plain}\\b`).test(source)).map(([path]) => path);
    const kind =
      /^(?:\w+\.)?Warning|[wW]arnings?/.test(name) || file.endsWith('warnings.go')
        ? 'functions that warn'
        : freezes
          ? 'functions that refuse changes'
          : 'functions that validate';
    return [{ kind, what: `${file} ${name} ${change}`, ...(followers.length === 0 ? {} : { ours: followers }) }];
  });
}

/** Declarative tags, `+k8s:…`, that a field or a type has now and had not before. */
export function newTags(before: Shapes, after: Shapes): Decision[] {
  const old = tagsOf(before);
  return [...tagsOf(after)].flatMap(([at, tags]) => {
    const known = new Set(old.get(at) ?? []);
    return tags.filter((tag) => !known.has(tag)).map((tag) => ({ kind: 'declarative tags', what: `${at} ${tag}` }));
  });
}

/** Tags that say how code is generated, and nothing about objects. */
const aboutCode =
  /^\+k8s:(?:deepcopy|openapi|protobuf|prerelease|conversion|defaulter|validation-gen|informers|register|supportsSubresource|isSubresource)/;

function tagsOf(shapes: Shapes): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { prefix, types } of shapes.values()) {
    for (const [name, type] of types) {
      found.set(`${prefix}.${name}`, tags(type.doc));
      for (const field of type.fields) found.set(`${prefix}.${name}.${field.name}`, tags(field.doc));
    }
  }
  return found;
}

function tags(doc: string): string[] {
  const lines = doc.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith('+k8s:') && !aboutCode.test(line));
}

/** Types whose fields hold objects of their own. */
const holders = new Set(['object/raw', 'core.v1.PodTemplateSpec', 'runtime.RawExtension']);

/** New fields that hold objects: each may need an entry in `authored/embedded.json`. */
export function newFields(before: JsonObject, after: Readonly<Record<string, JsonObject>>): Decision[] {
  return Object.entries(after).flatMap(([type, fact]) => {
    const old = object(fieldOf(object(before[type] ?? {}), 'f') ?? {});
    return Object.entries(object(fact['f'] ?? {}))
      .filter(
        ([field, now]) =>
          old[field] === undefined && holders.has(text(fieldOf(now, 't')).replace(/^\[\]|^map\[|\]$/g, '')),
      )
      .map(([field]) => ({
        kind: 'fields that hold objects',
        what: `${type}.${field} is new`,
        ours: ['server/data/authored/embedded.json'],
      }));
  });
}

/** Pairs of versions of a kind that nothing has converted yet. */
export function newVersionPairs(before: readonly JsonObject[], after: readonly JsonObject[]): Decision[] {
  const name = (row: JsonObject) => `${text(row['kind'])} from ${text(row['from'])} to ${text(row['to'])}`;
  const known = new Set(before.map(name));
  return after
    .map(name)
    .filter((one) => !known.has(one))
    .map((one) => ({
      kind: 'pairs of versions to convert between',
      what: one,
      ours: ['server/data/authored/conversions.json'],
    }));
}

/** Gates that were seen to drop fields and that `authored/dropped-fields.json` does not name. */
export function newGates(dropped: readonly DroppedRow[], droppedFields: string): Decision[] {
  const gates = [...new Set(dropped.map(([gate]) => gate))].filter((gate) => !droppedFields.includes(`"${gate}"`));
  return gates.map((gate) => {
    const kinds = new Set(dropped.flatMap(([one, kind, path]) => (one === gate ? [`${kind} ${path}`] : [])));
    const [first = ''] = kinds;
    return {
      kind: 'gates that drop fields',
      what: `${gate} drops ${first} and ${kinds.size - 1} more`,
      ours: ['server/data/authored/dropped-fields.json'],
    };
  });
}

/** Functions of expressions that the newest compatibility versions have, and the one before the release's own has not. */
export function newExpressionFunctions(cel: JsonObject, libraries: string): Decision[] {
  const [before = [], ...later] = Object.entries(cel)
    .sort(([a], [b]) => Number(a.split('.')[1]) - Number(b.split('.')[1]))
    .map(([, overloads]) => texts(overloads));
  const known = new Set(before);
  const found = [...new Set(later.flat())].filter((overload) => !known.has(overload) && !libraries.includes(overload));
  return found.sort().map((overload) => ({
    kind: 'functions of expressions',
    what: `${overload} is new`,
    ours: ['server/data/authored/cel-libraries.json'],
  }));
}
