import { arrayOf, fieldOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';
import type { DroppedRow } from './gatedFields.ts';
import type { Shapes } from './shapes.ts';

/** A decision for a person about a release, with possibly affected files of ours. */
export interface Decision {
  readonly kind: string;
  readonly what: string;
  readonly ours?: readonly string[];
  /** For a pair of versions: what an object means in the older one and not in the newer one. */
  readonly differences?: readonly string[];
}

/** A Go function: a digest of its code, how often it refuses changes, and of which fields, and its warnings. */
export interface GoFunction {
  readonly file: string;
  readonly name: string;
  readonly digest: string;
  readonly immutable: number;
  /** The fields that it passes to `ValidateImmutableField`: `Selector`. */
  readonly frozen: readonly string[];
  /** The texts that it appends to its warnings, with the verbs of Go's `fmt`. */
  readonly warnings: readonly string[];
}

/** Parses the output of `go/functions`, by file and name. */
export function readFunctions(printed: unknown, module = ''): ReadonlyMap<string, GoFunction> {
  return new Map(
    arrayOf(printed).map((declaration) => {
      const [file, name] = [`${module}${text(fieldOf(declaration, 'file'))}`, text(fieldOf(declaration, 'name'))];
      return [
        `${file} ${name}`,
        {
          file,
          name,
          digest: text(fieldOf(declaration, 'digest')),
          immutable: Number(fieldOf(declaration, 'immutable') ?? 0),
          frozen: texts(fieldOf(declaration, 'frozen')),
          warnings: texts(fieldOf(declaration, 'warnings')),
        },
      ];
    }),
  );
}

/** Functions of validation, warnings and strategies that came, went or changed: one entry a file, with the files of ours that name them. */
export function changedFunctions(
  before: ReadonlyMap<string, GoFunction>,
  after: ReadonlyMap<string, GoFunction>,
  ours: ReadonlyMap<string, string>,
): Decision[] {
  const found = new Map<
    string,
    { readonly kind: string; readonly file: string; changes: string[]; ours: Set<string> }
  >();
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const [old, now] = [before.get(key), after.get(key)];
    const goFunction = now ?? old;
    if (goFunction === undefined || old?.digest === now?.digest || !decides(goFunction)) continue;
    const kind = kindOf(goFunction, (now?.immutable ?? 0) > (old?.immutable ?? 0));
    const entry = found.get(`${goFunction.file} ${kind}`) ?? {
      kind,
      file: goFunction.file,
      changes: [],
      ours: new Set<string>(),
    };
    entry.changes.push(
      `${goFunction.name} ${old === undefined ? 'is new' : now === undefined ? 'is gone' : 'changed'}`,
    );
    const named = new RegExp(`\\b${goFunction.name.split('.').at(-1) ?? goFunction.name}\\b`);
    for (const [path, source] of ours) if (named.test(source)) entry.ours.add(path);
    found.set(`${goFunction.file} ${kind}`, entry);
  }
  return [...found.values()].map(({ kind, file, changes, ours: followers }) => ({
    kind,
    what: `${file}: ${changes.join(', ')}`,
    ...(followers.size === 0 ? {} : { ours: [...followers].sort() }),
  }));
}

/**
 * Whether a function decides about objects: test helpers do not, and in a strategy only those that validate, warn, drop
 * and keep.
 */
function decides({ file, name }: GoFunction): boolean {
  if (file.includes('/testing/')) return false;
  return !file.endsWith('/strategy.go') || /(?:^|\.)(?:[vV]alidate|[wW]arnings?|PrepareFor|drop|\w*InUse)/.test(name);
}

function kindOf({ file, name }: GoFunction, freezes: boolean): string {
  if (file.includes('/cel/')) return 'files of expressions and their costs that changed';
  if (file.endsWith('warnings.go') || /(?:^|\.)[wW]arnings?/.test(name)) return 'files whose warnings changed';
  return freezes ? 'files that refuse other changes' : 'files whose validation changed';
}

/** Declarative tags, `+k8s:…`, that the fields of a type have now and had not before: one entry a type. */
export function newTags(before: Shapes, after: Shapes): Decision[] {
  const old = tagsOf(before);
  const found = new Map<string, string[]>();
  for (const [at, tags] of tagsOf(after)) {
    const known = new Set(old.get(at) ?? []);
    const [type = '', field = ''] = at.split(' ');
    const added = tags.filter((tag) => !known.has(tag)).map((tag) => (field === '' ? tag : `${field} ${tag}`));
    if (added.length > 0) found.set(type, [...(found.get(type) ?? []), ...added]);
  }
  return [...found].map(([type, tags]) => ({
    kind: 'types with new declarative tags',
    what: `${type}: ${tags.join(', ')}`,
  }));
}

/** Tags that the facts about fields have in another form. */
const known = /=?\+k8s:(?:optional|opaqueType|listType|listMapKey|enum)\b[^+]*$/;

/** Tags for code generation, irrelevant for objects. */
const aboutCode =
  /^\+k8s:(?:deepcopy|openapi|protobuf|prerelease|conversion|defaulter|validation-gen|informers|register|supportsSubresource|isSubresource)/;

function tagsOf(shapes: Shapes): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { prefix, types } of shapes.values()) {
    for (const [name, type] of types) {
      found.set(`${prefix}.${name}`, tags(type.doc));
      for (const field of type.fields) found.set(`${prefix}.${name} ${field.name}`, tags(field.doc));
    }
  }
  return found;
}

function tags(doc: string): string[] {
  const lines = doc.split('\n').map((line) => line.trim());
  return lines.filter((line) => line.startsWith('+k8s:') && !aboutCode.test(line) && !known.test(line));
}

/** Types whose fields contain objects. */
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

/** Gates that were seen to drop fields and that `authored/dropped-fields.json` does not name. */
export function newGates(
  dropped: readonly DroppedRow[],
  measured: readonly (readonly unknown[])[],
  droppedFields: string,
): Decision[] {
  const known = new Set(measured.map(([gate]) => gate));
  const gates = [...new Set(dropped.map(([gate]) => gate))].filter(
    (gate) => !known.has(gate) && !droppedFields.includes(`"${gate}"`),
  );
  return gates.map((gate) => {
    const kinds = new Set(dropped.flatMap(([named, kind, path]) => (named === gate ? [`${kind} ${path}`] : [])));
    const [first = ''] = kinds;
    return {
      kind: 'gates that drop fields',
      what: `${gate} drops ${first} and ${kinds.size - 1} more`,
      ours: ['server/data/authored/dropped-fields.json'],
    };
  });
}

/** Expression functions that the newest compatibility versions have, and the one before the release's own lacks. */
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
