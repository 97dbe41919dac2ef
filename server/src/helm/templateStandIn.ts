import type { Span } from '../text/span.ts';
import { lexTemplate } from './template/lex.ts';
import type { BranchNode, TemplateBody, TemplateNode } from './template/node.ts';

/** Delimiters of an action's stand-in within a line; after a `#` it is a comment. */
const [valueStart, lineStart, fill, valueEnd, lineEnd] = ['\uE010', '\uE012', '\uE011', '\uE015', '\uE014'];
const firstDigit = 0xe040;
const base = 64;
const anyMark =
  /\uE010([\uE040-\uE07F]{2})\uE011*\uE015|(?:#|- )?\uE012([\uE040-\uE07F]{2})[^\uE014]*\uE014(?:: w)?|\b(4[1-5]\d{3})_*(?![0-9A-Za-z])/g;
/** The number for the first stand-in if values are numbers: it is a valid port. */
const firstNumber = 41_000;

/** One branch of a choice of a template that is printed: the first or the other one. */
export interface ChoiceBranch {
  readonly branch: number;
  readonly otherwise: boolean;
}

/** The stand-in of one or several actions of a template. */
export interface StandInMark extends Span {
  /**
   * `value` is within a line and prints a part of it; `lines` has separate lines and prints lines; `control` has
   * separate lines and prints nothing: branch bounds, comments, and assignments.
   */
  readonly kind: 'value' | 'lines' | 'control';
  /** The branches that must be taken for the following output. */
  readonly branches: readonly ChoiceBranch[];
  /** Whether it is all of a value of the YAML, and not a part of one. */
  readonly isWhole: boolean;
  /** Whether it trims the blanks before and after it. */
  readonly trims: { readonly before: boolean; readonly after: boolean };
}

/**
 * A template whose actions are replaced by YAML values and comments of the same length, so that every span is the
 * template's own.
 */
export interface TemplateStandIn {
  readonly text: string;
  /** By their numbers in the text, in the order of the template. */
  readonly marks: readonly StandInMark[];
  /** How many choices there are. */
  readonly branches: number;
}

/**
 * The stand-in of a template; undefined if a non-value action shares its line with text, so that no text of the same
 * length exists.
 */
export function standIn(template: string, body: TemplateBody): TemplateStandIn | undefined {
  if (/[\uE010-\uE07F]|\b4[1-5]\d{3}\b/.test(template)) return undefined;
  return new Marker(template).mark(body);
}

class Marker {
  readonly #template: string;
  readonly #spans: readonly Span[];
  readonly #marks: StandInMark[] = [];
  #branches = 0;
  #isOdd = false;

  constructor(template: string) {
    this.#template = template;
    this.#spans = lexTemplate(template).pieces.filter(({ kind }) => kind !== 'text');
  }

  mark(body: TemplateBody): TemplateStandIn | undefined {
    this.#body(body, []);
    const covered = (span: Span) => this.#marks.some(({ start, end }) => start <= span.start && span.end <= end);
    // Comments are no nodes.
    for (const span of this.#spans) if (!covered(span)) this.#add(span, 'control', this.#branchesAt(span.start));
    if (this.#isOdd || this.#marks.length > base * base) return undefined;
    this.#marks.sort((a, b) => a.start - b.start);
    const parts: string[] = [];
    let at = 0;
    for (const [index, mark] of this.#marks.entries()) {
      const written = this.#written(mark, index);
      if (written === undefined || mark.start < at) return undefined;
      parts.push(this.#template.slice(at, mark.start), written);
      at = mark.end;
    }
    parts.push(this.#template.slice(at));
    return { text: parts.join(''), marks: this.#marks, branches: this.#branches };
  }

  #body({ nodes }: TemplateBody, branches: readonly ChoiceBranch[]): void {
    for (const node of nodes) this.#node(node, branches);
  }

  #node(node: TemplateNode, branches: readonly ChoiceBranch[]): void {
    switch (node.kind) {
      case 'text':
        return;
      case 'action':
        this.#printing(node, node.pipeline.declares.length > 0, branches);
        return;
      case 'call':
        this.#printing(node, false, branches);
        return;
      case 'branch':
        if (this.#template.slice(node.start, node.end).includes('\n')) this.#branch(node, branches);
        else this.#printing(node, false, branches);
        return;
      case 'define':
        this.#add({ start: node.start, end: node.body.start }, 'control', branches);
        this.#body(node.body, branches);
        this.#add({ start: node.body.end, end: node.end }, 'control', branches);
        return;
      case 'jump':
        // The following output is conditional.
        this.#isOdd = true;
    }
  }

  #printing(span: Span, isSilent: boolean, branches: readonly ChoiceBranch[]): void {
    if (this.#isAlone(span)) this.#add(span, isSilent ? 'control' : 'lines', branches);
    else this.#add(span, 'value', branches);
  }

  #branch(node: BranchNode, branches: readonly ChoiceBranch[]): void {
    const branch = this.#branches++;
    const first = [...branches, { branch, otherwise: false }];
    const other = [...branches, { branch, otherwise: true }];
    const { otherwise } = node;
    this.#add(node.head, 'control', first);
    this.#body(node.body, first);
    const [only] = otherwise?.nodes ?? [];
    const isElseIf = only?.kind === 'branch' && only.head.start === node.body.end;
    if (otherwise !== undefined && isElseIf) {
      this.#branch(only, other);
      // The end of the inner one is that of both.
      const last = this.#marks.at(-1);
      if (last !== undefined) this.#marks[this.#marks.length - 1] = { ...last, branches };
      return;
    }
    if (otherwise !== undefined) {
      this.#add({ start: node.body.end, end: otherwise.start }, 'control', other);
      this.#body(otherwise, other);
    }
    this.#add({ start: (otherwise ?? node.body).end, end: node.end }, 'control', branches);
  }

  #add({ start, end }: Span, kind: StandInMark['kind'], branches: readonly ChoiceBranch[]): void {
    if (kind !== 'value' && !this.#isAlone({ start, end })) this.#isOdd = true;
    const source = this.#template.slice(start, end);
    const trims = { before: /^\{\{-\s/.test(source), after: /\s-\}\}$/.test(source) };
    this.#marks.push({
      start,
      end,
      kind,
      branches,
      isWhole: kind === 'value' && this.#isWhole({ start, end }),
      trims,
    });
  }

  #isWhole({ start, end }: Span): boolean {
    const before = this.#template.slice(this.#template.lastIndexOf('\n', start - 1) + 1, start);
    const next = this.#template.indexOf('\n', end);
    const behind = this.#template.slice(end, next < 0 ? this.#template.length : next);
    return /(?::|-) +$/.test(before) && /^\s*(?:#.*)?$/.test(behind);
  }

  #branchesAt(offset: number): readonly ChoiceBranch[] {
    let before: StandInMark | undefined;
    for (const mark of this.#marks) {
      if (mark.start < offset && (before === undefined || before.start < mark.start)) before = mark;
    }
    return before?.branches ?? [];
  }

  /** Whether the lines of a span contain only actions. */
  #isAlone({ start, end }: Span): boolean {
    const from = this.#template.lastIndexOf('\n', start - 1) + 1;
    const next = this.#template.indexOf('\n', end);
    return this.#hasNoText(from, start) && this.#hasNoText(end, next < 0 ? this.#template.length : next);
  }

  /** Whether a span contains only actions. */
  #hasNoText(from: number, to: number): boolean {
    let at = from;
    for (const span of this.#spans) {
      if (span.end <= from || span.start >= to) continue;
      if (this.#template.slice(at, span.start).trim() !== '') return false;
      at = span.end;
    }
    return at >= to || this.#template.slice(at, to).trim() === '';
  }

  /** The text of a stand-in; undefined if it does not fit. */
  #written({ start, end, kind }: StandInMark, index: number): string | undefined {
    const source = this.#template.slice(start, end);
    const digits = String.fromCharCode(firstDigit + Math.floor(index / base), firstDigit + (index % base));
    if (kind === 'value') {
      if (source.includes('\n')) return undefined;
      return `${valueStart}${digits}${fill.repeat(source.length - 4)}${valueEnd}`;
    }
    const [head = '', ...more] = source.split('\n');
    const commented = more.map((line) => {
      const back = line.endsWith('\r') ? '\r' : '';
      const length = line.length - back.length;
      return length === 0 ? back : `#${fill.repeat(length - 1)}${back}`;
    });
    const isLast = more.length === 0;
    const back = head.endsWith('\r') ? '\r' : '';
    const room = head.length - back.length - 4 - (isLast ? 1 : 0);
    if (room < 0) return undefined;
    const first = `#${lineStart}${digits}${fill.repeat(room)}${isLast ? lineEnd : back}`;
    const last = commented.pop();
    if (last === undefined) return first;
    return [first, ...commented, `${last.slice(0, -1)}${lineEnd}`].join('\n');
  }
}

/** The same with numbers for some of the actions that are a whole value. */
export function withNumericMarks(stand: TemplateStandIn, isNumber: (mark: number) => boolean): TemplateStandIn {
  const text = stand.text.replace(anyMark, (written, value?: string) => {
    const number = value === undefined ? undefined : numberOf(value);
    if (number === undefined || stand.marks[number]?.isWhole !== true || !isNumber(number)) return written;
    // YAML 1.1 ignores the underscores.
    return `${firstNumber + number}`.padEnd(written.length, '_');
  });
  return { ...stand, text };
}

/** The parent of the lines that an action prints. */
export type LinesForm = 'entry' | 'item';

/**
 * The same with a map entry or list item for multi-line actions, so that their parent is not empty; a comment stays if
 * there is no room, or if the output has another indentation.
 */
export function withLines(stand: TemplateStandIn, forms: ReadonlyMap<number, LinesForm>): TemplateStandIn {
  const text = stand.text.replace(anyMark, (written: string, _value?: string, digits?: string) => {
    const form = digits === undefined ? undefined : forms.get(numberOf(digits));
    const room = written.length - 4 - (form === 'item' ? 2 : 3);
    if (form === undefined || digits === undefined || room < 0 || written.includes('\n')) return written;
    const mark = `${lineStart}${digits}${fill.repeat(room)}${lineEnd}`;
    return form === 'item' ? `- ${mark}` : `${mark}: w`;
  });
  return { ...stand, text };
}

/** Whether a text has a mark that has lines for itself. */
export function hasLineMark(text: string): boolean {
  return text.includes(lineStart) || text.includes(lineEnd);
}

/** A text with the template's actions restored. */
export function withActions(text: string, { marks }: TemplateStandIn, template: string): string {
  return text.replace(anyMark, (written: string, ...[value, line, number]: (string | undefined)[]) => {
    const mark = marks[markOf(value ?? line, number)];
    return mark === undefined ? written : template.slice(mark.start, mark.end);
  });
}

function markOf(digits: string | undefined, number: string | undefined): number {
  return digits === undefined ? Number(number) - firstNumber : numberOf(digits);
}

function numberOf(digits: string): number {
  return (digits.charCodeAt(0) - firstDigit) * base + digits.charCodeAt(1) - firstDigit;
}

/** A case of a template: the taken branches, and the output of its actions. */
export interface TemplateCase {
  /** Of each choice, whether its other branch is printed. */
  readonly otherwise: (branch: number) => boolean;
  /** The output of a stand-in. */
  readonly prints: (mark: number) => string;
}

/** The output of a case, and the new position of an offset; undefined if it is not printed. */
export interface PrintedCase {
  readonly text: string;
  readonly at: number | undefined;
}

/**
 * Prints a stand-in text, possibly edited without changing its multi-line stand-ins, in one case, like Go: trimming
 * happens regardless of the output.
 */
export function printCase(
  text: string,
  { marks }: TemplateStandIn,
  testCase: TemplateCase,
  offset: number,
): PrintedCase {
  let printed = '';
  let at: number | undefined;
  let from = 0;
  let last: StandInMark | undefined;
  const isPrinted = (branches: readonly ChoiceBranch[]) =>
    branches.every(({ branch, otherwise }) => testCase.otherwise(branch) === otherwise);
  const add = (to: number, next: StandInMark | undefined) => {
    const piece = text.slice(from, to);
    const head = last?.trims.after === true ? piece.length - piece.trimStart().length : 0;
    const kept = next?.trims.before === true ? piece.trimEnd().length : piece.length;
    if (!isPrinted(last?.branches ?? [])) return;
    if (from <= offset && offset < to) at = printed.length + offset - from - head;
    printed += piece.slice(head, Math.max(head, kept));
  };
  for (const found of text.matchAll(anyMark)) {
    const number = markOf(found[1] ?? found[2], found[3]);
    const mark = marks[number];
    if (mark === undefined) continue;
    add(found.index, mark);
    // Moved actions are printed where the surrounding text is.
    const outerBranches = last?.branches ?? [];
    if (mark.kind !== 'control' && isPrinted(outerBranches)) printed += testCase.prints(number);
    last = mark.kind === 'control' ? mark : { ...mark, branches: outerBranches };
    from = found.index + found[0].length;
  }
  add(text.length, undefined);
  return { text: printed, at };
}
