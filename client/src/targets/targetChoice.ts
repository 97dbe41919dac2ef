import type { TargetsInForce } from '../../../server/src/lsp/protocol.ts';

/** What Enter means in a list of targets. */
export type TargetChoice =
  /** The row with this label. */
  | { readonly kind: 'row'; readonly label: string }
  /** What is typed, which is in no row. */
  | { readonly kind: 'typed'; readonly expression: string };

/** A list of targets at the moment of Enter. */
export interface ListState {
  readonly typed: string;
  /** The labels of all rows, whether what is typed leaves them or not. */
  readonly labels: readonly string[];
  /** The label of the row with the focus. */
  readonly focused: string | undefined;
  /** The focus was moved by hand since the last letter. */
  readonly moved: boolean;
}

/**
 * What Enter means: the row with the focus, unless somebody typed a target in full, which is taken exactly as it is, whatever
 * row the list has moved its focus to.
 */
export function chosenTarget({ typed, labels, focused, moved }: ListState): TargetChoice | undefined {
  const expression = typed.trim();
  if (expression !== '' && !moved) {
    if (labels.includes(expression)) return { kind: 'row', label: expression };
    // A setting is written out by nobody who looks for a row.
    if (focused === undefined || /[,=]/.test(expression)) return { kind: 'typed', expression };
  }
  return focused === undefined ? undefined : { kind: 'row', label: focused };
}

/** Whether a row of a list is found by what is typed, in any case of letters. */
export function isFoundBy(typed: string, row: { readonly label: string; readonly description?: string }): boolean {
  return `${row.label}\n${row.description ?? ''}`.toLowerCase().includes(typed.toLowerCase());
}

/** Whether these targets are what manifests are judged against already, so that choosing them changes nothing. */
export function isInForce(chosen: readonly string[], { targets }: Pick<TargetsInForce, 'targets'>): boolean {
  const names = targets.map(({ name }) => name);
  return chosen.length > 0 && chosen.length === names.length && chosen.every((candidate) => names.includes(candidate));
}

/**
 * A target in a word for where there is little room: `1.37 as 1.35 +1` for a binary that emulates another version, with one
 * more setting.
 */
export function shortName(name: string): string {
  const [binary = '', ...settings] = name.split(',');
  if (settings.length === 0) return name;
  const emulated = settings.find((setting) => setting.startsWith(emulating))?.slice(emulating.length);
  const more = settings.length - (emulated === undefined ? 0 : 1);
  return `${binary}${emulated === undefined ? '' : ` as ${emulated}`}${more === 0 ? '' : ` +${more}`}`;
}

const emulating = 'emulated-version=';
