import type { ApiSurface, Availability, CheckedReleases } from '../catalog/surface.ts';
import { type Finding, findingWithFixesLater, movedFinding, severityOf } from '../finding.ts';
import type { Resource } from '../manifest/manifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { grouped } from '../text/grouped.ts';
import type { Verdict } from './analysis.ts';

/**
 * Judges a resource by each of the definitions of its kind that it can be meant for, where several do not say the same.
 * What all of them say is certain, and so is that a resource is refused which all of them refuse: if for nothing that they
 * share, it is said by the one that refuses the least. Nothing else is.
 *
 * @param place the absolute path of the resource's file.
 * @param judge judges it by a target with one of the definitions, or by the target itself where there is nothing to choose.
 */
export function judgeByDefinitions(
  { apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>,
  surface: ApiSurface,
  place: string | undefined,
  judge: (surface: ApiSurface) => Verdict,
): Verdict {
  const groupVersion = surface.definitionConflict === undefined ? undefined : parseGroupVersion(apiVersion);
  if (groupVersion === undefined) return judge(surface);
  const gvk = { ...groupVersion, kind };
  const conflict = surface.definitionConflict?.(gvk);
  const [first, ...others] = conflict?.surfacesFor(groupVersion.version, place) ?? [];
  if (first === undefined) return judge(surface);
  const releases = conflict?.releases;
  if (releases === undefined) return { ...agreed(judge(first), others, judge, undefined), surface };
  const { findings } = agreed(judge(first), others, judge, releases);
  const asked = findings.map((finding) => (dependsOnRelease(finding) ? saidByReleases(finding, releases) : finding));
  return { surface, availability: surface.availability(gvk), findings: asked };
}

/** Whether another release could say something else: not of metadata, which Kubernetes itself defines. */
function dependsOnRelease({ code, consequence, path }: Finding): boolean {
  if (consequence === 'advice' || consequence === 'release-dependent') return false;
  return !ofNoDefinition.has(code) && !/^metadata\b/.test(path);
}

/** Findings for which definitions make no difference. */
const ofNoDefinition: ReadonlySet<string> = new Set(['duplicate-field', 'refused-built-value']);

/** What no release takes that is known, in words that leave others open. */
function saidByReleases(finding: Finding, { label, set }: CheckedReleases): Finding {
  if (!refuses(finding.consequence)) return finding;
  const changes = {
    consequence: 'release-dependent',
    message: `No release of ${label} accepts this: ${finding.message}`,
    why: `${finding.why} The release in the cluster is not known, so all known releases were checked; a newer one may accept it.`,
    remedy: `${finding.remedy} If your release is newer, name a folder with its definitions under crds: { paths } of the target; if it is older, write crds: { ${set}: { release } }.`,
  } as const;
  return findingWithFixesLater(finding, finding.fixes, changes);
}

/** @param releases set where the definitions are those of releases, of which there may be others. */
function agreed(
  first: Verdict,
  others: readonly ApiSurface[],
  judge: (surface: ApiSurface) => Verdict,
  releases: CheckedReleases | undefined,
): Verdict {
  let common = first.findings;
  let least = first;
  for (const other of others) {
    // Nobody can agree with one that has nothing to say, and what holds for every release needs no agreement.
    const counts = releases === undefined ? () => true : dependsOnRelease;
    if (!common.some(counts) && !refusalsOf(least).some(counts)) break;
    const verdict = judge(other);
    common = shared(common, verdict.findings);
    if (refusalsOf(verdict).length < refusalsOf(least).length) least = verdict;
  }
  if (others.length === 0 || releases?.hasGaps || refusalsOf({ findings: common }).length > 0)
    return { ...first, findings: common };
  const why = whyAllRefuse(least.availability);
  const refusals = refusalsOf(least).map((refusal) =>
    findingWithFixesLater(refusal, () => [], { why: `${refusal.why} ${why}` }),
  );
  return { ...first, findings: [...refusals, ...common].sort((a, b) => a.span.start - b.span.start) };
}

function refusalsOf({ findings }: Pick<Verdict, 'findings'>): readonly Finding[] {
  return findings.filter(({ consequence }) => refuses(consequence));
}

function refuses(consequence: Finding['consequence']): boolean {
  return severityOf[consequence] === 'error';
}

function whyAllRefuse(availability: Availability): string {
  const by = availability.state === 'served' ? availability.resource.custom : availability;
  const origin = by !== undefined && 'origin' in by ? `; this one is from ${by.origin}` : '';
  return `All possible definitions of the kind refuse it, each for a different reason${origin}.`;
}

/** Those of the findings that others have as well, in other words or not; with the fixes that both have. */
function shared(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const left = grouped(others.map((other) => [keyOf(other), other]));
  const take = (finding: Finding, isSame: (other: Finding) => boolean): Finding | undefined => {
    const alike = left.get(keyOf(finding));
    const index = alike?.findIndex(isSame) ?? -1;
    return index < 0 ? undefined : alike?.splice(index, 1)[0];
  };
  // The same words first, so that of several rules that a place breaks, those are told that both have.
  const same = findings.map((finding) => take(finding, ({ message }) => message === finding.message));
  return findings.flatMap((finding, index) => {
    const other = same[index] ?? take(finding, () => true);
    return other === undefined ? [] : [withSharedFixes(finding, other)];
  });
}

/** Fixes are worked out when somebody asks for them: that costs more than the verdict. */
function withSharedFixes(finding: Finding, other: Finding): Finding {
  return movedFinding(finding, finding.span, () => {
    const known = new Set(other.fixes().map((fix) => JSON.stringify(fix)));
    return finding.fixes().filter((fix) => known.has(JSON.stringify(fix)));
  });
}

function keyOf({ code, consequence, path, span }: Finding): string {
  return `${code} ${consequence} ${span.start} ${span.end} ${path}`;
}
