import type { ApiSurface } from '../../catalog/surface.ts';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { remembered } from './definitionSource.ts';
import { takenBy } from './takenDefinitions.ts';

/** Settings whose targets have definitions besides their own. The same targets for the same ones. */
export function withDefinitions(source: DefinitionSource): (settings: FileSettings) => FileSettings {
  const complete = remembered((surfaces: readonly ApiSurface[]) =>
    surfaces.map((surface) => withCustomKinds(surface, [takenBy(surface, source)])),
  );
  return ({ surfaces, severity }) => ({ surfaces: complete(surfaces), severity });
}
