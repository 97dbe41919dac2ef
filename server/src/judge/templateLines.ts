import type { ApiSurface } from '../catalog/surface.ts';
import type { ApiType, FieldType, ScalarType } from '../catalog/types.ts';
import { convertDraft } from '../conversion/convert.ts';
import { formatSteps, type PathStep } from '../conversion/draftPath.ts';
import { dataOf, draftFrom } from '../conversion/draftValue.ts';
import { coversValue } from '../conversion/typeCover.ts';
import { isValueList, isValueMap, plainValue, sameValue, type Value, valueAt } from '../conversion/value.ts';
import { type VersionPair, versionPair } from '../conversion/versionPair.ts';
import { type LinesForm, printCase, type StandInMark, type TemplateStandIn } from '../helm/templateStandIn.ts';
import type { Resource } from '../manifest/manifest.ts';
import { entryFor, type Node } from '../manifest/node.ts';
import { openingOf } from '../manifest/open.ts';
import { type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import { printedResource } from './printedResource.ts';

/** The effect of multi-line actions on a conversion. */
export type LinesOutcome =
  /** The path of a field that they can print and that the conversion would change. */
  | { readonly on: string }
  | {
      readonly on?: undefined;
      /** The outputs of each multi-line stand-in in the cases to try, the usual one first. */
      readonly prints: ReadonlyMap<number, readonly string[]>;
      /** The map or list that they belong to, if they are indented like the action. */
      readonly forms: ReadonlyMap<number, LinesForm>;
    };

/**
 * Whether a conversion keeps everything that multi-line actions such as `toYaml` can print: each prints everything that its
 * field can hold, which the conversion must not change.
 *
 * @param resource the certain part of the template's text.
 */
export function linesOf(
  stand: TemplateStandIn,
  template: string,
  resource: Resource,
  to: GroupVersionKind,
  surface: ApiSurface,
): LinesOutcome {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const from = groupVersion === undefined ? undefined : { ...groupVersion, kind: resource.kind };
  const pair = from === undefined ? undefined : versionPair(from, to, surface);
  const prints = new Map<number, readonly string[]>();
  const forms = new Map<number, LinesForm>();
  for (const [number, mark] of stand.marks.entries()) {
    if (mark.kind !== 'lines') continue;
    const position = positionOf(stand, template, resource, number, pair?.types.from);
    if (position === 'elsewhere') continue;
    if (position === undefined || pair === undefined) return { on: 'the output of an action on separate lines' };
    if (!isUnaffected(position, pair)) return { on: formatSteps(position.path) };
    prints.set(
      number,
      isAlwaysPresent(resource.root, position.path) ? [position.sample] : [position.sample, '', position.empty],
    );
    if (position.isAligned && position.type.kind !== 'object')
      forms.set(number, position.type.kind === 'list' ? 'item' : 'entry');
  }
  return { prints, forms };
}

/** The position of the lines that an action prints. */
interface LinesPosition {
  /** The map or list that contains them. */
  readonly path: readonly PathStep[];
  readonly type: FieldType;
  /** Whether the output is indented like the action. */
  readonly isAligned: boolean;
  /** The resource with the sample. */
  readonly value: Value;
  /** Lines that could be printed here. */
  readonly sample: string;
  /** The output of `toYaml` for an empty value. */
  readonly empty: string;
}

const probe = 'kubecompat-probe';

function positionOf(
  stand: TemplateStandIn,
  template: string,
  { apiVersionSpan }: Resource,
  number: number,
  root: ApiType | undefined,
): LinesPosition | 'elsewhere' | undefined {
  const mark = stand.marks[number];
  if (mark === undefined) return undefined;
  const others = new Set(mark.branches.flatMap(({ branch, otherwise }) => (otherwise ? [branch] : [])));
  const print = (text: string) => {
    const prints = (other: number) => (other === number ? text : stand.marks[other]?.kind === 'value' ? 'w' : '');
    const testCase = { otherwise: (branch: number) => others.has(branch), prints };
    const printed = printCase(stand.text, stand, testCase, apiVersionSpan.start);
    return printed.at === undefined ? 'elsewhere' : printedResource(printed.text, printed.at);
  };
  const without = print('');
  if (without === 'elsewhere') return 'elsewhere';
  const lead = leadOf(template, mark);
  let isElsewhere = false;
  for (const form of [`${probe}: w`, `- ${probe}: w`]) {
    const resource = print(lead + form);
    if (resource === undefined || resource === 'elsewhere') continue;
    const found = pathOfProbe(resource.root, []);
    isElsewhere ||= found === undefined;
    if (found === undefined || root === undefined) continue;
    const path = form.startsWith('-') ? found.slice(0, -1) : found;
    const type = typeAt({ kind: 'object', type: root }, path);
    if (type === undefined || (type.kind === 'list') !== form.startsWith('-')) continue;
    const sample = `${lead}${sampleLine(type)}`;
    const withSample = print(sample);
    if (withSample === undefined || withSample === 'elsewhere') return undefined;
    const width = lead.replace('\n', '').length;
    const isAligned = lead === '' || width === mark.start - template.lastIndexOf('\n', mark.start - 1) - 1;
    return {
      path,
      type,
      isAligned,
      value: plainValue(withSample.root),
      sample,
      empty: `${lead}${type.kind === 'list' ? '[]' : '{}'}`,
    };
  }
  return isElsewhere ? 'elsewhere' : undefined;
}

/** The text before the first line that an action prints. */
function leadOf(template: string, { start, end }: StandInMark): string {
  const [, breaks, width] = /\b(n?)indent\s+(\d+)/.exec(template.slice(start, end)) ?? [];
  return width === undefined ? '' : `${breaks === 'n' ? '\n' : ''}${' '.repeat(Number(width))}`;
}

/** A line that fits a map or list; none for objects, whose fields may already be present. */
function sampleLine(type: FieldType): string {
  if (type.kind === 'map') return `${probe}: ${JSON.stringify(sampleOf(type.value, 0))}`;
  return type.kind === 'list' ? `- ${JSON.stringify(sampleOf(type.item, 0))}` : '';
}

function pathOfProbe(node: Node, path: readonly PathStep[]): readonly PathStep[] | undefined {
  if (node.kind === 'scalar') return undefined;
  if (node.kind === 'map' && entryFor(node, probe) !== undefined) return path;
  const inside =
    node.kind === 'list'
      ? node.items.map((item, i) => [i, item] as const)
      : node.entries.map(({ key, value }) => [key, value] as const);
  for (const [step, value] of inside) {
    const found = pathOfProbe(value, [...path, step]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The type at a path; undefined if none is possible. */
export function typeAt(root: FieldType, path: readonly PathStep[]): FieldType | undefined {
  let at: FieldType | undefined = root;
  for (const step of path) {
    if (at?.kind === 'object') at = at.type.fields.get(`${step}`)?.type;
    else if (at?.kind === 'list') at = at.item;
    else at = at?.kind === 'map' ? at.value : undefined;
  }
  return at;
}

/** Whether a conversion keeps any other value at a path, at the same path. */
function isUnaffected({ path, type, value }: LinesPosition, { from, to, types }: VersionPair): boolean {
  const now = types.to === undefined ? undefined : typeAt({ kind: 'object', type: types.to }, path);
  if (now === undefined || !coversValue(now, type) || !coversValue(type, now)) return false;
  const convert = (input: Value) => {
    const draft = draftFrom(input);
    if (draft.kind !== 'map') return undefined;
    const { left, forced, lost } = convertDraft(draft, from, to, 'keep');
    return { value: dataOf(draft), remarks: left.length + forced.length + lost.length };
  };
  const converted = convert(value);
  const filled = withMore(value, path, type, valueAt(value, path));
  const expected = converted && withMore(converted.value, path, type, valueAt(value, path));
  const convertedFilled = filled === undefined ? undefined : convert(filled);
  if (converted === undefined || expected === undefined || convertedFilled === undefined) return false;
  return convertedFilled.remarks <= converted.remarks && sameValue(expected, convertedFilled.value);
}

/**
 * Adds everything at a path that its type can hold and `before` lacks; undefined if the value already has some of it.
 */
function withMore(
  value: Value | undefined,
  [step, ...rest]: readonly PathStep[],
  type: FieldType,
  before: Value | undefined,
): Value | undefined {
  if (step !== undefined) {
    if (isValueList(value)) {
      const index = Number(step);
      const inner = withMore(value[index], rest, type, before);
      return inner === undefined ? undefined : value.with(index, inner);
    }
    const map = isValueMap(value) ? value : {};
    const inner = withMore(map[step], rest, type, before);
    return inner === undefined ? undefined : { ...map, [step]: inner };
  }
  if (type.kind === 'list') return [...(isValueList(value) ? value : []), sampleOf(type.item, maxDepth)];
  const known = isValueMap(before) ? before : {};
  const map = isValueMap(value) ? value : {};
  const sample = type.kind === 'map' ? { [`more-${probe}`]: sampleOf(type.value, maxDepth) } : sampleOf(type, maxDepth);
  if (!isValueMap(sample)) return undefined;
  const more = Object.entries(sample).filter(([key]) => !(key in known) || known[key] === null);
  return more.some(([key]) => key in map && map[key] !== null) ? undefined : { ...map, ...Object.fromEntries(more) };
}

/** The maximum depth of samples: types can be recursive. */
const maxDepth = 6;

/** A value with every field of a type, down to a depth. */
function sampleOf(type: FieldType, depth: number): Value {
  switch (type.kind) {
    case 'scalar':
      return samples[type.scalar];
    case 'list':
      return depth === 0 ? [] : [sampleOf(type.item, depth - 1)];
    case 'map':
      return depth === 0 ? {} : { [probe]: sampleOf(type.value, depth - 1) };
    case 'schema-or':
      return {};
    case 'object':
      if (depth === 0) return {};
      return Object.fromEntries(
        [...type.type.fields.values()].map((field) => [field.name, sampleOf(field.type, depth - 1)]),
      );
  }
}

const samples: Readonly<Record<ScalarType, Value>> = {
  string: 'w',
  boolean: true,
  int32: 7,
  int64: 7,
  double: 7,
  quantity: '7',
  duration: '7s',
  'int-or-string': 7,
  bytes: 'dw==',
  'date-time': '2026-01-31T10:00:00Z',
  'micro-time': '2026-01-31T10:00:00.000000Z',
  raw: {},
  any: {},
};

/** Whether the value at a path has content for any values of the template. */
function isAlwaysPresent(root: Node, path: readonly PathStep[]): boolean {
  let at: Node | undefined = root;
  for (const step of path) {
    if (at === undefined) return false;
    const opening = openingOf(at);
    if (opening?.kind === 'value' || opening?.kind === 'text') return false;
    if (typeof step === 'number') at = at.kind === 'list' ? at.items[step] : undefined;
    else at = at.kind === 'map' ? entryFor(at, step)?.value : undefined;
  }
  const opening = at === undefined ? ({ kind: 'value' } as const) : openingOf(at);
  if (opening === undefined)
    return at?.kind === 'map' ? at.entries.length > 0 : at?.kind === 'list' && at.items.length > 0;
  return opening.kind === 'map' ? opening.certain.length > 0 : opening.kind === 'list' && !opening.isEmpty;
}
