import type { ClusterReleases, StoredRevision } from '../../cluster/releases.ts';
import { findAllResources } from '../../embedded/findAllResources.ts';
import { storedHelmRelease } from '../../embedded/helmReleases.ts';
import { type HelmReleaseRead, readHelmRelease } from '../../formats/helmRelease.ts';
import type { FileInputs } from '../../judge/fileInputs.ts';
import { type JsonObject, objectAt, textAt } from '../../live/json.ts';
import type { OutdatedReleaseObject } from '../../releases/judgeRelease.ts';
import { type JudgedRelease, judgeRelease } from '../../releases/judgeRelease.ts';
import { type Revision, type Revisions, revisionsByRelease } from '../../releases/revisions.ts';
import type { FileOfRun } from '../runs/filesOfRun.ts';

/** A Helm release, with the effect of the target on its next upgrade. */
export interface FoundRelease {
  /** The revision that the next upgrade starts from, or the newest if there is none. */
  readonly revision: Revision;
  /** The number of the newest revision. */
  readonly newest: number;
  /** The status of the newest revision, if Helm considers the release locked. */
  readonly locked: string | undefined;
  readonly chart: string | undefined;
  /** Undefined if read from a cluster. */
  readonly file: string | undefined;
  /** Its storage in a cluster. */
  readonly holder: JsonObject | undefined;
  readonly judged: JudgedRelease;
}

/** An unreadable release, with the remedy. */
export interface UnreadRelease {
  readonly message: string;
  readonly remedy: string;
}

/** The found and the unreadable releases. */
export interface FoundReleases {
  readonly releases: readonly FoundRelease[];
  readonly unread: readonly UnreadRelease[];
}

/** How releases are judged. */
export interface ReleaseJudging {
  readonly inputs: FileInputs;
  /** Whether rewriting drops objects of kinds that the target no longer serves in any version. */
  readonly dropsEnded: boolean;
}

interface KeptRevision extends Revision {
  readonly read: HelmReleaseRead;
  readonly file: string;
  readonly inputs: FileInputs;
}

/** The releases that files store, as `kubectl get secrets -o yaml` writes them. */
export function releasesOfFiles(files: Iterable<FileOfRun>, dropsEnded = false): FoundReleases {
  const kept: KeptRevision[] = [];
  const unread: UnreadRelease[] = [];
  for (const { file, content, inputs } of files) {
    for (const resource of findAllResources(content.text, inputs.file, inputs.context).resources) {
      const read = resource.partial === undefined ? storedHelmRelease(resource)?.read : undefined;
      if (read?.ok === false) unread.push(unreadable(`${file}: ${resource.name ?? resource.kind}`, read.problem));
      if (read?.ok !== true) continue;
      const { name, namespace = resource.namespace, revision = 0, status = '' } = read.release;
      kept.push({ name, namespace, revision, status, read, file, inputs });
    }
  }
  const releases = revisionsByRelease(kept).flatMap((revision): readonly FoundRelease[] => {
    const { read, file, inputs } = revision.current ?? revision.newest;
    return read.ok ? found(revision, { read, file, holder: undefined }, { inputs, dropsEnded }) : [];
  });
  return { releases, unread };
}

/**
 * The releases that a cluster stores. Only the relevant revision of each is read.
 *
 * @param only the name of a release; all where it is undefined.
 */
export async function releasesOfCluster(
  cluster: ClusterReleases,
  only: string | undefined,
  judging: ReleaseJudging,
  onRelease: (name: string) => void,
): Promise<FoundReleases> {
  const { revisions, unread: unlisted } = await cluster.list();
  const unread: UnreadRelease[] = [...unlisted];
  const releases: FoundRelease[] = [];
  const wanted = only === undefined ? revisions : revisions.filter(({ name }) => name === only);
  for (const item of revisionsByRelease<StoredRevision>(wanted)) {
    const revision = item.current ?? item.newest;
    onRelease(revision.name);
    const answered = await cluster.read(revision);
    if (!answered.ok) {
      unread.push(answered);
      continue;
    }
    const { holder } = answered;
    const data = textAt(objectAt(holder, 'data'), 'release') ?? '';
    const read = readHelmRelease(data, revision.kind === 'Secret');
    const location = `${revision.kind} ${revision.namespace ?? ''}/${revision.object}`;
    if (read.ok) releases.push(...found(item, { read, file: undefined, holder }, judging));
    else unread.push(unreadable(location, read.problem));
  }
  return { releases, unread };
}

function unreadable(location: string, problem: string): UnreadRelease {
  const remedy = 'Helm cannot read it either: roll back to the last revision that helm history shows';
  return { message: `the release in ${location} cannot be read: ${problem}`, remedy };
}

interface ReadRevision {
  readonly read: HelmReleaseRead & { readonly ok: true };
  readonly file: string | undefined;
  readonly holder: JsonObject | undefined;
}

function found<T extends Revision>(
  { newest, current, isLocked }: Revisions<T>,
  { read, file, holder }: ReadRevision,
  { inputs, dropsEnded }: ReleaseJudging,
): readonly FoundRelease[] {
  // An uninstalled release cannot be upgraded.
  if (current === undefined && !isLocked) return [];
  const { name, namespace, revision, status } = current ?? newest;
  return [
    {
      revision: { name, namespace, revision, status },
      newest: newest.revision,
      locked: isLocked ? newest.status : undefined,
      chart: read.release.chart,
      file,
      holder,
      judged: judgeRelease(read.release, inputs, dropsEnded),
    },
  ];
}

/** The objects of a release that the target does not serve. */
export function notServedObjects({ judged }: FoundRelease): readonly OutdatedReleaseObject[] {
  return judged.outdated.filter(({ isServed }) => !isServed);
}
