import type { ApiSurface } from '../../catalog/surface.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Value } from '../value.ts';

/** Takes a warning about a place: the text of the server's Warning header, and what to do. */
export type Warn = (at: Value, message: string, remedy: string) => void;

/** What the server warns of about an object of some kinds. `source` is the file of k8s.io/kubernetes that does. */
export interface WarningRule {
  readonly source: string;
  /** Kinds as `group/Kind`; of every version of the group. */
  readonly kinds: readonly string[];
  readonly run: (root: Value, warn: Warn, surface: ApiSurface) => void;
}

/** The text of a warning that begins with the path of its place, as most do. */
export function placed(at: Value, words: string): string {
  return `${formatPath(at.path)}: ${words}`;
}

/** A text as Go's `%q` writes it. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
