import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { printedJson } from '../manifest/printedJson.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { resourceAt } from '../manifest/resources/resourceAt.ts';
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
  const root = readManifest(text).documents[0]?.root;
  const resource = root?.kind === 'map' ? resourceAt(root, 0, undefined) : undefined;
  return resource === undefined ? undefined : { resource, text };
}

/** The verdicts on it, with the variables that a tool of the repository fills in. */
export function verdictsOnForm({ resource, text }: BuiltForm, inputs: FileInputs): readonly Verdict[] {
  return filledIn(text, resource, judgeResource(resource, text, inputs, undefined), inputs.context).verdicts;
}
