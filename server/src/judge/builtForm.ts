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

/** A resource that a build makes, as a separate text. */
export interface BuiltForm {
  readonly resource: Resource;
  readonly text: string;
}

/** In UTF-16 units. */
const largest = 1024 * 1024;

/** The text of a resource; undefined if it would be too long. */
export function builtForm(root: Node): BuiltForm | undefined {
  const text = printedJson(root, largest);
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

/** The verdicts on it, with the variables that a tool of the repository fills in. */
export function verdictsOnForm({ resource, text }: BuiltForm, inputs: FileInputs): readonly Verdict[] {
  const kept = verdictsFor(inputs.surfaces);
  // Definitions in the same file count first.
  const key = `${inputs.path ?? ''}\n${text}`;
  const known = kept.get(key)?.value;
  const verdicts = known ?? judgeResource(resource, text, inputs, undefined);
  if (known === undefined) kept.set(key, verdicts, text.length);
  return filledIn(text, resource, verdicts, inputs.context).verdicts;
}

/**
 * How many forms are kept, by their texts in UTF-16 units: a keystroke in a kustomization changes few of the resources that
 * it builds.
 */
const maxKept = 1024 * 1024;

const forms = new LruCache<string, BuiltForm | undefined>(maxKept);

const verdictsFor = memoizeWeakly(
  (_surfaces: readonly ApiSurface[]) => new LruCache<string, readonly Verdict[]>(maxKept),
);
