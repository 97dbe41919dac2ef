import type { Span } from '../text/span.ts';
import { beginsUnknown, type Flow, flowOf, type OpenChoice, type TextLine, upcomingLine } from './flow.ts';
import { type HoleForm, LineStack } from './lineStack.ts';
import type { Output, Placeholder, Printed } from './output.ts';

/** Replaces the output of an action within a line. */
export const inlineHole = '\uE000';
/** Replaces the lines that an action prints, all indented at least as far as this one. */
export const blockHole = '\uE001';
/** Replaces the lines that an action prints with unknown indentation. */
export const wildHole = '\uE002';

/** Whether a text has any of these replacement characters. */
export function hasHole(text: string): boolean {
  return text.includes(inlineHole) || text.includes(blockHole) || text.includes(wildHole);
}

/**
 * The output of a template as one text that can be read as YAML: every alternative one after the other, with special
 * characters for unknown output. The segments give the origin of each part.
 */
export interface Layout {
  readonly text: string;
  /** In the order of the text, without gaps. */
  readonly segments: readonly Segment[];
  /** The regions by number; region 0 is printed unconditionally. */
  readonly regions: readonly ConditionalRegion[];
}

/** A stretch of the text that comes from one place. */
export interface Segment {
  /** Where it starts in the text. */
  readonly start: number;
  /** Its position in the template; undefined for the output of an action. */
  readonly at: number | undefined;
  /** The text or action that prints it. */
  readonly span: Span;
  readonly region: number;
}

/** A region printed only in one branch of a choice. */
export interface ConditionalRegion {
  readonly parent: number;
  readonly choice: number;
  readonly branch: number;
}

/** Lays out the output of a template. For choices that are `fixed`, by id, only that branch is included. */
export function layOut(output: Output, fixed: ReadonlyMap<number, number>): Layout {
  return new LayoutWriter(flowOf(output, fixed)).write();
}

class LayoutWriter {
  readonly #flow: Flow;
  readonly #parts: string[] = [];
  readonly #segments: Segment[] = [];
  readonly #regions: ConditionalRegion[] = [{ parent: 0, choice: 0, branch: 0 }];
  readonly #lines = new LineStack();
  #length = 0;
  /** Whether the current line consists of unknown lines. */
  #inOpenLines = false;
  #region = 0;
  /** The first line of another branch of the current choice. */
  #beside: TextLine | undefined;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  write(): Layout {
    this.#range(0, this.#flow.steps.length);
    return { text: this.#parts.join(''), segments: this.#segments, regions: this.#regions };
  }

  #range(from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const step = this.#flow.steps[at];
      if (step?.kind === 'printed') this.#printed(step);
      else if (step?.kind === 'hole') this.#hole(step, at);
      else if (step?.kind === 'open') {
        if (this.#isBlock(at)) this.#choice(at);
        else this.#hole(holeAt(step.span), at);
        at = step.close;
      }
    }
  }

  #printed({ text, at, span }: Printed): void {
    this.#add(text, at, span);
  }

  #add(text: string, at: number | undefined, span: Span): void {
    if (text === '') return;
    this.#segments.push({ start: this.#length, at, span, region: this.#region });
    this.#parts.push(text);
    this.#length += text.length;
    this.#lines.add(text);
    if (text.trim() !== '' || text.includes('\n')) this.#inOpenLines = false;
  }

  #hole(hole: Placeholder, at: number): void {
    const { line } = this.#lines;
    const column = hole.newline ? 0 : line.length;
    const next = this.#flow.steps[at];
    const behind = next?.kind === 'open' ? next.close : (this.#flow.branchEnds.get(at + 1) ?? at + 1);
    const standsAlone = (hole.newline || line.trim() === '') && this.#flow.isOpenToLineEnd[behind] !== false;
    if (!standsAlone) {
      // Unknown lines absorb further unknown output on their last line.
      if (!this.#inOpenLines) this.#add(this.#inlineForm(behind), undefined, hole.span);
      return;
    }
    // In text that is indented as a whole, the blanks of the first line are printed already.
    const isPadded = column > 0 && column === hole.indent;
    const indent = isPadded ? column : column + (hole.indent ?? 0);
    const contained = hole.indent !== undefined && (column === 0 || isPadded) && this.#startsLine(behind);
    const below = upcomingLine(this.#flow, behind);
    const sibling = below?.indent !== indent && this.#beside?.indent === indent ? this.#beside : below;
    const form = this.#lines.formOfHole(indent, sibling);
    const before = hole.newline ? `\n${' '.repeat(indent)}` : ' '.repeat(indent - column);
    this.#add(before + written(form, contained ? blockHole : wildHole), undefined, hole.span);
    this.#inOpenLines = true;
  }

  /** Output before an item's further entries is the item's first entry, or several. */
  #inlineForm(behind: number): string {
    const { line } = this.#lines;
    if (!/^ *(?:- +)+$/.test(line) || this.#flow.isOpenToLineEnd[behind] === false) return inlineHole;
    const next = upcomingLine(this.#flow, behind);
    const continues = next !== undefined && next.indent === line.length && /^[^\s#-][^\s]*:(?:\s|$)/.test(next.text);
    return continues ? written('entry', inlineHole) : inlineHole;
  }

  #startsLine(at: number): boolean {
    return this.#flow.startsLine[at] ?? true;
  }

  /** Whether every branch of a choice consists of whole lines, so that they can follow each other. */
  #isBlock(at: number): boolean {
    const step = this.#flow.steps[at];
    if (step?.kind !== 'open') return false;
    const fromLine = this.#lines.line.trim() === '';
    const endsAtLine = this.#startsLine(step.close);
    return step.branches.every(({ from, to }) => {
      if (from === to) return true;
      if (!fromLine && !this.#startsLine(from)) return false;
      const last = this.#flow.steps[to - 1];
      return endsAtLine || (last?.kind === 'printed' && /\n[ \t]*$/.test(last.text));
    });
  }

  #choice(at: number): void {
    const step = this.#flow.steps[at];
    if (step?.kind !== 'open') return;
    const outer = this.#region;
    const outerBeside = this.#beside;
    const before = this.#lines.save();
    const known = step.branches.find(({ from, to }) => from !== to && !beginsUnknown(this.#flow, from, to));
    this.#beside = known && upcomingLine(this.#flow, known.from, `\n${before.line}`);
    let after: ReturnType<LineStack['save']> | undefined;
    for (const { from, to, branch } of this.#inDepth(step.branches)) {
      if (from === to) continue;
      const { line } = this.#lines;
      this.#lines.restore(before);
      if (line !== before.line && !this.#startsLine(from)) {
        this.#lines.startLine();
        this.#add(`\n${before.line}`, undefined, step.span);
      }
      this.#region = this.#regions.push({ parent: outer, choice: step.id, branch }) - 1;
      this.#range(from, to);
      this.#region = outer;
      after ??= this.#lines.save();
      const now = this.#lines.line;
      this.#lines.restore(after);
      this.#lines.line = now;
    }
    this.#beside = outerBeside;
  }

  /** The branches of a choice, those that continue the deepest level first, since others would close it. */
  #inDepth(
    branches: OpenChoice['branches'],
  ): readonly (OpenChoice['branches'][number] & { readonly branch: number })[] {
    const depths = branches.map(({ from, to }) =>
      // Unknown output is written in the form of known output beside it.
      from === to || beginsUnknown(this.#flow, from, to) ? -1 : (upcomingLine(this.#flow, from)?.indent ?? 0),
    );
    return branches
      .map((item, branch) => ({ ...item, branch }))
      .sort((a, b) => (depths[b.branch] ?? 0) - (depths[a.branch] ?? 0));
  }
}

function holeAt(span: Span): Placeholder {
  return { kind: 'hole', span, indent: undefined, newline: false, version: false };
}

function written(form: HoleForm, hole: string): string {
  if (form === 'item') return `- ${hole}`;
  return form === 'entry' ? `${hole}: ${hole}` : hole;
}
