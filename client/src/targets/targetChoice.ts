import type { ActiveTargets } from '../../../server/src/lsp/protocol.ts';

/** The meaning of Enter in a list of targets. */
export type TargetChoice =
  /** The row with this label. */
  | { readonly kind: 'row'; readonly label: string }
  /** The typed text, which is in no row. */
  | { readonly kind: 'typed'; readonly expression: string };

/** A list of targets at the moment of Enter. */
export interface ListState {
  readonly typed: string;
  /** The labels of all rows, including filtered ones. */
  readonly labels: readonly string[];
  /** The label of the row with the focus. */
  readonly focused: string | undefined;
  /** The focus was moved by hand since the last letter. */
  readonly moved: boolean;
}

/**
 * The meaning of Enter: the focused row, unless a complete target is typed, which is used exactly as typed, regardless
 * of the focus.
 */
export function chosenTarget({ typed, labels, focused, moved }: ListState): TargetChoice | undefined {
  const expression = typed.trim();
  if (expression !== '' && !moved) {
    if (labels.includes(expression)) return { kind: 'row', label: expression };
    // Text with settings is not a search for a row.
    if (focused === undefined || /[,=]/.test(expression)) return { kind: 'typed', expression };
  }
  return focused === undefined ? undefined : { kind: 'row', label: focused };
}

/** Whether typed text matches a row, ignoring case. */
export function matchesTypedText(
  typed: string,
  row: { readonly label: string; readonly description?: string },
): boolean {
  return `${row.label}\n${row.description ?? ''}`.toLowerCase().includes(typed.toLowerCase());
}

/** Whether these targets are already in use, so that choosing them changes nothing. */
export function isActive(chosen: readonly string[], { targets }: Pick<ActiveTargets, 'targets'>): boolean {
  const current = targets.map(({ expression }) => expression);
  return (
    chosen.length > 0 && chosen.length === current.length && chosen.every((candidate) => current.includes(candidate))
  );
}
