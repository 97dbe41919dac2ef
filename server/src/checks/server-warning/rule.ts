import type { ApiSurface } from '../../catalog/surface.ts';
import type { Value } from '../value.ts';

/** Takes a warning about a place: what the server complains of in one sentence, and what to do. */
export type Warn = (at: Value, message: string, remedy: string) => void;

/** What the server warns of about an object of some kinds. `source` is the file of k8s.io/kubernetes that does. */
export interface WarningRule {
  readonly source: string;
  /** Kinds as `group/Kind`; of every version of the group. */
  readonly kinds: readonly string[];
  readonly run: (root: Value, warn: Warn, surface: ApiSurface) => void;
}
