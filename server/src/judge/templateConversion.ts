import type { ApiSurface } from '../catalog/surface.ts';
import type { FieldType } from '../catalog/types.ts';
import { dataOf } from '../conversion/draftValue.ts';
import { type PreparedConversion, prepareConversion } from '../conversion/prepareConversion.ts';
import { formatRemark, type Remark } from '../conversion/remarks.ts';
import { sameShapeEdit } from '../conversion/sameShape.ts';
import { conversionTargets } from '../conversion/successors.ts';
import { firstDifference, isValueList, isValueMap, type Value } from '../conversion/value.ts';
import { type VersionPair, versionPair } from '../conversion/versionPair.ts';
import { decode } from '../decode/decode.ts';
import type { ChartTemplates } from '../helm/chart.ts';
import { documentsOf } from '../helm/documents.ts';
import { readTemplate } from '../helm/readTemplate.ts';
import type { TemplateBody } from '../helm/template/node.ts';
import { parseTemplate } from '../helm/template/parse.ts';
import {
  hasLineMark,
  type PrintedCase,
  printCase,
  standIn,
  type TemplateStandIn,
  withActions,
  withLines,
  withNumericMarks,
} from '../helm/templateStandIn.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { DraftMap } from '../manifest/reconcile/draft.ts';
import { formatGroupVersion, type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import { applyEdits, type TextEdit } from '../text/edit.ts';
import { printedResource } from './printedResource.ts';
import { casesOf, type Printable, printsNumber, takesNumberOrString, type ValueField } from './templateCases.ts';
import { linesOf, typeAt } from './templateLines.ts';

/** The resources of an unrendered template, in each branch. */
export function templateResources(
  text: string,
  chart: ChartTemplates,
  surfaces: readonly ApiSurface[],
  file: string,
): readonly Resource[] {
  const [output] = readTemplate(text, chart, surfaces).outputs;
  const documents = output === undefined ? [] : documentsOf(output, file);
  const all = documents.flatMap(({ variants }) => variants.flatMap(({ resources }) => resources));
  return all.filter((resource, i) => all.findIndex((other) => startsAtSameOffset(resource, other)) === i);
}

function startsAtSameOffset({ apiVersionSpan: a }: Resource, { apiVersionSpan: b }: Resource): boolean {
  return a.start === b.start;
}

/** The conversion of a resource of a template, or the reason why there is none, a phrase. */
export type TemplateConversion =
  | { readonly conversion: PreparedConversion; readonly reason?: undefined }
  | { readonly conversion?: undefined; readonly reason: string };

/**
 * Prepares the conversion of a resource in the text of a Helm template. The edits are tried in many cases: rendering and
 * then converting must give the same as rendering the converted template. Of lines with actions, only those that print a
 * value may change.
 */
export function prepareInTemplate(
  resource: Resource,
  template: string,
  to: GroupVersionKind,
  surface: ApiSurface,
): TemplateConversion {
  const ofResource = known.get(resource) ?? new WeakMap<ApiSurface, Map<string, TemplateConversion>>();
  known.set(resource, ofResource);
  const ofSurface = ofResource.get(surface) ?? new Map<string, TemplateConversion>();
  ofResource.set(surface, ofSurface);
  const version = formatGroupVersion(to);
  const found = ofSurface.get(version) ?? prepare(resource, template, to, surface);
  ofSurface.set(version, found);
  return found;
}

/** An editor requests conversions at every move of the cursor. */
const known = new WeakMap<Resource, WeakMap<ApiSurface, Map<string, TemplateConversion>>>();

function prepare(resource: Resource, template: string, to: GroupVersionKind, surface: ApiSurface): TemplateConversion {
  const { body, problem } = parseTemplate(template);
  if (problem !== undefined) return { reason: 'it cannot be read as a template' };
  const planned = new TemplateConverter(resource, template, body, to, surface).prepare();
  const edit = planned.conversion === undefined ? sameShapeEdit(resource, template, to, surface) : undefined;
  if (edit === undefined) return planned;
  return { conversion: { to, edits: [edit], pinned: [], changed: [], forced: [], lost: [], left: [] } };
}

/**
 * The conversions of a template's resource to each candidate version, the best first, up to the first possible one. Empty
 * without a candidate.
 */
export function templateConversions(
  resource: Resource,
  template: string,
  surfaces: readonly [ApiSurface, ...ApiSurface[]],
): readonly TemplateConversion[] {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const found: TemplateConversion[] = [];
  if (groupVersion === undefined || resource.part !== undefined || resource.escaped === true) return found;
  for (const to of conversionTargets(surfaces, { ...groupVersion, kind: resource.kind })) {
    const templateConversion = prepareInTemplate(resource, template, to, surfaces[0]);
    found.push(templateConversion);
    if (templateConversion.conversion !== undefined) break;
  }
  return found;
}

class TemplateConverter {
  readonly #resource: Resource;
  readonly #template: string;
  readonly #body: TemplateBody;
  readonly #to: GroupVersionKind;
  readonly #surface: ApiSurface;
  /** The conversions of printed resources, by text. */
  readonly #known = new Map<string, Converted>();

  constructor(resource: Resource, template: string, body: TemplateBody, to: GroupVersionKind, surface: ApiSurface) {
    this.#resource = resource;
    this.#template = template;
    this.#body = body;
    this.#to = to;
    this.#surface = surface;
  }

  prepare(): TemplateConversion {
    const firstStandIn = standIn(this.#template, this.#body);
    if (firstStandIn === undefined) return { reason: 'an action shares its line with text that it affects' };
    const lines = linesOf(firstStandIn, this.#template, this.#resource, this.#to, this.#surface);
    if (lines.on !== undefined) return { reason: dependsOn(lines.on) };
    const isNumber = (mark: number) => printsNumber(firstStandIn.marks[mark], this.#template);
    const stand = withNumericMarks(withLines(firstStandIn, lines.forms), isNumber);
    const fields = this.#fieldsOf(stand);
    const printable = { fields, lines: lines.prints };
    const asStrings = this.#attempt(stand, 'strings', printable);
    if (asStrings.dependsOnKind !== true) return asStrings;
    // A value that may be a number or a string, such as a port, is usually a number.
    const isEitherHere = (mark: number) => {
      const type = fields.get(mark)?.type;
      return type !== undefined && takesNumberOrString(type);
    };
    const asNumbers = this.#attempt(withNumericMarks(stand, isEitherHere), 'numbers', printable);
    return asNumbers.conversion === undefined ? asStrings : asNumbers;
  }

  #attempt(stand: TemplateStandIn, values: 'strings' | 'numbers', printable: Printable): Attempt {
    const at = this.#resource.apiVersionSpan.start;
    const standing = printedResource(stand.text, at);
    if (standing === undefined) return { reason: 'its text is not YAML before the template is rendered' };
    const prepared = prepareConversion(standing, stand.text, this.#to, this.#surface);
    if (prepared === undefined) return { reason: 'a key is written in several branches' };
    for (const { span, newText } of prepared.edits) {
      if (hasLineMark(newText) || hasLineMark(stand.text.slice(span.start, span.end))) {
        const line = stand.text.slice(0, span.start).split('\n').length;
        return { reason: `the change from line ${line} contains actions on separate lines` };
      }
    }
    const changed = applyEdits(stand.text, prepared.edits);
    return changed === undefined
      ? { reason: 'the edit is not safe' }
      : this.#tryCases(stand, { text: changed, edits: prepared.edits }, values, printable);
  }

  /** The conversion with its losses in all cases; none if a case differs. */
  #tryCases(
    stand: TemplateStandIn,
    changed: { readonly text: string; readonly edits: readonly TextEdit[] },
    values: 'strings' | 'numbers',
    printable: Printable,
  ): Attempt {
    const at = this.#resource.apiVersionSpan.start;
    const moved = shifted(at, changed.edits);
    const conversions: PreparedConversion[] = [];
    const open = new Set<string>();
    for (const triedCase of casesOf(stand, this.#template, printable, values)) {
      const before = this.#converted(printCase(stand.text, stand, triedCase, at));
      // An unreadable or undecodable case is refused anyway.
      if (before === 'refused') continue;
      if (before === undefined) return { reason: 'its output converts only in some cases' };
      const after = printCase(changed.text, stand, triedCase, moved);
      const rendered = after.at === undefined ? undefined : printedResource(after.text, after.at);
      if (rendered === undefined) return { reason: 'its output converts only in some cases' };
      const difference = differenceOf(before.value, dataOf(new DraftMap(rendered.root)), triedCase.isEmpty);
      // An object with an empty value is mostly refused anyway, so its losses do not count.
      if (difference === undefined && triedCase.isEmpty) continue;
      if (difference === undefined) conversions.push(before.conversion);
      else if (triedCase.values === values) return { reason: dependsOn(difference), dependsOnKind: open.size > 0 };
      else open.add(difference);
    }
    if (conversions.length === 0) return { reason: 'none of its cases could be tried' };
    return {
      conversion: this.#combine(stand, changed.edits, conversions, [...open].map(leftTo[values])),
      dependsOnKind: open.size > 0,
    };
  }

  /** The conversion of a printed resource; undefined if it is not certain. */
  #converted({ text, at }: PrintedCase): Converted | 'refused' | undefined {
    if (at === undefined) return 'refused';
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const resource = printedResource(text, at);
    if (resource === undefined || !this.#decodes(resource)) return 'refused';
    const prepared = prepareConversion(resource, text, this.#to, this.#surface);
    const after = prepared === undefined ? undefined : applyEdits(text, prepared.edits);
    const convertedResource =
      after === undefined || prepared === undefined ? undefined : printedResource(after, shifted(at, prepared.edits));
    if (prepared === undefined || convertedResource === undefined) return undefined;
    const converted = { conversion: prepared, value: dataOf(new DraftMap(convertedResource.root)) };
    this.#known.set(text, converted);
    return converted;
  }

  #combine(
    stand: TemplateStandIn,
    edits: readonly TextEdit[],
    conversions: readonly PreparedConversion[],
    open: readonly string[],
  ): PreparedConversion {
    return {
      to: this.#to,
      edits: edits.map(({ span, newText }) => ({ span, newText: withActions(newText, stand, this.#template) })),
      pinned: [],
      changed: [],
      forced: distinct(conversions.flatMap(({ forced }) => forced)),
      lost: distinct(conversions.flatMap(({ lost }) => lost)),
      left: [...new Set([...open, ...conversions.flatMap(({ left }) => left)])],
    };
  }

  /** The fields whose values are actions. */
  #fieldsOf(stand: TemplateStandIn): ReadonlyMap<number, ValueField> {
    const pair = this.#pair();
    const root = printedResource(stand.text, this.#resource.apiVersionSpan.start)?.root;
    const type = pair?.types.from;
    const fields = new Map<number, ValueField>();
    if (root === undefined || pair === undefined || type === undefined) return fields;
    const marks = new Map(stand.marks.flatMap((mark, i) => (mark.isWhole ? [[mark.start, i] as const] : [])));
    const walk = (node: Node, at: FieldType | undefined, path: string) => {
      if (at === undefined) return;
      const mark = marks.get(node.start);
      if (mark !== undefined && node.kind === 'scalar') fields.set(mark, { type: at, ...handledValues(path, pair) });
      if (node.kind === 'list') for (const item of node.items) walk(item, typeAt(at, [0]), `${path}[]`);
      if (node.kind !== 'map') return;
      for (const { key, value } of node.entries) walk(value, typeAt(at, [key]), path === '' ? key : `${path}.${key}`);
    };
    walk(root, { kind: 'object', type }, '');
    return fields;
  }

  #pair(): VersionPair | undefined {
    const groupVersion = parseGroupVersion(this.#resource.apiVersion);
    const from = groupVersion === undefined ? undefined : { ...groupVersion, kind: this.#resource.kind };
    return from === undefined ? undefined : versionPair(from, this.#to, this.#surface);
  }

  #decodes({ root }: Resource): boolean {
    const type = this.#pair()?.types.from;
    return type === undefined || decode(root, type, noOccurrences).errors.length === 0;
  }
}

/** The conversion of a printed resource, and the result. */
interface Converted {
  readonly conversion: PreparedConversion;
  readonly value: Value;
}

/** A conversion, or none; `kinds` if it depends on whether values are numbers or strings. */
type Attempt = TemplateConversion & { readonly dependsOnKind?: boolean };

const noOccurrences = { field: () => false, object: () => false };

const leftTo = {
  strings: (path: string) => `${path} is right if the value is a string, not a number`,
  numbers: (path: string) => `${path} is right if the value is a number, not a string`,
} as const;

function dependsOn(path: string): string {
  return `${path === '' ? 'the whole object' : path} depends on values`;
}

/**
 * The values of a field that a conversion handles specially. Values that a version treats as unset are skipped: manifests
 * do not contain them.
 */
function handledValues(path: string, { from, to }: VersionPair): Omit<ValueField, 'type'> {
  const values: Value[] = [];
  let hasDefault = false;
  const isOf = (other: string) => path === other || path.startsWith(`${other}.`) || path.startsWith(`${other}[`);
  for (const step of [...from.steps, ...to.steps]) {
    if ('path' in step && step.path === path) hasDefault ||= step.step === 'default' || step.step === 'derive';
    if (step.step === 'values' && isOf(step.path)) values.push(...step.pairs.flat());
    if (step.step === 'force' && isOf(step.path)) values.push(...step.allowed);
    if (step.step !== 'default') continue;
    if (isOf(step.path)) values.push(step.value);
    for (const condition of [step.unless, step.where]) {
      if (condition !== undefined && isOf(condition.path)) values.push(...condition.is);
    }
  }
  return { hasDefault, values };
}

function differenceOf(a: Value, b: Value, isEmpty: boolean): string | undefined {
  return isEmpty ? firstDifference(withoutEmpty(a), withoutEmpty(b)) : firstDifference(a, b);
}

/** A value without empty objects. */
function withoutEmpty(value: Value | undefined): Value | undefined {
  if (isValueList(value)) return value.map((item) => withoutEmpty(item) ?? null);
  if (!isValueMap(value)) return value;
  const fields = Object.entries(value).flatMap(([key, field]): (readonly [string, Value])[] => {
    const kept = withoutEmpty(field);
    return kept === undefined || kept === null ? [] : [[key, kept]];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

function shifted(offset: number, edits: readonly TextEdit[]): number {
  return edits.reduce(
    (sum, { span, newText }) =>
      span.end <= offset && span.start < offset ? sum + newText.length - (span.end - span.start) : sum,
    offset,
  );
}

function distinct(remarks: readonly Remark[]): readonly Remark[] {
  return [...new Map(remarks.map((remark) => [formatRemark(remark), remark])).values()];
}
