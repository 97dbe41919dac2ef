import type { FieldType } from '../catalog/types.ts';
import type { Value } from '../conversion/value.ts';
import type { StandInMark, TemplateCase, TemplateStandIn } from '../helm/templateStandIn.ts';

/** The output of actions for a field that accepts a number or a string. */
export type PlaceholderValues = 'strings' | 'numbers';

/** A case of a template in which a conversion is tried. */
export interface ConversionCase extends TemplateCase {
  /** Whether an action prints nothing for a value. */
  readonly isEmpty: boolean;
  /** The output of actions for fields that accept a number or a string. */
  readonly values: PlaceholderValues | 'mixed';
}

/** A field whose value is an action. */
export interface ValueField {
  readonly type: FieldType;
  /** Whether a version has a default for it that the other may lack. */
  readonly hasDefault: boolean;
  /** The values that the conversion handles specially. */
  readonly values: readonly Value[];
}

/** The possible output of the stand-ins of a template. */
export interface Printable {
  /** The fields with certain paths whose values are actions. */
  readonly fields: ReadonlyMap<number, ValueField>;
  /** The possible outputs of each multi-line stand-in, the usual one first. */
  readonly lines: ReadonlyMap<number, readonly string[]>;
}

/** The maximum number of choices for trying every combination of branches; above it, each is tried alone. */
const maxCombined = 4;

/**
 * The cases to try: every branch, and every action with each kind of value of its field.
 *
 * @param values the output of other actions for a number or a string.
 */
export function casesOf(
  stand: TemplateStandIn,
  template: string,
  printable: Printable,
  values: PlaceholderValues,
): Iterable<ConversionCase> {
  return new Cases(stand, template, printable).all(values);
}

class Cases {
  readonly #stand: TemplateStandIn;
  readonly #template: string;
  readonly #printable: Printable;

  constructor(stand: TemplateStandIn, template: string, printable: Printable) {
    this.#stand = stand;
    this.#template = template;
    this.#printable = printable;
  }

  *all(usual: PlaceholderValues): Generator<ConversionCase> {
    const { marks, branches } = this.#stand;
    for (const otherwise of branchings(branches)) {
      for (const values of ['strings', 'numbers'] as const) {
        yield { otherwise, prints: (mark) => this.#usual(mark, values), isEmpty: false, values };
      }
    }
    for (const [number, mark] of marks.entries()) {
      const otherwise = branchesTo(mark);
      for (const text of this.#others(number, mark)) {
        const prints = (other: number) => (other === number ? text : this.#usual(other, usual));
        yield { otherwise, prints, isEmpty: text === '' && mark.kind === 'value', values: usual };
      }
      const type = this.#printable.fields.get(number)?.type;
      if (type === undefined || !takesNumberOrString(type) || this.#known(mark) !== undefined) continue;
      const unusual = usual === 'strings' ? 'numbers' : 'strings';
      const prints = (other: number) => this.#usual(other, other === number ? unusual : usual);
      yield { otherwise, prints, isEmpty: false, values: 'mixed' };
    }
  }

  #usual(number: number, values: PlaceholderValues): string {
    const mark = this.#stand.marks[number];
    if (mark === undefined || mark.kind === 'control') return '';
    if (mark.kind === 'lines') return this.#printable.lines.get(number)?.[0] ?? '';
    const known = this.#known(mark);
    const text = known === 'quoted' ? `"w${number}"` : `w${number}`;
    const type = this.#printable.fields.get(number)?.type;
    if (known === 'number') return `${8000 + number}`;
    if (type === undefined || known === 'quoted') return text;
    if (type.kind === 'list') return '[]';
    if (type.kind !== 'scalar') return '{}';
    if (type.scalar === 'boolean') return 'true';
    if (isNumber(type)) return `${8000 + number}`;
    return takesNumberOrString(type) && values === 'numbers' ? `${8000 + number}` : text;
  }

  /** The other candidates at a stand-in. */
  #others(number: number, mark: StandInMark): readonly string[] {
    if (mark.kind === 'lines') return this.#printable.lines.get(number)?.slice(1) ?? [];
    if (mark.kind !== 'value' || this.#known(mark) !== undefined) return [];
    if (!mark.isWhole) return [];
    const { hasDefault = false, values = [] } = this.#printable.fields.get(number) ?? {};
    return [...(hasDefault ? [''] : []), ...new Set(values.flatMap(leafTexts))];
  }

  /** The certain form of the output of an action, by its last function. */
  #known({ start, end }: StandInMark): 'quoted' | 'number' | undefined {
    const [, last] = /\|\s*(s?quote|int|int64)\s*-?\}\}$/.exec(this.#template.slice(start, end)) ?? [];
    return last === undefined ? undefined : last.startsWith('int') ? 'number' : 'quoted';
  }
}

/** Whether an action certainly prints a number. */
export function printsNumber(mark: StandInMark | undefined, template: string): boolean {
  return mark !== undefined && /\|\s*int(?:64)?\s*-?\}\}$/.test(template.slice(mark.start, mark.end));
}

/** Whether a field accepts numbers and strings. */
export function takesNumberOrString(type: FieldType): boolean {
  return type.kind === 'scalar' && ['int-or-string', 'quantity', 'any', 'raw'].includes(type.scalar);
}

function isNumber(type: FieldType): boolean {
  return type.kind === 'scalar' && ['int32', 'int64', 'double'].includes(type.scalar);
}

/** The leaves of a value as YAML writes them. */
function leafTexts(value: Value): readonly string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(leafTexts);
  return value === null || value === '' ? [] : [typeof value === 'string' ? JSON.stringify(value) : `${value}`];
}

/** The branches that lead to a stand-in; the first ones of all other choices. */
function branchesTo({ branches }: StandInMark): (branch: number) => boolean {
  const others = new Set(branches.flatMap(({ branch, otherwise }) => (otherwise ? [branch] : [])));
  return (branch) => others.has(branch);
}

function* branchings(count: number): Generator<(branch: number) => boolean> {
  if (count <= maxCombined) {
    for (let set = 0; set < 2 ** count; set++) yield (branch) => ((set >> branch) & 1) === 1;
    return;
  }
  for (const all of [false, true]) {
    yield () => all;
    for (let selected = 0; selected < count; selected++) yield (branch) => (branch === selected ? !all : all);
  }
}
