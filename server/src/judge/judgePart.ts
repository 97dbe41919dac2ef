import type { ApiSurface, Availability } from '../catalog/surface.ts';
import { type Fix, findingWithFixesLater } from '../finding.ts';
import type { Part, Resource, SelectedKind } from '../manifest/manifest.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { Verdict } from './analysis.ts';

/**
 * Judges a part of an object that says itself of which kind it is only in passing, or not at all: with every version of
 * the kind that the target serves and that whoever selects the object allows. What one of them takes is right.
 *
 * @param judgeAs judges it as what the surface has of one kind.
 */
export function judgeSelectedPart(
  surface: ApiSurface,
  selected: SelectedKind,
  judgeAs: (availability: Availability) => Verdict,
): Verdict {
  let best: Verdict | undefined;
  for (const resource of surface.resources) {
    if (resource.kind !== selected.kind || !isAllowed(resource, selected)) continue;
    const verdict = judgeAs({ state: 'served', resource });
    const known = withoutKind(verdict);
    if (best === undefined || known.findings.length < best.findings.length) best = known;
  }
  return best ?? { surface, availability: { state: 'custom' }, findings: [] };
}

/** The verdict on a part without what is said of the object's kind: that is not the part's to say. */
export function withoutKind(verdict: Verdict): Verdict {
  const findings = verdict.findings.filter(({ path }) => path !== 'apiVersion' && path !== 'kind');
  return { ...verdict, findings };
}

/**
 * The versions of a kind that a part may be put into, where it is none of Kubernetes' own: the one that a selection names
 * whole, or those of the objects that it selects; none where neither is known.
 */
export function customKindsOf({ of, found = [] }: Part, { catalog }: ApiSurface): readonly GroupVersionKind[] {
  if (of === undefined) return [];
  const { group, version, kind } = of;
  const kinds = group === undefined || version === undefined ? found : [{ group, version, kind }];
  return kinds.some((required) => catalog.isBuiltInGroup(required.group)) ? [] : kinds;
}

/**
 * Judges a part by each of several versions that it may be put into. What one of them takes is right, and nothing is said
 * where one of them is not known.
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

/** Whether nothing is said of an object that another one holds: it may be meant for a server of another kind. */
export function isForOtherServer({ embedded, part }: Resource, { state }: Availability): boolean {
  return embedded !== undefined && part?.of === undefined && elsewhere.has(state);
}

const elsewhere: ReadonlySet<Availability['state']> = new Set(['unknown-kind', 'custom-kind-unknown', 'malformed']);

/** The verdict on an object that another one holds, in the light of where it stands. */
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
      isData ? { consequence: 'advice', why: `${finding.why} ${onlyData}` } : {},
    ),
  );
  return { ...verdict, findings };
}

const onlyData = 'The server stores this text as data; the finding applies when the object in it is sent.';

/** In braces an object may stand between single quotes: what would end them cannot be written there. */
function endsNoQuote({ edits }: Fix): boolean {
  return !edits.some(({ newText }) => newText.includes("'"));
}
