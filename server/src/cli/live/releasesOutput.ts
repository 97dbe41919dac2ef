import type { OutdatedReleaseObject } from '../../releases/judgeRelease.ts';
import type { Style } from '../../report/style.ts';
import { textTable } from '../../report/textTable.ts';
import { count } from '../../report/wrap.ts';
import { printable } from '../../text/displayWidth.ts';
import { type FoundRelease, notServedObjects, type UnreadRelease } from './foundReleases.ts';

/** The releases of files or of a cluster, and the results. */
export interface ReleasesReport {
  readonly target: string;
  /** Undefined for files. */
  readonly context: string | undefined;
  readonly releases: readonly FoundRelease[];
  readonly unread: readonly UnreadRelease[];
  /** The written revisions; undefined without `--write`. */
  readonly written: ReadonlyMap<FoundRelease, number> | undefined;
  /** Why a release was not rewritten. */
  readonly refused: ReadonlyMap<FoundRelease, UnreadRelease>;
}

/** `targets releases` as JSON, without contents of objects. */
export function releasesJson({ target, context, releases, unread, written, refused }: ReleasesReport): string {
  const entries = releases.map((release) => {
    const { revision, locked, chart, file, judged } = release;
    return {
      name: revision.name,
      namespace: revision.namespace ?? null,
      revision: revision.revision,
      status: revision.status,
      chart: chart ?? null,
      file: file ?? null,
      lockedBy: locked ?? null,
      failsUpgrade: judged.failsUpgrade,
      canBeRewritten: judged.rewritten !== undefined,
      written: written?.get(release) ?? null,
      refused: refused.get(release) ?? null,
      objects: judged.outdated.map(({ namespace, name, to, ...manifest }) => ({
        ...manifest,
        namespace: namespace ?? null,
        name: name ?? null,
        to: to ?? null,
      })),
    };
  });
  const problems = unread.map(({ message, remedy }) => ({ message, remedy }));
  return `${JSON.stringify({ target, context: context ?? null, releases: entries, unread: problems }, undefined, 1)}\n`;
}

/** `targets releases` for people. */
export function releasesText(report: ReleasesReport, style: Style): string {
  const { target, context, releases, unread, written, refused } = report;
  const failing = releases.filter(({ judged }) => judged.failsUpgrade);
  const where = context === undefined ? '' : `${printable(context)}: `;
  const looked = `${count(releases.length, 'release')} scanned`;
  const lines = [
    failing.length === 0
      ? `${where}${style('good', `no helm upgrade fails at ${target}`)}; ${looked}`
      : `${where}the next helm upgrade at ${target} fails for ${count(failing.length, 'release')}; ${looked}`,
    '',
  ];
  const rows = releases.flatMap((release) => rowsOf(release));
  if (rows.length > 0) {
    lines.push(textTable(['release', 'revision', 'object', 'version', 'verdict', 'rewritten to'], rows, style));
  }
  for (const release of releases) {
    const { revision, locked } = release;
    const title = titleOf(release);
    const number = written?.get(release);
    if (number !== undefined) {
      const kept = `revision ${revision.revision} is kept`;
      lines.push(`  ${style('good', 'written')}  ${title}: revision ${number}; ${kept}`);
    }
    const why = refused.get(release);
    if (why !== undefined) lines.push(`  ${style('error', 'left')}  ${title}: ${why.message}\n    ${why.remedy}`);
    else if (locked !== undefined) lines.push(`  ${style('warning', 'locked')}  ${title}: ${lockedBy(locked)}`);
    for (const left of new Set(notServedObjects(release).flatMap(({ left, isDropped }) => (isDropped ? [] : left)))) {
      lines.push(`  ${style('warning', 'left')}  ${title}: ${printable(left)}`);
    }
  }
  for (const { message, remedy } of unread) {
    lines.push(`  ${style('warning', 'unknown')}  ${printable(message)}\n    ${printable(remedy)}`);
  }
  const able = releases.filter(({ judged }) => judged.rewritten !== undefined).length;
  if (written === undefined && able > 0) lines.push(`  ${hint(able, report, style)}`);
  const ended = releases.flatMap(notServedObjects).filter(({ hasEnded, isDropped }) => hasEnded && !isDropped).length;
  if (ended > 0 && context !== undefined) {
    const verb = ended === 1 ? 'is of a kind' : 'are of kinds';
    lines.push(
      `  ${count(ended, 'object')} ${verb} without a served version ${style('quiet', '(--drop-ended leaves them out)')}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** The operation in progress, from the status of a revision. */
export function lockedBy(status: string): string {
  return `Helm says ${printable(status)}: an operation is running or was interrupted`;
}

function hint(able: number, { target, context }: ReleasesReport, style: Style): string {
  const can = `${count(able, 'release')} can be rewritten; nothing was changed`;
  const instruction =
    context === undefined
      ? `(kubecompat convert FILE --to-target=${target} --write rewrites files)`
      : '(--write writes a new revision of each, and keeps the one before)';
  return `${can} ${style('quiet', instruction)}`;
}

function rowsOf(release: FoundRelease): readonly (readonly string[])[] {
  const { revision, judged, file } = release;
  const title = file === undefined ? titleOf(release) : `${titleOf(release)} (${file})`;
  return judged.outdated.map((object, index) => [
    index === 0 ? title : '',
    index === 0 ? String(revision.revision) : '',
    `${objectTitle(object)}${object.isHook ? ' (hook)' : ''}`,
    object.apiVersion,
    object.verdict,
    object.to ?? (object.isDropped ? 'dropped' : object.isServed ? '' : '-'),
  ]);
}

function titleOf({ revision: { name, namespace } }: FoundRelease): string {
  return printable(namespace === undefined ? name : `${namespace}/${name}`);
}

function objectTitle({ kind, namespace, name = '?' }: OutdatedReleaseObject): string {
  return `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
}
