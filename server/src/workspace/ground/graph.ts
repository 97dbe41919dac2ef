/*
 * Answers that remember what was read for them. An answer is valid as long as everything that was read for it reads the
 * same; then neither it nor what was made from it is computed again. One graph for each thread: computing is synchronous,
 * so at any time one answer is being computed.
 *
 * Reads are of inputs (`input.ts`, `disk/trackedFs.ts`) and of other answers. Only inputs change; each change makes a new
 * revision. Nothing is searched then: an answer looks at its reads when it is next needed.
 */

/** How often the ground has changed. */
let revision = 1;

/** What was read for the answer that is being computed. */
let reads: Set<Source> | undefined;

let isTracking = false;

/** From now on answers can become invalid: for programs that live longer than what they read. */
export function startTracking(): void {
  isTracking = true;
}

/** Whether answers can become invalid; otherwise nothing is noted, and each is computed once. */
export function tracks(): boolean {
  return isTracking;
}

/** Begins a new revision and returns it: call before an input changes. */
export function nextRevision(): number {
  return ++revision;
}

/** The present revision. */
export function currentRevision(): number {
  return revision;
}

/** A read as plain data: of the disk or of a named answer, with what it gave. */
export type PlainRead = readonly [name: string, key: string, saw: string];

/** Something that answers depend on. */
export abstract class Source {
  /** The revision of its last change. */
  changedAt = 0;

  /** What it was made from. */
  get reads(): Iterable<Source> {
    return [];
  }

  /** The read as plain data; undefined for one that consists of its own reads. */
  get plain(): PlainRead | undefined {
    return undefined;
  }

  /** Brings {@link changedAt} up to date. */
  abstract refresh(): void;
}

/** Notes a read for the answer that is being computed, if there is one. */
export function noteRead(source: Source): void {
  reads?.add(source);
}

/** Does some work whose reads are noted in a set instead of for the answer that is being computed. */
export function notingIn<Result>(set: Set<Source> | undefined, work: () => Result): Result {
  const outer = reads;
  reads = set;
  try {
    return work();
  } finally {
    reads = outer;
  }
}

/** Whether any of some sources has changed since a revision. Their order is that in which they were read. */
export function anyChangedSince(sources: Iterable<Source>, since: number): boolean {
  for (const source of sources) {
    source.refresh();
    if (source.changedAt > since) return true;
  }
  return false;
}
