import type { ApiSurface } from '../catalog/surface.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { printedJson } from '../manifest/printedJson.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { resourceAt } from '../manifest/resources/resourceAt.ts';
import { LruCache } from '../text/lruCache.ts';
import { memoizeWeakly } from '../text/memoize.ts';
import type { Verdict } from './analysis.ts';
import type { FileInputs } from './fileInputs.ts';
import { judgeResource } from './judgeResource.ts';
import { filledIn } from './substitutionContext.ts';

/** A resource of the output of a build, as a separate text. */
export interface BuiltForm {
  readonly resource: Resource;
  readonly text: string;
}

/** The maximum length of a resource, in UTF-16 units. */
const maxLength = 1024 * 1024;

/** The text of a resource; undefined if it would be too long. */
export function builtForm(root: Node): BuiltForm | undefined {
  const text = printedJson(root, maxLength);
  return text === undefined ? undefined : formOfText(text);
}

/** The resource in a text; undefined if there is none. */
export function formOfText(text: string): BuiltForm | undefined {
  const known = forms.get(text);
  if (known !== undefined) return known.value;
  const root = readManifest(text).documents[0]?.root;
  const resource = root?.kind === 'map' ? resourceAt(root, 0, undefined) : undefined;
  const form = resource === undefined ? undefined : { resource, text };
  forms.set(text, form, text.length);
  return form;
}

/** The verdicts on a built resource, adjusted to variables that a tool of the repository fills in. */
export function verdictsOnForm({ resource, text }: BuiltForm, inputs: FileInputs): readonly Verdict[] {
  const cache = verdictsFor(inputs.surfaces);
  // The path decides which of several definitions applies.
  const key = `${inputs.path ?? ''}\n${text}`;
  const known = cache.get(key)?.value;
  const verdicts = known ?? judgeResource(resource, text, inputs, undefined);
  if (known === undefined) cache.set(key, verdicts, text.length);
  return filledIn(text, resource, verdicts, inputs.context).verdicts;
}

/**
 * The maximum length of cached texts, in UTF-16 units. A keystroke in a kustomization changes few of the resources that it
 * builds.
 */
const maxCached = 1024 * 1024;

const forms = new LruCache<string, BuiltForm | undefined>(maxCached);

const verdictsFor = memoizeWeakly(
  (_surfaces: readonly ApiSurface[]) => new LruCache<string, readonly Verdict[]>(maxCached),
);
