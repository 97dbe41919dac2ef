import type { ApiSurface } from '../../server/src/catalog/surface.ts';
import { withCustomKinds } from '../../server/src/crd/customKinds.ts';
import { definitionList, definitionsIn } from '../../server/src/crd/definitionList.ts';
import { withKnownReleases } from '../../server/src/crd/sets/knownReleases.ts';
import { readCrdSet } from '../../server/src/workspace/shipped/crdSetFile.ts';

/** A surface with the CustomResourceDefinitions that a text has, as a workspace with that file would give it. */
export function withDefinitionsOf(surface: ApiSurface, text: string, file = 'fixture.yaml'): ApiSurface {
  const definitions = definitionsIn(text, file);
  return definitions.length === 0 ? surface : withCustomKinds(surface, [definitionList(() => definitions)]);
}

/** A surface as a workspace gives it that says nothing of releases: it may have any of those that are built in. */
export function withReleasesOf(surface: ApiSurface): ApiSurface {
  let known = completed.get(surface);
  if (known === undefined) {
    known = withKnownReleases(surface, ({ name }) => readCrdSet(name));
    completed.set(surface, known);
  }
  return known;
}

const completed = new WeakMap<ApiSurface, ApiSurface>();
