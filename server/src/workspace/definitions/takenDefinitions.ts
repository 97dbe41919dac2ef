import type { ApiSurface } from '../../catalog/surface.ts';
import { takesDefinition } from '../../checks/invalid/takesDefinition.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';

/**
 * Definitions in an order that fits a target: of several of one kind, the first that its server takes comes before the
 * others. It cannot have one that it refuses, and projects keep such beside those that they install: full schemas of a
 * generator, betas for old clusters.
 */
export function takenFirst(source: DefinitionSource, surface: ApiSurface): DefinitionSource {
  return { ...source, definitions: (group) => inOrder(source.definitions(group), surface) };
}

function inOrder(definitions: readonly CustomDefinition[], surface: ApiSurface): readonly CustomDefinition[] {
  const ofKind = new Map<string, CustomDefinition[]>();
  for (const definition of definitions) {
    const rivals = ofKind.get(definition.kind);
    if (rivals === undefined) ofKind.set(definition.kind, [definition]);
    else rivals.push(definition);
  }
  if (ofKind.size === definitions.length) return definitions;
  const preferred = [...ofKind.values()].flatMap((rivals) => {
    // Looking costs, and where there is one there is nothing to choose.
    const taken = rivals.length === 1 ? undefined : rivals.find((rival) => takesDefinition(rival, surface));
    return taken === undefined || taken === rivals[0] ? [] : [taken];
  });
  return preferred.length === 0 ? definitions : [...new Set([...preferred, ...definitions])];
}
