import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { withCustomKinds } from '../../server/src/crd/customKinds.ts';
import { definitionList, definitionsIn } from '../../server/src/crd/definitionList.ts';

/** A surface with the CustomResourceDefinitions that a text has, as a workspace with that file would give it. */
export function withDefinitionsOf(surface: ApiSurface, text: string, file = 'fixture.yaml'): ApiSurface {
  const definitions = definitionsIn(text, file);
  return definitions.length === 0 ? surface : withCustomKinds(surface, [definitionList(() => definitions)]);
}
