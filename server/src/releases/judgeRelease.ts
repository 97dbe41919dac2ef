import type { ApiSurface } from '../catalog/surface.ts';
import type { ConversionOutcome, ConvertedText } from '../conversion/outcome.ts';
import { convertManifests } from '../convertRelease.ts';
import { convertText } from '../convertText.ts';
import { findAll } from '../embedded/findAll.ts';
import type { HelmRelease } from '../formats/helmRelease.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { noContext } from '../kustomize/fileContext.ts';
import { verdictOnText } from '../live/stored.ts';
import type { Resource } from '../manifest/manifest.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';

/** An object of a release in a version that is deprecated or removed at a target. Its content is omitted. */
export interface EndingObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** `last served by 1.21`, `deprecated, gone in 1.25`, `not served`. */
  readonly verdict: string;
  readonly isServed: boolean;
  /** Helm builds hooks of a stored release again only where it uninstalls it. */
  readonly isHook: boolean;
  /** The version that it is rewritten to; undefined if it stays. */
  readonly to: string | undefined;
  /** Why it cannot be rewritten. */
  readonly left: readonly string[];
}

/** A release, judged and rewritten for a target. */
export interface JudgedRelease {
  readonly ending: readonly EndingObject[];
  /** Whether the next `helm upgrade` at the target fails because Helm cannot build the stored release. */
  readonly failsUpgrade: boolean;
  /** With every object that the target does not serve in a version that it serves; undefined if some cannot have one. */
  readonly rewritten: { readonly manifest: string; readonly hooks: readonly string[] } | undefined;
}

/**
 * Judges a stored Helm release. Versions that the target serves are kept: Helm compares the stored manifest with the
 * chart, which has the old version while it is served.
 *
 * @param inputs the inputs of the text with the release; the first of its targets counts.
 */
export function judgeRelease(release: HelmRelease, inputs: FileInputs): JudgedRelease {
  const [target] = inputs.surfaces;
  if (target === undefined) return { ending: [], failsUpgrade: false, rewritten: undefined };
  const surface = target.named ?? target;
  const converted = convertManifests(release, (text) => convert(text, { ...inputs, file, context: noContext }));
  const ending = [converted.manifest, ...converted.hooks].flatMap((hook, index) => {
    const text = index === 0 ? release.manifest : (release.hooks[index - 1] ?? '');
    return endingObjects(text, hook.outcomes, surface, index > 0);
  });
  const gone = ending.filter(({ isServed }) => !isServed);
  const rewritten =
    gone.length === 0 || gone.some(({ to }) => to === undefined)
      ? undefined
      : { manifest: converted.manifest.text, hooks: converted.hooks.map(({ text }) => text) };
  return { ending, failsUpgrade: gone.some(({ isHook }) => !isHook), rewritten };
}

const file = 'manifest.yaml';

function convert(text: string, inputs: FileInputs): ConvertedText {
  const asked = { to: undefined, defaults: 'keep', accepts: new Set<never>() } as const;
  return convertText(text, inputs, { ...asked, onlyUnserved: true, follow: false });
}

function endingObjects(
  text: string,
  outcomes: readonly ConversionOutcome[],
  surface: ApiSurface,
  isHook: boolean,
): readonly EndingObject[] {
  return findAll(text, file, noContext).resources.flatMap((resource): readonly EndingObject[] => {
    const { apiVersion, kind } = resource;
    const groupVersion = parseGroupVersion(apiVersion);
    // Embedded objects are not objects of the release.
    if (groupVersion === undefined || resource.embedded !== undefined) return [];
    const { state } = surface.availability({ ...groupVersion, kind });
    const verdict = verdictOnText(apiVersion, kind, surface);
    if (verdict === undefined || state === 'not-a-resource') return [];
    const outcome = outcomes.find((conversionOutcome) => isSame(conversionOutcome.resource, resource));
    return [
      {
        apiVersion,
        kind,
        namespace: resource.namespace,
        name: resource.name,
        verdict,
        isServed: state === 'served',
        isHook,
        to: outcome?.done === true && outcome.to !== undefined ? formatGroupVersion(outcome.to) : undefined,
        left: outcome?.done === false ? outcome.notes : [],
      },
    ];
  });
}

function isSame(resource: Resource, other: Resource): boolean {
  return resource.document === other.document && resource.item === other.item;
}
