import type { ApiSurface, Availability, CheckedReleases } from '../catalog/surface.ts';
import { type Finding, findingWithFixesLater, isError, movedFinding } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { grouped } from '../text/grouped.ts';
import type { Verdict } from './analysis.ts';

/**
 * Judges a resource by each candidate definition of its kind if these differ. Only findings of all definitions are
 * reported. If all of them refuse the resource for different reasons, the refusals by the one with the fewest are reported
 * as well.
 *
 * @param file the absolute path of the resource's file.
 * @param judge judges it by a target with one of the definitions, or by the target itself if there is only one.
 */
export function judgeByDefinitions(
  { apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>,
  surface: ApiSurface,
  file: string | undefined,
  judge: (surface: ApiSurface) => Verdict,
): Verdict {
  const groupVersion = surface.definitionConflict === undefined ? undefined : parseGroupVersion(apiVersion);
  if (groupVersion === undefined) return judge(surface);
  const gvk = { ...groupVersion, kind };
  const conflict = surface.definitionConflict?.(gvk);
  const [first, ...others] = conflict?.surfacesFor(groupVersion.version, file) ?? [];
  if (first === undefined) return judge(surface);
  const releases = conflict?.releases;
  if (releases === undefined) return { ...agreedVerdict(judge(first), others, judge, undefined), surface };
  const { findings } = agreedVerdict(judge(first), others, judge, releases);
  const worded = findings.map((finding) =>
    dependsOnRelease(finding) ? findingOfReleases(finding, releases) : finding,
  );
  return { surface, availability: surface.availability(gvk), findings: worded };
}

/** Whether another release could change the finding. Metadata is defined by Kubernetes itself. */
function dependsOnRelease({ code, consequence, path }: Finding): boolean {
  if (consequence === 'advice' || consequence === 'release-dependent') return false;
  return !codesWithoutDefinition.has(code) && !/^metadata\b/.test(path);
}

/** Codes that do not depend on definitions. */
const codesWithoutDefinition: ReadonlySet<string> = new Set([
  'duplicate-field',
  'refused-built-value',
  'refused-substitution',
]);

/** Rewords a refusal by all known releases: an unknown release may accept the resource. */
function findingOfReleases(finding: Finding, { label, set }: CheckedReleases): Finding {
  if (!isError(finding)) return finding;
  const changes = {
    consequence: 'release-dependent',
    message: `No release of ${label} accepts this: ${finding.message}`,
    why: `${finding.why} The release in the cluster is not known, so all known releases were checked; a newer one may accept it.`,
    remedy: `${finding.remedy} If your release is newer, name a folder with its definitions under crds: { paths } of the target. If it is older, write crds: { ${set}: { release } }.`,
  } as const;
  return findingWithFixesLater(finding, finding.fixes, changes);
}

/** @param releases set if the definitions are releases, of which more may exist. */
function agreedVerdict(
  first: Verdict,
  others: readonly ApiSurface[],
  judge: (surface: ApiSurface) => Verdict,
  releases: CheckedReleases | undefined,
): Verdict {
  let common = first.findings;
  let fewest = first;
  for (const other of others) {
    // The other definitions cannot add findings once nothing is common; findings that hold for every release need no
    // agreement.
    const counts = releases === undefined ? () => true : dependsOnRelease;
    if (!common.some(counts) && !refusalsOf(fewest).some(counts)) break;
    const verdict = judge(other);
    common = sharedFindings(common, verdict.findings);
    if (refusalsOf(verdict).length < refusalsOf(fewest).length) fewest = verdict;
  }
  if (others.length === 0 || releases?.hasGaps || refusalsOf({ findings: common }).length > 0)
    return { ...first, findings: common };
  const why = whyAllRefuse(fewest.availability);
  const refusals = refusalsOf(fewest).map((refusal) =>
    findingWithFixesLater(refusal, () => [], { why: `${refusal.why} ${why}` }),
  );
  return { ...first, findings: [...refusals, ...common].sort((a, b) => a.span.start - b.span.start) };
}

function refusalsOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(isError);
}

function whyAllRefuse(availability: Availability): string {
  const by = availability.state === 'served' ? availability.resource.custom : availability;
  const origin = by !== undefined && 'origin' in by ? `; this one is from ${by.origin}` : '';
  return `All possible definitions of the kind refuse it, each for a different reason${origin}.`;
}

/** The findings that others have as well, with any message, and with the fixes that both have. */
function sharedFindings(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const unmatched = grouped(others.map((other) => [keyOf(other), other]));
  const take = (finding: Finding, isSame: (other: Finding) => boolean): Finding | undefined => {
    const alike = unmatched.get(keyOf(finding));
    const index = alike?.findIndex(isSame) ?? -1;
    return index < 0 ? undefined : alike?.splice(index, 1)[0];
  };
  // Match the same words first: of several rules broken at one path, report those that both definitions have.
  const same = findings.map((finding) => take(finding, ({ message }) => message === finding.message));
  return findings.flatMap((finding, index) => {
    const other = same[index] ?? take(finding, () => true);
    return other === undefined ? [] : [withSharedFixes(finding, other)];
  });
}

/** Lazy: fixes cost more than the verdict. */
function withSharedFixes(finding: Finding, other: Finding): Finding {
  return movedFinding(finding, finding.span, () => {
    const known = new Set(other.fixes().map((fix) => JSON.stringify(fix)));
    return finding.fixes().filter((fix) => known.has(JSON.stringify(fix)));
  });
}

function keyOf({ code, consequence, path, span }: Finding): string {
  return `${code} ${consequence} ${span.start} ${span.end} ${path}`;
}
