import type { ApiSurface } from '../../catalog/surface.ts';
import { takesDefinition } from '../../checks/invalid/takesDefinition.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { digestOf } from '../../crd/definitionDigest.ts';
import { grouped } from '../../text/grouped.ts';
import { memoize } from '../../text/memoize.ts';

/**
 * The definitions that fit a target: of several of one kind, those that its server accepts, if any. A server cannot
 * have one that it refuses, and projects keep such files beside the installed ones: full generated schemas, betas for
 * old clusters.
 */
export function acceptedBy(surface: ApiSurface, source: DefinitionSource): DefinitionSource {
  return { ...source, definitions: memoize((group) => taken(source.definitions(group), surface)) };
}

function taken(definitions: readonly CustomDefinition[], surface: ApiSurface): readonly CustomDefinition[] {
  const ofKind = grouped(definitions.map((definition) => [definition.kind, definition]));
  if (ofKind.size === definitions.length) return definitions;
  const refused = new Set([...ofKind.values()].flatMap((candidates) => refusedOf(candidates, surface)));
  return refused.size === 0 ? definitions : definitions.filter((definition) => !refused.has(definition));
}

/**
 * The definitions that a target refuses while it accepts others; validation is expensive, and equal texts have equal
 * results.
 */
function refusedOf(candidates: readonly CustomDefinition[], surface: ApiSurface): readonly CustomDefinition[] {
  if (candidates.length === 1) return [];
  const answers = new Map<string, boolean>();
  const keys = candidates.map(({ spec, writtenAs }) => `${spec === undefined ? '' : digestOf(spec)} ${writtenAs}`);
  if (new Set(keys).size === 1) return [];
  const refused = candidates.filter((candidate, index) => {
    const key = keys[index] ?? '';
    const answer = answers.get(key) ?? takesDefinition(candidate, surface);
    answers.set(key, answer);
    return !answer;
  });
  return refused.length === candidates.length ? [] : refused;
}
