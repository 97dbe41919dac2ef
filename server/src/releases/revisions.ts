import { grouped } from '../text/grouped.ts';

/** Helm's metadata of a revision. */
export interface Revision {
  readonly name: string;
  readonly namespace: string | undefined;
  /** Counted from 1. */
  readonly revision: number;
  /** `deployed`, `superseded`, `failed`, `uninstalled`, `pending-upgrade` and others. */
  readonly status: string;
}

/** The revisions of a release that decide its next upgrade. */
export interface Revisions<T extends Revision> {
  readonly newest: T;
  /** The revision that the next `helm upgrade` starts from; undefined if there is none. */
  readonly current: T | undefined;
  /** Whether Helm considers the release locked: an operation is running or was interrupted. */
  readonly isLocked: boolean;
}

/** The statuses in which Helm refuses other operations (`IsPending` of `pkg/release/status.go`, and `uninstalling`). */
const locking: ReadonlySet<string> = new Set([
  'pending-install',
  'pending-upgrade',
  'pending-rollback',
  'uninstalling',
]);

/**
 * Finds the revision that the next upgrade of each release starts from, as Helm does (`prepareUpgrade`,
 * `pkg/action/upgrade.go`): the newest deployed one; without any, the newest of all if it failed or was superseded.
 * Releases are in the order of the list.
 */
export function revisionsByRelease<T extends Revision>(revisions: readonly T[]): readonly Revisions<T>[] {
  const releases = grouped(revisions.map((revision) => [`${revision.namespace ?? ''}/${revision.name}`, revision]));
  return [...releases.values()].flatMap((list): readonly Revisions<T>[] => {
    const [newest, ...older] = [...list].sort((a, b) => b.revision - a.revision);
    if (newest === undefined) return [];
    const deployed = [newest, ...older].find(({ status }) => status === 'deployed');
    const canFollow = newest.status === 'failed' || newest.status === 'superseded';
    return [{ newest, current: deployed ?? (canFollow ? newest : undefined), isLocked: locking.has(newest.status) }];
  });
}
