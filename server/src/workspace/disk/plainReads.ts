import { presentAnswer } from '../ground/derived.ts';
import { notingIn, type PlainRead, type Source } from '../ground/graph.ts';
import { presentAccess } from './trackedFs.ts';

/** A result with what was read for it, as plain data for another thread or another time. */
export interface Recorded<Result> {
  readonly result: Result;
  readonly reads: readonly PlainRead[];
}

/** Does some work and records what is read for it. Answers must be tracked. */
export function recorded<Result>(work: () => Result): Recorded<Result> {
  const reads = new Set<Source>();
  const result = notingIn(reads, work);
  return { result, reads: plainReads(reads) };
}

/** Whether everything reads as it was recorded. */
export function areValid(reads: readonly PlainRead[]): boolean {
  return notingIn(undefined, () =>
    reads.every(([name, key, saw]) => (presentAccess(name, key) ?? presentAnswer(name, key)) === saw),
  );
}

function plainReads(sources: Iterable<Source>): readonly PlainRead[] {
  const open = new Set(sources);
  const found: PlainRead[] = [];
  for (const source of open) {
    const { plain } = source;
    if (plain !== undefined) found.push(plain);
    else for (const read of source.reads) open.add(read);
  }
  return found;
}
