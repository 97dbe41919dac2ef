import { groupResource } from '../catalog/catalog.ts';
import type { Finding } from '../finding.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';
import { defaultDifferences } from './defaults.ts';
import type { Difference, FindingAtOneTarget, TargetPair } from './difference.ts';

/**
 * The differences of a resource between two targets; undefined if there are none.
 *
 * @param judged the resource with two verdicts, the source target first.
 */
export function compareTargets({ resource, verdicts }: JudgedResource): Difference | undefined {
  const [from, to] = verdicts;
  if (from === undefined || to === undefined) return undefined;
  const served = { from: isServed(from), to: isServed(to) };
  const storageVersion = { from: storageVersionOf(from), to: storageVersionOf(to) };
  const servedByBoth = served.from === true && served.to === true;
  const onlyAt = findingsAtOne(from, to).filter(({ finding }) => servedByBoth || finding.consequence === 'not-served');
  const defaults =
    resource.part === undefined &&
    from.availability.state === 'served' &&
    to.availability.state === 'served' &&
    accepts(from) &&
    accepts(to)
      ? defaultDifferences(resource.root, to.availability.resource, from.surface, to.surface)
      : [];
  const storedDifferently = bothKnown(storageVersion) && storageVersion.from !== storageVersion.to;
  const differs = served.from !== served.to || storedDifferently || onlyAt.length > 0 || defaults.length > 0;
  return differs ? { resource, served, storageVersion, onlyAt, defaults } : undefined;
}

/** Whether both storage versions are known: those of some binaries are not. */
function bothKnown({ from, to }: TargetPair<string | null>): boolean {
  return from !== null && to !== null;
}

function isServed({ availability: { state } }: Verdict): boolean | null {
  return state === 'custom' ? null : state === 'served';
}

function storageVersionOf({ availability, surface }: Verdict): string | null {
  if (availability.state !== 'served') return null;
  const { group, resource, storageVersion } = availability.resource;
  return storageVersion ?? surface.storageVersions.get(groupResource(group, resource)) ?? null;
}

/** Whether the target stores the object: a refused object gets no defaults. */
function accepts({ findings }: Verdict): boolean {
  return !findings.some(({ consequence }) => consequence === 'undecodable' || consequence === 'invalid');
}

/** The findings of only one verdict, in text order, without advice. */
function findingsAtOne(from: Verdict, to: Verdict): readonly FindingAtOneTarget[] {
  const before = new Set(from.findings.map(keyOf));
  const after = new Set(to.findings.map(keyOf));
  const onlyFrom = from.findings.filter((finding) => !after.has(keyOf(finding)));
  const onlyTo = to.findings.filter((finding) => !before.has(keyOf(finding)));
  return [
    ...onlyFrom.map((finding): FindingAtOneTarget => ({ at: 'from', finding })),
    ...onlyTo.map((finding): FindingAtOneTarget => ({ at: 'to', finding })),
  ]
    .filter(({ finding }) => finding.consequence !== 'advice')
    .sort((a, b) => a.finding.span.start - b.finding.span.start);
}

/** Identifies a finding across targets by code and position: its message may name a version. */
function keyOf({ code, consequence, path, span }: Finding): string {
  return JSON.stringify([code, consequence, path, span.start]);
}
