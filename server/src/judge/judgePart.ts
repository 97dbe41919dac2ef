import type { ApiSurface, Availability } from '../catalog/surface.ts';
import { type Fix, findingWithFixesLater } from '../finding.ts';
import type { PartialObject, Resource, SelectedKind } from '../manifest/manifest.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { Verdict } from './analysis.ts';

/**
 * Judges a part of an object by every version of its kind that the target serves and the selector allows. A part that one
 * version accepts is valid. Nothing is reported for a part of objects that the target does not serve.
 *
 * @param found the kinds of the selected objects; empty if unknown.
 * @param judgeAs judges the part by one kind of the surface.
 */
export function judgeSelectedPart(
  surface: ApiSurface,
  selected: SelectedKind,
  found: readonly GroupVersionKind[],
  judgeAs: (availability: Availability) => Verdict,
): Verdict {
  const isServed = found.length === 0 || found.some((gvk) => surface.availability(gvk).state === 'served');
  let best: Verdict | undefined;
  for (const resource of surface.resources) {
    if (resource.kind !== selected.kind || !isAllowed(resource, selected)) continue;
    const verdict = judgeAs({ state: 'served', resource });
    const known = withoutKind(verdict);
    if (best === undefined || known.findings.length < best.findings.length) best = known;
  }
  if (best === undefined) return { surface, availability: { state: 'custom' }, findings: [] };
  return isServed ? best : { ...best, findings: [] };
}

/** Removes the findings about the kind, which a part does not state. */
export function withoutKind(verdict: Verdict): Verdict {
  const findings = verdict.findings.filter(({ path }) => path !== 'apiVersion' && path !== 'kind');
  return { ...verdict, findings };
}

/**
 * The versions of a custom kind that a part may be merged into: that of a selector with group and version, or those of the
 * selected objects. Empty for built-in kinds and if neither is known.
 */
export function customKindsOf({ of, found = [] }: PartialObject, { catalog }: ApiSurface): readonly GroupVersionKind[] {
  if (of === undefined) return [];
  const { group, version, kind } = of;
  const kinds = group === undefined || version === undefined ? found : [{ group, version, kind }];
  return kinds.some((required) => catalog.isBuiltInGroup(required.group)) ? [] : kinds;
}

/**
 * Judges a part by each of several possible versions. A part that one version accepts is valid; if one of the versions
 * is unknown, nothing is reported.
 */
export function judgeByVersions(
  [first, ...others]: readonly [GroupVersionKind, ...GroupVersionKind[]],
  judgeAs: (gvk: GroupVersionKind) => Verdict,
): Verdict {
  let best = judgeAs(first);
  for (const gvk of others) {
    if (best.availability.state === 'custom') return best;
    const verdict = judgeAs(gvk);
    if (verdict.availability.state === 'custom' || verdict.findings.length < best.findings.length) best = verdict;
  }
  return best;
}

function isAllowed(resource: { readonly group: string; readonly version: string }, of: SelectedKind): boolean {
  return (of.group ?? resource.group) === resource.group && (of.version ?? resource.version) === resource.version;
}

/** Whether an embedded object is ignored: it may be meant for another server. */
export function isForOtherServer({ embedded, part }: Resource, { state }: Availability): boolean {
  return embedded !== undefined && part?.of === undefined && statesOfOtherServers.has(state);
}

const statesOfOtherServers: ReadonlySet<Availability['state']> = new Set([
  'unknown-kind',
  'custom-kind-unknown',
  'malformed',
]);

/** Adjusts the verdict on an embedded object to its context. */
export function adjustForPart({ embedded, escaped, root }: Resource, verdict: Verdict): Verdict {
  if (embedded === undefined) return verdict;
  const isData = embedded === 'data';
  const findings = verdict.findings.map((finding) =>
    findingWithFixesLater(
      finding,
      () => {
        if (escaped === true) return [];
        return root.flow ? finding.fixes().filter(endsNoQuote) : finding.fixes();
      },
      isData ? { consequence: 'advice', why: `${finding.why} ${whyAdvice}` } : {},
    ),
  );
  return { ...verdict, findings };
}

const whyAdvice = 'The server stores this text as data; the finding applies when the object in it is sent.';

/** In flow mappings an object may be inside single quotes: an edit must not end them. */
function endsNoQuote({ edits }: Fix): boolean {
  return !edits.some(({ newText }) => newText.includes("'"));
}
