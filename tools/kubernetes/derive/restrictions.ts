import {
  arrayOf,
  fieldOf,
  isObject,
  type JsonObject,
  object,
  optionalText,
  text,
  texts,
} from '../../../server/data/generator/json.ts';
import { factMinor, type Minor } from '../../../server/src/targets/version.ts';
import type { Decision, GoFunction } from './decisions.ts';
import type { Shapes } from './shapes.ts';

/** The functions of a release, by file and name. */
export type GoFunctions = ReadonlyMap<string, GoFunction>;

/** A function that a `source` of an authored fact names. */
interface Citation {
  readonly file: string;
  readonly name: string;
}

const citation = /(?:(k8s\.io\/[\w-]+)[ /])?(\bpkg\/[\w/.-]+\.go), ([A-Za-z]\w+)(?: in (k8s\.io\/[\w-]+))?/g;

/** The functions that a source names: `pkg/apis/apps/validation/validation.go, ValidateStatefulSetUpdate`. */
export function functionsCited(source: string): readonly Citation[] {
  return [...source.matchAll(citation)].map(([, before, path = '', name = '', after]) => {
    const module = before ?? after;
    return { file: module === undefined ? path : `${module}/${path}`, name };
  });
}

/**
 * The authored rules for a minor whose source names a function that its release does not have any more. Files in
 * folders that were not read are left out.
 */
export function absentCitations(file: string, table: unknown, functions: GoFunctions, minor: Minor): readonly string[] {
  const names = new Map<string, Set<string>>();
  const folders = new Set<string>();
  for (const fn of functions.values()) {
    names.set(fn.file, (names.get(fn.file) ?? new Set()).add(bare(fn.name)));
    folders.add(folderOf(fn.file));
  }
  const absent = new Map<string, string[]>();
  for (const { source, label } of rulesOf(table, minor))
    for (const { file: path, name } of functionsCited(source)) {
      if (!folders.has(folderOf(path)) || names.get(path)?.has(name) === true) continue;
      const key = `${path} has no function ${name}`;
      absent.set(key, [...(absent.get(key) ?? []), label]);
    }
  return [...absent].map(
    ([what, labels]) => `server/data/authored/${file} (${[...new Set(labels)].join(', ')}): ${what}`,
  );
}

/** The entries with a source that hold for a minor, at any depth. */
function* rulesOf(value: unknown, minor: Minor): Generator<{ readonly source: string; readonly label: string }> {
  if (Array.isArray(value)) for (const item of value) yield* rulesOf(item, minor);
  if (!isObject(value) || !holds(value, minor)) return;
  const source = optionalTextOf(value['source']);
  // The source of a table names releases, and no function.
  if (source !== undefined && value['reviewed'] === undefined) yield { source, label: labelOf(value) };
  for (const [name, item] of Object.entries(value)) if (name !== 'source') yield* rulesOf(item, minor);
}

function holds(rule: JsonObject, minor: Minor): boolean {
  const [since, until] = [optionalTextOf(rule['since']), optionalTextOf(rule['until'])];
  return (since === undefined || factMinor(since) <= minor) && (until === undefined || factMinor(until) >= minor);
}

function optionalTextOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function labelOf(rule: JsonObject): string {
  const kinds = Array.isArray(rule['kinds']) ? texts(rule['kinds']) : [];
  return (
    kinds[0] ?? Object.values(rule).find((candidate): candidate is string => typeof candidate === 'string') ?? 'rule'
  );
}

function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/'));
}

/** A method without its type. */
function bare(name: string): string {
  return name.split('.').at(-1) ?? name;
}

/**
 * Fields whose changes a function of a release refuses and no rule of `authored/immutable-fields.json` is about: none
 * that names the function has the field in its paths, and `elsewhere` does not say why there is none.
 */
export function fieldsWithoutRule(functions: GoFunctions, table: JsonObject, minor: Minor): Decision[] {
  const rules = arrayOf(table['rules'])
    .map(object)
    .filter((rule) => holds(rule, minor))
    .map((rule) => ({ source: text(rule['source']), fields: fieldsOf(rule) }));
  const elsewhere = object(table['elsewhere'] ?? {});
  return [...functions.values()].flatMap(({ file, name, frozen }) =>
    [...new Set(frozen)]
      .filter((field) => {
        const isRuled = rules.some(
          ({ source, fields }) => source.includes(bare(name)) && fields.has(field.toLowerCase()),
        );
        return !isRuled && elsewhere[`${bare(name)} ${field}`] === undefined;
      })
      .map((field) => ({
        kind: 'fields that cannot change and have no rule',
        what: `${file}: ${name} refuses another ${field}`,
        ours: ['server/data/authored/immutable-fields.json'],
      })),
  );
}

/** Tags of fields that no update may change, or may only change in part. Those for `+k8s:alpha` and `+k8s:beta` are not enforced. */
const frozenTag = /^\s*\+k8s:(?:immutable|update=\w+|ifEnabled\(\w+\)=\+k8s:immutable)\s*$/m;

/**
 * Fields whose declarative tags refuse changes and that no rule of `authored/immutable-fields.json` for a kind of their
 * group is about, neither the field nor the `spec` around it; `elsewhere` says why there is none.
 */
export function tagsWithoutRule(shapes: Shapes, table: JsonObject, minor: Minor): Decision[] {
  const rules = arrayOf(table['rules'])
    .map(object)
    .filter((rule) => holds(rule, minor))
    .map((rule) => ({ groups: new Set(texts(rule['kinds']).map(groupOf)), fields: fieldsOf(rule) }));
  const isRuled = (group: string, field: string) =>
    rules.some(
      ({ groups, fields }) =>
        groups.has(group) && (fields.has(field.toLowerCase()) || (fields.has('spec') && fields.size === 1)),
    );
  const elsewhere = object(table['elsewhere'] ?? {});
  const found = new Set<string>();
  for (const { prefix, types } of shapes.values()) {
    const [group = ''] = prefix.split('.');
    for (const [type, { fields }] of types)
      for (const { name, doc } of fields)
        if (frozenTag.test(doc) && !isRuled(group, name)) found.add(`${group} ${type} ${name}`);
  }
  return [...found]
    .filter((field) => elsewhere[field] === undefined)
    .map((field) => ({
      kind: 'fields that cannot change and have no rule',
      what: `k8s.io/api: a tag refuses another ${field}`,
      ours: ['server/data/authored/immutable-fields.json'],
    }));
}

/** The package of a kind's group: `scheduling` of `scheduling.k8s.io/PodGroup`, `core` of `Pod`. */
function groupOf(kind: string): string {
  return kind.includes('/') ? (kind.split(/[./]/)[0] ?? '') : 'core';
}

/** The names in a rule's paths, and in the path that the server answers with, in small letters. */
function fieldsOf(rule: JsonObject): ReadonlySet<string> {
  const paths = arrayOf(rule['paths']).flatMap(texts);
  const reported = (optionalText(fieldOf(rule, 'reports')) ?? '').split('.');
  return new Set([...paths, ...reported].map((path) => path.toLowerCase()));
}

/**
 * Warnings of a release without a text in our sources: the constant text between the verbs of a format, without the path
 * of a field before it. `elsewhere` of `authored/server-warnings.json` says where it is, or why there is none.
 */
export function unknownWarnings(
  functions: GoFunctions,
  table: JsonObject,
  ours: ReadonlyMap<string, string>,
): Decision[] {
  const known = [...ours.values()].map(unescaped).join('\n');
  const elsewhere = Object.keys(object(table['elsewhere'] ?? {}));
  return [...functions.values()].flatMap(({ file, name, warnings }) =>
    [...new Set(warnings)]
      .filter((format) => partsOf(format).some((part) => !isIn(known, part)))
      .filter((format) => !elsewhere.some((part) => format.includes(part)))
      .map((format) => ({
        kind: 'warnings without a text of ours',
        what: `${file}: ${name} warns "${format}"`,
        ours: ['server/data/authored/server-warnings.json'],
      })),
  );
}

/** Texts of two words at least: shorter ones are names of fields. */
function partsOf(format: string): readonly string[] {
  return format
    .split(/%[+#]?[a-z]/)
    .map((part) => part.replace(/^[\w[\]]+(?:\.[\w[\]]+)*: |^[\w[\]]+(?:\.[\w[\]]+)+ /, ''))
    .map((part) => part.replace(/^[\s:;,]+|[\s:;,]+$/g, ''))
    .filter((part) => part.includes(' ') && part.length >= 10);
}

/** Whether the sources have a text, or at least half of it around the placeholder of a template. */
function isIn(known: string, part: string): boolean {
  if (known.includes(part)) return true;
  const before = longest(part.length, (length) => known.includes(`${part.slice(0, length)}\${`));
  const after = longest(part.length - before, (length) => known.includes(`}${part.slice(part.length - length)}`));
  return before > 0 && after > 0 && before + after >= part.length / 2;
}

function longest(max: number, fits: (length: number) => boolean): number {
  for (let length = max; length > 0; length--) if (fits(length)) return length;
  return 0;
}

/** Source text as it reads, without escaped quotes. */
function unescaped(source: string): string {
  return source.replace(/\\(["'`])/g, '$1');
}
