import type { ApiSurface } from '../catalog/surface.ts';
import type { ConversionOutcome, ConvertedText } from '../conversion/outcome.ts';
import { conversionTargets } from '../conversion/successors.ts';
import { convertManifests } from '../convertRelease.ts';
import { convertText } from '../convertText.ts';
import { findAllResources } from '../embedded/findAllResources.ts';
import type { HelmRelease } from '../formats/helmRelease.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { noContext } from '../kustomize/fileContext.ts';
import { verdictOnText } from '../live/stored.ts';
import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { dropDocuments } from './dropDocuments.ts';

/** An object of a release in a version that is deprecated or not served at a target, without its content. */
export interface OutdatedReleaseObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  /** `last served by 1.21`, `deprecated, removed in 1.25`, `not served`. */
  readonly verdict: string;
  readonly isServed: boolean;
  /** Whether it is a hook: Helm builds the hooks of a stored release only to uninstall it. */
  readonly isHook: boolean;
  /** The version that it is converted to; undefined if it is not converted. */
  readonly to: string | undefined;
  /** The reasons why it cannot be converted. */
  readonly left: readonly string[];
  /** Whether the target serves no version of its kind, so that the object cannot exist there. */
  readonly hasEnded: boolean;
  /** Whether the rewritten release omits it. */
  readonly isDropped: boolean;
}

/** A release, judged and rewritten for a target. */
export interface JudgedRelease {
  readonly outdated: readonly OutdatedReleaseObject[];
  /** Whether the next `helm upgrade` at the target fails because Helm cannot build the stored release. */
  readonly failsUpgrade: boolean;
  /** The manifests with every unserved object converted to a served version; undefined if one cannot be converted. */
  readonly rewritten: RewrittenManifests | undefined;
}

/** The manifests of a rewritten release; undefined for an omitted hook. */
export interface RewrittenManifests {
  readonly manifest: string;
  readonly hooks: readonly (string | undefined)[];
}

/**
 * Judges a stored Helm release. Keeps versions that the target serves: Helm compares the stored manifest with the
 * chart, which may still have the old version.
 *
 * @param inputs the inputs of the text with the release; only the first target counts.
 * @param dropsEnded whether to omit documents whose kind the target serves in no version, like helm-mapkubeapis
 *   (`pkg/common/common.go`, `removeDeprecatedAPIWithoutSuccessor`).
 */
export function judgeRelease(release: HelmRelease, inputs: FileInputs, dropsEnded = false): JudgedRelease {
  const [target] = inputs.surfaces;
  if (target === undefined) return { outdated: [], failsUpgrade: false, rewritten: undefined };
  const surface = target.named ?? target;
  const converted = convertManifests(release, (text) => convert(text, { ...inputs, file, context: noContext }));
  const parts = [converted.manifest, ...converted.hooks].map((part, index) => {
    const text = index === 0 ? release.manifest : (release.hooks[index - 1] ?? '');
    const objects = outdatedObjects(text, part.outcomes, surface, { isHook: index > 0, dropsEnded });
    const dropped = objects.filter(({ isDropped }) => isDropped).map(({ document }) => document);
    return { objects, text: dropped.length === 0 ? part.text : dropDocuments(part.text, new Set(dropped)) };
  });
  const outdated = parts.flatMap(({ objects }) =>
    objects.map(({ document: _, ...object }): OutdatedReleaseObject => object),
  );
  const unserved = outdated.filter(({ isServed }) => !isServed);
  const [manifest, ...hooks] = parts.map(({ objects, text }) =>
    // Helm has no hooks without an object.
    objects.some(({ isHook, isDropped }) => isHook && isDropped) && readManifest(text).documents.length === 0
      ? undefined
      : text,
  );
  const rewritten =
    unserved.length === 0 || unserved.some(({ to, isDropped }) => to === undefined && !isDropped)
      ? undefined
      : { manifest: manifest ?? '', hooks };
  return { outdated, failsUpgrade: unserved.some(({ isHook }) => !isHook), rewritten };
}

interface OutdatedInText extends OutdatedReleaseObject {
  readonly document: number;
}

const file = 'manifest.yaml';

function convert(text: string, inputs: FileInputs): ConvertedText {
  const options = { to: undefined, defaults: 'keep', accepts: new Set<never>() } as const;
  return convertText(text, inputs, { ...options, onlyUnserved: true, follow: false });
}

function outdatedObjects(
  text: string,
  outcomes: readonly ConversionOutcome[],
  surface: ApiSurface,
  { isHook, dropsEnded }: { readonly isHook: boolean; readonly dropsEnded: boolean },
): readonly OutdatedInText[] {
  return findAllResources(text, file, noContext).resources.flatMap((resource): readonly OutdatedInText[] => {
    const { apiVersion, kind } = resource;
    const groupVersion = parseGroupVersion(apiVersion);
    // Embedded objects are not objects of the release.
    if (groupVersion === undefined || resource.embedded !== undefined) return [];
    const { state } = surface.availability({ ...groupVersion, kind });
    const verdict = verdictOnText(apiVersion, kind, surface);
    if (verdict === undefined || state === 'not-a-resource') return [];
    const gvk = { ...groupVersion, kind };
    const hasEnded = state === 'removed' && conversionTargets([surface], gvk).length === 0;
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
        hasEnded,
        // Items of a List share their document.
        isDropped: dropsEnded && hasEnded && resource.item === undefined,
        document: resource.document,
      },
    ];
  });
}

function isSame(resource: Resource, other: Resource): boolean {
  return resource.document === other.document && resource.item === other.item;
}
