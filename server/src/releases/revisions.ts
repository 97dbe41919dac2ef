import { grouped } from '../text/grouped.ts';

/** Helm's metadata of a revision, besides its objects. */
export interface Revision {
  readonly name: string;
  readonly namespace: string | undefined;
  /** Counted from 1. */
  readonly revision: number;
  /** `deployed`, `superseded`, `failed`, `uninstalled`, `pending-upgrade` and others. */
  readonly status: string;
}

/** The revisions of a release that decide about its next upgrade. */
export interface Revisions<T extends Revision> {
  readonly newest: T;
  /** The revision that the next `helm upgrade` starts from; undefined if there is none. */
  readonly current: T | undefined;
  /** Whether Helm considers the release locked: an operation is running or was interrupted. */
  readonly isLocked: boolean;
}

/** Statuses in which Helm refuses any other operation (`IsPending` of `pkg/release/status.go`, and `uninstalling`). */
const locking: ReadonlySet<string> = new Set([
  'pending-install',
  'pending-upgrade',
  'pending-rollback',
  'uninstalling',
]);

/**
 * Finds the release that each upgrade starts from, as `prepareUpgrade` of Helm's `pkg/action/upgrade.go` does: the newest
 * revision that is deployed, and without any the newest of all where it failed or was superseded. The first release is
 * the first of the list.
 */
export function revisionsByRelease<T extends Revision>(revisions: readonly T[]): readonly Revisions<T>[] {
  const releases = grouped(revisions.map((revision) => [`${revision.namespace ?? ''}/${revision.name}`, revision]));
  return [...releases.values()].flatMap((list): readonly Revisions<T>[] => {
    const [newest, ...older] = [...list].sort((a, b) => b.revision - a.revision);
    if (newest === undefined) return [];
    const deployed = [newest, ...older].find(({ status }) => status === 'deployed');
    const isLeft = newest.status === 'failed' || newest.status === 'superseded';
    return [{ newest, current: deployed ?? (isLeft ? newest : undefined), isLocked: locking.has(newest.status) }];
  });
}
