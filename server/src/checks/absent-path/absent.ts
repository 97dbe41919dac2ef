import type { AssembledResource } from '../../kustomize/assembled.ts';
import type { Span } from '../../text/span.ts';

/** A path that leads nowhere in a resource. */
export interface AbsentPath {
  readonly resource: AssembledResource;
  /** Of the path itself, in its file. */
  readonly path: string;
  /** Of the first step that is not there. */
  readonly span: Span;
  readonly step: string;
  readonly written: string;
}
