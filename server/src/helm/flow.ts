import type { Span } from '../text/span.ts';
import type { Output, Placeholder, Printed } from './output.ts';

/** An output as a sequence with lookahead: choices have opening and closing marks. */
export interface Flow {
  readonly steps: readonly FlowStep[];
  /** For each step: whether certainly only blanks follow before the next line break or the end. */
  readonly startsLine: readonly boolean[];
  /** For each step: whether only blanks and unknown output follow before the next line break. */
  readonly isOpenToLineEnd: readonly boolean[];
  /** The step after the choice that a branch belongs to, by the index at which the branch ends. */
  readonly branchEnds: ReadonlyMap<number, number>;
}

/** A step of a flow. */
export type FlowStep = Printed | Placeholder | OpenChoice | { readonly kind: 'close' };

/** The start of a choice. Its branches are the following ranges of steps. */
export interface OpenChoice {
  readonly kind: 'open';
  readonly id: number;
  readonly span: Span;
  readonly branches: readonly { readonly from: number; readonly to: number }[];
  /** The index of the step that closes it. */
  readonly close: number;
}

/** Converts an output to a flow; for the choices in `fixed`, only the given branch. */
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
    // A loop that only sets variables prints nothing.
    if (branches.every(({ from, to }) => from === to)) {
      flow.length = at;
      continue;
    }
    flow[at] = { kind: 'open', id: item.id, span: item.span, branches, close: flow.length };
    flow.push({ kind: 'close' });
  }
}

/** Computed backwards from the end, so that each answer needs one step: a flow may be long and deep. */
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

/** The end of a branch is followed by the close of its choice. */
function branchEnds(steps: readonly FlowStep[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  for (const step of steps) {
    if (step.kind === 'open') for (const { to } of step.branches) ends.set(to, step.close);
  }
  return ends;
}

/** Whether the first nonblank output in a range of steps is unknown. */
export function beginsUnknown({ steps }: Flow, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const step = steps[at];
    if (step?.kind === 'hole') return true;
    if (step?.kind === 'printed' && step.text.trim() !== '') return false;
  }
  return false;
}

/** A line of text: its indentation and its content. */
export interface TextLine {
  readonly indent: number;
  readonly text: string;
}

/** The lookahead limit for a line, which only affects the form of a hole. */
const farthest = 60;
const longest = 2_000;

/**
 * The next printed line from a step on, without holes. Undefined if none is near.
 *
 * @param before the text before the step, from a line break on.
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
