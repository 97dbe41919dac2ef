import type { ApiSurface } from '../../catalog/surface.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Value } from '../value.ts';

/** Reports a warning at a position: the text of the server's Warning header, and the remedy. */
export type EmitWarning = (at: Value, message: string, remedy: string) => void;

/** The server's warnings about objects of some kinds. `source` is the deciding file of k8s.io/kubernetes. */
export interface WarningRule {
  readonly source: string;
  /** Kinds as `group/Kind`; of every version of the group. */
  readonly kinds: readonly string[];
  readonly run: (root: Value, warn: EmitWarning, surface: ApiSurface) => void;
}

/** The text of a warning that begins with the path of its place, as most do. */
export function withFieldPath(at: Value, words: string): string {
  return `${formatPath(at.path)}: ${words}`;
}

/** A text as Go's `%q` writes it. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
