import { entriesByFile } from './reportEntries.ts';
import type { ReportFinding, ReportTarget, WorkspaceReport } from './workspaceReport.ts';

/** How far a workspace can be upgraded without changes, and the changes that later targets require. */
export interface Outlook extends OutlookReach {
  /**
   * The names of the targets in the order of an upgrade: by emulation version, binary and min compatibility version.
   */
  readonly order: readonly string[];
  /** Every resource, in the order of the report; only its own targets count. */
  readonly resources: readonly ResourceReach[];
  /** The required changes, in the order of the targets before which they are due, then of the report. */
  readonly tasks: readonly OutlookTask[];
}

/** The targets without refusals: findings of severity error. */
export interface OutlookReach {
  /** The last target before `firstBlocking`; null if the first target refuses something. */
  readonly safeUpTo: string | null;
  /** The first target that refuses something; null if none does. */
  readonly firstBlocking: string | null;
}

/** How far a resource can be upgraded without changes. */
export interface ResourceReach extends OutlookReach {
  readonly resource: string;
}

/** A finding that must be fixed. */
export interface OutlookTask {
  /** The first target that refuses the resource. */
  readonly before: string;
  /** The index of the finding in the report. */
  readonly index: number;
  readonly finding: ReportFinding;
}

/** The outlook of a report over several targets; undefined for one target. */
export function outlookOf(report: WorkspaceReport): Outlook | undefined {
  const { targets } = report;
  if (targets.length < 2) return undefined;
  const order = [...targets].sort(byVersion).map(({ name }) => name);
  const tasks = new Map<string, OutlookTask>();
  const blocked = new Map<string, Set<string>>();
  const refusing = new Set<string>();
  for (const [index, finding] of findingsInOrder(report)) {
    const { severity, target, resource, file, code, path, offset } = finding;
    if (severity !== 'error') continue;
    refusing.add(target);
    if (resource !== undefined) blocked.set(resource, (blocked.get(resource) ?? new Set()).add(target));
    const key = JSON.stringify([file, resource, code, path, offset]);
    const known = tasks.get(key);
    if (known === undefined || order.indexOf(target) < order.indexOf(known.before)) {
      tasks.set(key, { before: target, index, finding });
    }
  }
  return {
    order,
    ...reach(order, refusing),
    resources: Array.from(entriesByFile(report)).flatMap(({ resources }) =>
      resources.map(({ id, targets: judged }) => ({
        resource: id,
        ...reach(
          order.filter((name) => judged[name] !== undefined),
          blocked.get(id) ?? new Set(),
        ),
      })),
    ),
    tasks: [...tasks.values()].sort((a, b) => order.indexOf(a.before) - order.indexOf(b.before) || a.index - b.index),
  };
}

/** Each finding with its index in the report. */
function* findingsInOrder(report: WorkspaceReport): Iterable<readonly [number, ReportFinding]> {
  let index = 0;
  for (const { findings } of entriesByFile(report)) for (const finding of findings) yield [index++, finding];
}

/**
 * The outlook of a report in sentences: how far, for which share of the resources, and whether files have different
 * targets.
 */
export function outlookLine(outlook: Outlook, report: WorkspaceReport): string {
  const { coverage } = report.summary;
  const share =
    coverage.judged === coverage.resources
      ? ''
      : ` This covers the checked resources, ${coverage.judged} of ${coverage.resources} resources.`;
  const others = isPartial(report) ? ' Not every resource was checked against every target.' : '';
  return `${reachLine(outlook)}${share}${others}`;
}

function isPartial(report: WorkspaceReport): boolean {
  for (const { resources } of entriesByFile(report)) {
    if (resources.some(({ targets }) => report.targets.some(({ name }) => targets[name] === undefined))) return true;
  }
  return false;
}

function reachLine({ safeUpTo, firstBlocking, order }: Outlook): string {
  if (firstBlocking === null) return `Nothing is refused from ${order[0] ?? ''} to ${order.at(-1) ?? ''}.`;
  return safeUpTo === null
    ? `Not safe: ${firstBlocking} already refuses a resource.`
    : `Safe up to ${safeUpTo}; ${firstBlocking} is the first to refuse a resource.`;
}

/** The changes due at one time. */
export interface DueTasks {
  /** `Before 1.25`, or that the first target already refuses it. */
  readonly title: string;
  readonly tasks: readonly OutlookTask[];
}

/** The tasks by the target before which they are due, in order. */
export function tasksByTarget({ order, tasks }: Outlook): readonly DueTasks[] {
  return order
    .map((name, index) => ({
      title: index === 0 ? `Already refused by ${name}` : `Before ${name}`,
      tasks: tasks.filter(({ before }) => before === name),
    }))
    .filter((due) => due.tasks.length > 0);
}

function reach(order: readonly string[], blocked: ReadonlySet<string>): OutlookReach {
  const first = order.findIndex((name) => blocked.has(name));
  return { safeUpTo: (first < 0 ? order.at(-1) : order[first - 1]) ?? null, firstBlocking: order[first] ?? null };
}

function byVersion(left: ReportTarget, right: ReportTarget): number {
  return (
    minorOf(left.emulation) - minorOf(right.emulation) ||
    minorOf(left.binary) - minorOf(right.binary) ||
    minorOf(left.minCompatibility) - minorOf(right.minCompatibility)
  );
}

/** Reads the minor of `1.36`. */
function minorOf(version: string): number {
  return Number(version.split('.')[1] ?? 0);
}
