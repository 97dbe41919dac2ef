import type { Span } from '../text/span.ts';

/** The output of a template, as far as it is certain, in order. */
export type Output = readonly OutputItem[];

/** A part of a template's output. */
export type OutputItem = Printed | Placeholder | Choice;

/** Text that is printed for certain. */
export interface Printed {
  readonly kind: 'printed';
  readonly text: string;
  /** The position in the template's own file; undefined for text from an action or another file. */
  readonly at: number | undefined;
  /** The text or action that prints it. */
  readonly span: Span;
}

/** An action with unknown output, possibly none. */
export interface Placeholder {
  readonly kind: 'hole';
  readonly span: Span;
  /** The certain minimum indentation of every line, as by `nindent`; undefined if anything is possible. */
  readonly indent: number | undefined;
  /** Begins with a line break for certain. */
  readonly newline: boolean;
  /** Whether it is the version of the cluster, known up to the patch number. */
  readonly version: boolean;
}

/** Alternatives of which one is printed; the body of a loop is one, with nothing as the other. */
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
 * Whether the output is the version of the cluster. A user override of the version, as in `default
 * .Capabilities.KubeVersion.Version .Values.kubeVersion`, names the intended cluster, and so does the target: it counts
 * as the target's version.
 */
export function isVersion(output: Output): boolean {
  const leaves = leavesOf(output);
  return leaves !== undefined && leaves.length > 0 && leaves.some(({ version }) => version);
}

/** The placeholders of the output, one per branch; undefined if there is anything else. */
function leavesOf(output: Output): Placeholder[] | undefined {
  const [item, ...others] = output.filter(
    (outputItem) => outputItem.kind !== 'printed' || outputItem.text.trim() !== '',
  );
  if (item === undefined || others.length > 0 || item.kind === 'printed') return undefined;
  if (item.kind === 'hole') return [item];
  const branches = item.branches.map(leavesOf);
  return branches.every((branch) => branch !== undefined) ? branches.flat() : undefined;
}

/** The output of `indent`: blanks before it and after every line break. */
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
