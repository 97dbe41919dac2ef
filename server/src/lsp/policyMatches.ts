import type { ApiSurface } from '../catalog/surface.ts';
import { effectOf, mayMatchType, type PolicyEffect, type RunPolicy } from '../checks/policies/policyEffect.ts';
import type { FileInputs } from '../judge/fileInputs.ts';
import { isInvalidAfterMutation } from '../judge/invalidAfterMutation.ts';
import { readResource } from '../judge/readResource.ts';
import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { LineIndex } from '../text/lineIndex.ts';
import { isLeftAsWritten } from '../workspace/definitions/admissionOfText.ts';
import type { FileText } from '../workspace/model/workspace.ts';
import type { KnownResource } from './workspaceResources.ts';
import { yieldingBetween } from './yieldingBetween.ts';

/** The workspace, as a search for the matches of a policy uses it. */
export interface PolicyLookup {
  readonly resources: () => Promise<readonly KnownResource[]>;
  readonly textOf: (path: string) => FileText;
  readonly inputsOf: (path: string) => FileInputs | undefined;
  /** Polled. */
  readonly cancelled: () => boolean;
}

/** A resource that a policy matches, with what the policy does with it. */
export interface PolicyMatch extends AffectedResource {
  /** Absolute. */
  readonly path: string;
  /** As reports name it. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

interface AffectedResource {
  readonly resource: Resource;
  /** `built`: a kustomization changes the resource, so its effect is unknown. */
  readonly effect: PolicyEffect | 'built';
  /** Whether the resource is invalid after the policies that change it. */
  readonly isMadeInvalid: boolean;
}

/** The resources of the workspace that a policy matches. */
export interface PolicyMatches {
  readonly found: readonly PolicyMatch[];
  /** How many more, of types that the policy may match, were not evaluated. */
  readonly undecided: number;
}

/** How many resources of types that a policy may match are evaluated: a hover is answered at once. */
const maxEvaluated = 200;

/**
 * The resources of the workspace that a policy matches at a target, with its effects on them. Files without that target
 * are left out, and those of charts, which only Helm can complete.
 */
export async function policyMatches(
  run: RunPolicy,
  surface: ApiSurface,
  { resources, textOf, inputsOf, cancelled }: PolicyLookup,
): Promise<PolicyMatches> {
  const counts = new Map<string, number>();
  const types = new Map<string, boolean>();
  for (const { path, apiVersion, kind } of await resources()) {
    const type = `${apiVersion}/${kind}`;
    const mayMatch = types.get(type) ?? mayMatchKind(run, apiVersion, kind, surface);
    types.set(type, mayMatch);
    if (mayMatch) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const found: PolicyMatch[] = [];
  let evaluated = 0;
  let undecided = 0;
  for await (const [path, count] of yieldingBetween(counts)) {
    if (cancelled()) break;
    const max = Math.min(count, maxEvaluated - evaluated);
    undecided += count - max;
    if (max === 0) continue;
    evaluated += max;
    const content = textOf(path);
    const inputs = inputsOf(path);
    const sameTarget = inputs?.surfaces.find(({ name }) => name === surface.name);
    if (!content.ok || inputs === undefined || sameTarget === undefined) continue;
    const lines = new LineIndex(content.text);
    for (const affected of effectsIn(run, content.text, inputs, sameTarget, max)) {
      const line = lines.range(affected.resource.kindSpan).start.line + 1;
      found.push({ ...affected, path, file: inputs.file, line });
    }
  }
  return { found, undecided };
}

function mayMatchKind(run: RunPolicy, apiVersion: string, kind: string, surface: ApiSurface): boolean {
  const groupVersion = parseGroupVersion(apiVersion);
  const availability = groupVersion && surface.availability({ ...groupVersion, kind });
  return availability?.state === 'served' && mayMatchType(run, availability.resource, surface);
}

/**
 * The effects on the resources of a text that the policy matches; none for templates and patches.
 *
 * @param max how many resources of types that the policy may match are evaluated.
 */
function effectsIn(
  run: RunPolicy,
  text: string,
  { file, chart, context }: FileInputs,
  surface: ApiSurface,
  max: number,
): readonly AffectedResource[] {
  if (chart !== undefined || context.patch !== undefined) return [];
  const candidates = findResources(readManifest(text), file).resources.filter(({ apiVersion, kind }) =>
    mayMatchKind(run, apiVersion, kind, surface),
  );
  return candidates.slice(0, max).flatMap((resource): readonly AffectedResource[] => {
    if ([resource.part, resource.embedded, resource.partial].some((each) => each !== undefined)) return [];
    const { decoded, availability } = readResource(resource, surface);
    if (decoded === undefined || decoded.errors.length > 0) return [];
    const effect = effectOf(run, { availability, resource, surface });
    if (effect === undefined) return [];
    if (!isLeftAsWritten(resource, context)) return [{ resource, effect: 'built', isMadeInvalid: false }];
    const isMadeInvalid = effect.does === 'changes' && isInvalidAfterMutation(resource, text, file, surface);
    return [{ resource, effect, isMadeInvalid }];
  });
}
