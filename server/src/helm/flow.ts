import type { Span } from '../text/span.ts';
import type { Output, Placeholder, Printed } from './output.ts';

/** An output as a sequence that can be looked ahead in: choices are marked where they open and close. */
export interface Flow {
  readonly steps: readonly FlowStep[];
  /** Of each step: whether from it on nothing but blanks stands before the next line break, or the end, for certain. */
  readonly startsLine: readonly boolean[];
  /** Of each step: whether from it on there is nothing but blanks and what nobody knows before the next line break. */
  readonly isOpenToLineEnd: readonly boolean[];
  /** Where a step goes on to that ends a branch, by the index behind it. */
  readonly branchEnds: ReadonlyMap<number, number>;
}

/** A step of a flow. */
export type FlowStep = Printed | Placeholder | OpenChoice | { readonly kind: 'close' };

/** Where a choice opens. Its branches are the ranges of steps behind it, one after the other. */
export interface OpenChoice {
  readonly kind: 'open';
  readonly id: number;
  readonly span: Span;
  readonly branches: readonly { readonly from: number; readonly to: number }[];
  /** The index of the step that closes it. */
  readonly close: number;
}

/** Writes an output as a flow; of the choices in `fixed`, the branch that is named there alone. */
export function flowOf(output: Output, fixed: ReadonlyMap<number, number>): Flow {
  const steps: FlowStep[] = [];
  add(output, fixed, steps);
  const behind = branchEnds(steps);
  return {
    steps,
    startsLine: lineStarts(steps, behind, false),
    isOpenToLineEnd: lineStarts(steps, behind, true),
    branchEnds: behind,
  };
}

function add(output: Output, fixed: ReadonlyMap<number, number>, flow: FlowStep[]): void {
  for (const item of output) {
    if (item.kind !== 'choice') {
      if (item.kind === 'hole' || item.text !== '') flow.push(item);
      continue;
    }
    const chosen = fixed.get(item.id);
    if (chosen !== undefined) {
      add(item.branches[chosen] ?? [], fixed, flow);
      continue;
    }
    const at = flow.length;
    flow.push({ kind: 'close' });
    const branches = item.branches.map((branch) => {
      const from = flow.length;
      add(branch, fixed, flow);
      return { from, to: flow.length };
    });
    // A loop that only sets variables prints nothing, whatever it goes through.
    if (branches.every(({ from, to }) => from === to)) {
      flow.length = at;
      continue;
    }
    flow[at] = { kind: 'open', id: item.id, span: item.span, branches, close: flow.length };
    flow.push({ kind: 'close' });
  }
}

/** Worked out from the end backwards, so that no answer needs more than one step: a flow may be long and deep. */
function lineStarts(
  steps: readonly FlowStep[],
  behind: ReadonlyMap<number, number>,
  overHoles: boolean,
): readonly boolean[] {
  const starts: boolean[] = new Array<boolean>(steps.length + 1).fill(true);
  for (let at = steps.length - 1; at >= 0; at--) {
    const step = steps[at];
    const next = starts[behind.get(at + 1) ?? at + 1] ?? true;
    if (step?.kind === 'printed') {
      const end = step.text.search(/[^ \t\r]/);
      starts[at] = end < 0 ? next : step.text.charAt(end) === '\n';
    } else if (step?.kind === 'hole') starts[at] = step.newline || (overHoles && next);
    else if (step?.kind === 'close') starts[at] = next;
    else if (step !== undefined && overHoles) starts[at] = starts[step.close] ?? true;
    else if (step !== undefined) {
      starts[at] = step.branches.every(({ from, to }) => starts[from === to ? step.close : from]);
    }
  }
  return starts;
}

/** Behind the end of a branch comes the close of its choice. */
function branchEnds(steps: readonly FlowStep[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const step of steps) {
    if (step.kind === 'open') for (const { to } of step.branches) ends.set(to, step.close);
  }
  return ends;
}

/** Whether the first thing in a range of steps that is no blank is nobody knows what. */
export function beginsUnknown({ steps }: Flow, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const step = steps[at];
    if (step?.kind === 'hole') return true;
    if (step?.kind === 'printed' && step.text.trim() !== '') return false;
  }
  return false;
}

/** A line of text: how far it is indented, and what it says behind that. */
export interface TextLine {
  readonly indent: number;
  readonly text: string;
}

/** How far it is worth looking for a line: it decides no more than how a hole is written. */
const farthest = 60;
const longest = 2_000;

/**
 * The next line that is printed from a step on, holes left out. Undefined where none is near.
 *
 * @param before what stands in front of the step, from a line break on.
 */
export function upcomingLine({ steps }: Flow, at: number, before = ''): TextLine | undefined {
  let text = before;
  for (let i = at; i < steps.length && i < at + farthest && text.length < longest; i++) {
    const step = steps[i];
    if (step?.kind === 'printed') text += step.text.slice(0, longest);
    const match = /\n( *)([^\s#].*)\n?/.exec(text);
    if (match !== null && (match[0].endsWith('\n') || i + 1 >= steps.length || text.length >= longest)) {
      return { indent: match[1]?.length ?? 0, text: match[2] ?? '' };
    }
  }
  const match = /\n( *)([^\s#].*)/.exec(text);
  return match === null ? undefined : { indent: match[1]?.length ?? 0, text: match[2] ?? '' };
}
