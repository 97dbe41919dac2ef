import type { Span } from '../text/span.ts';

/** What a template prints as far as that is certain, in order. */
export type Output = readonly OutputItem[];

/** A part of what a template prints. */
export type OutputItem = Printed | Placeholder | Choice;

/** Text that is printed for certain. */
export interface Printed {
  readonly kind: 'printed';
  readonly text: string;
  /** Where the text stands in the template's own file; undefined for what an action or another file makes. */
  readonly at: number | undefined;
  /** What prints it: the text itself or the action. */
  readonly span: Span;
}

/** An action that prints nobody knows what, nothing included. */
export interface Placeholder {
  readonly kind: 'hole';
  readonly span: Span;
  /** How far every line of it is indented for certain, as by `nindent`; undefined if anything is possible. */
  readonly indent: number | undefined;
  /** Begins with a line break for certain. */
  readonly newline: boolean;
  /** Is the version of the cluster, of which all but the patch number is known. */
  readonly version: boolean;
}

/** Alternatives of which one is printed, and nobody knows which; the body of a loop is one, with nothing as the other. */
export interface Choice {
  readonly kind: 'choice';
  /** Unique in a template. */
  readonly id: number;
  readonly span: Span;
  readonly branches: readonly Output[];
}

/** The whole text, if it is certain; undefined if not. */
export function certainText(output: Output): string | undefined {
  let text = '';
  for (const item of output) {
    if (item.kind !== 'printed') return undefined;
    text += item.text;
  }
  return text;
}

/** Whether anything is printed: `true` or `false` if that is certain. */
export function isPrinted(output: Output): boolean | undefined {
  let certainlyNot = true;
  for (const item of output) {
    if (item.kind === 'printed' ? item.text !== '' : item.kind === 'hole' && item.version) return true;
    if (item.kind === 'choice') {
      const each = item.branches.map(isPrinted);
      if (each.every((printed) => printed === true)) return true;
      if (each.some((printed) => printed !== false)) certainlyNot = false;
    } else if (item.kind === 'hole') certainlyNot = false;
  }
  return certainlyNot ? false : undefined;
}

/**
 * Whether the output is the version of the cluster. An override of that version by the user, as in
 * `default .Capabilities.KubeVersion.Version .Values.kubeVersion`, says which cluster is meant, and so does the target:
 * it is taken for the target's.
 */
export function isVersion(output: Output): boolean {
  const leaves = leavesOf(output);
  return leaves !== undefined && leaves.length > 0 && leaves.some(({ version }) => version);
}

/** The holes that the output consists of, one in each branch; undefined if there is anything else. */
function leavesOf(output: Output): Placeholder[] | undefined {
  const [item, ...others] = output.filter(
    (outputItem) => outputItem.kind !== 'printed' || outputItem.text.trim() !== '',
  );
  if (item === undefined || others.length > 0 || item.kind === 'printed') return undefined;
  if (item.kind === 'hole') return [item];
  const branches = item.branches.map(leavesOf);
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined;
}

/** The output as `indent` makes it: blanks in front of it and behind every line break. */
export function indented(output: Output, width: number): Output {
  const pad: Printed = { kind: 'printed', text: ' '.repeat(width), at: undefined, span: spanOf(output) };
  return [pad, ...output.flatMap((item) => indentedItem(item, width))];
}

function indentedItem(item: OutputItem, width: number): Output {
  const pad = ' '.repeat(width);
  switch (item.kind) {
    case 'printed':
      return item.text.includes('\n')
        ? [{ ...item, text: item.text.replaceAll('\n', `\n${pad}`), at: undefined }]
        : [item];
    case 'hole':
      return [{ ...item, indent: (item.indent ?? 0) + width, version: false }];
    case 'choice':
      return [
        {
          ...item,
          branches: item.branches.map((branch) => branch.flatMap((outputItem) => indentedItem(outputItem, width))),
        },
      ];
  }
}

function spanOf(output: Output): Span {
  return output[0]?.span ?? { start: 0, end: 0 };
}
