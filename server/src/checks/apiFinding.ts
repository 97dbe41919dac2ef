import { binaryText } from '../catalog/previewNote.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { versionFixes } from '../conversion/versionFix.ts';
import { type Consequence, type Finding, findingWithFixesLater } from '../finding.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import type { Subject } from './check.ts';

/** A finding about the API of a resource; span and fixes follow from the resource. */
export interface ApiVerdict {
  readonly code: string;
  readonly consequence: Consequence;
  /** The field the finding is at. */
  readonly at: 'apiVersion' | 'kind';
  readonly message: string;
  readonly why: string;
  readonly remedy: string;
  readonly source: string;
  /** Whether moving to another version fixes it. */
  readonly movable?: boolean;
}

/** A resource in a text, for one of the text's targets. */
export type JudgedSubject = Pick<Subject, 'resource' | 'surface' | 'surfaces' | 'text'>;

/** The finding of a check about the API of a resource. */
export function apiFinding({ resource, surface, surfaces, text }: JudgedSubject, verdict: ApiVerdict): Finding {
  const { code, consequence, at, message, source, movable } = verdict;
  const { why, remedy } = resource.release === undefined ? verdict : ofRelease(verdict, resource.release.name);
  const span = at === 'kind' ? resource.kindSpan : resource.apiVersionSpan;
  const finding = { code, consequence, path: at, span, message, why, remedy, source };
  if (movable !== true) return { ...finding, fixes: () => [] };
  // Planning a conversion costs more than all checks together, and most fixes are never requested.
  return findingWithFixesLater(finding, () =>
    versionFixes(resource, text, [surface, ...surfaces.filter((other) => other !== surface)]),
  );
}

/**
 * Helm builds the objects of the current release before an upgrade (`pkg/action/upgrade.go` of helm.sh/helm/v3), so
 * fixing the chart alone does not help.
 */
function ofRelease({ consequence, why }: ApiVerdict, name: string): Pick<ApiVerdict, 'why' | 'remedy'> {
  if (consequence !== 'not-served') {
    return { why, remedy: `Upgrade the release ${name} with a chart that uses a newer version.` };
  }
  return {
    why: `${why} Helm stores this object in the release ${name} and looks up its API before every upgrade. The next \`helm upgrade\` fails with any new chart.`,
    remedy: `While the cluster still serves this version, upgrade the release with a chart that uses a newer one. Otherwise, rewrite the stored release.`,
  };
}

/** `Kubernetes 1.37`, or `a 1.37 binary that emulates 1.35`. */
export function describeVersions(surface: ApiSurface): string {
  const { binary, emulation } = surface.versions;
  return binary === emulation
    ? `Kubernetes ${binaryText(surface)}`
    : `a ${binaryText(surface)} binary that emulates ${formatMinor(emulation)}`;
}

/** `apps/v1`, or `resource.k8s.io/v1 or resource.k8s.io/v1beta2`: versions to choose from. */
export function choiceOfVersions(resources: readonly ServedResource[]): string {
  return [...new Set(resources.map(formatGroupVersion))].join(' or ');
}

/** The source of facts about served APIs. */
export function servedSource({ catalog }: ApiSurface): string {
  return `what each release of Kubernetes serves (catalogue ${catalog.version})`;
}
