import assert from 'node:assert/strict';
import { type AdmittedResource, asAdmitted } from '../../../server/src/admitted/asAdmitted.ts';
import { isValueList, isValueMap, plainValue, type Value } from '../../../server/src/conversion/value.ts';
import type { FileInputs } from '../../../server/src/judge/fileInputs.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../../server/src/manifest/resources/findResources.ts';

/** The metadata that the server writes into every object. */
const ofEveryObject = new Set([
  ...['uid', 'creationTimestamp', 'generation', 'resourceVersion', 'managedFields', 'selfLink', 'namespace'],
]);

/** A place where two objects differ, with list indices as `[]`. */
export interface Difference {
  readonly path: string;
  readonly shown: Value | undefined;
  readonly stored: Value | undefined;
}

/** Where an object that is shown differs from the stored one, besides its status and what every object has. */
export function differences(shown: Value | undefined, stored: Value | undefined, path = ''): readonly Difference[] {
  if (isValueList(shown) && isValueList(stored)) {
    const length = Math.max(shown.length, stored.length);
    return Array.from({ length }, (_, index) => differences(shown[index], stored[index], `${path}[]`)).flat();
  }
  if (isValueMap(shown) && isValueMap(stored)) {
    return [...new Set([...Object.keys(shown), ...Object.keys(stored)])]
      .filter((key) => !(path === '' && key === 'status') && !(/(^|\.)metadata$/.test(path) && ofEveryObject.has(key)))
      .flatMap((key) => differences(shown[key], stored[key], path === '' ? key : `${path}.${key}`));
  }
  const plain = typeof shown === 'bigint' ? Number(shown) : shown;
  return plain === stored ? [] : [{ path, shown, stored }];
}

/** Whether an object that is shown says of a path that the server makes it up, or that the cluster decides it. */
export function isKnown(path: string, { assigned, open, uncertain }: AdmittedResource): boolean {
  return [...assigned, ...open, ...uncertain]
    .map((known) => known.replaceAll(/\[\d+\]/g, '[]').replaceAll(/\[([a-z][^\]]*)\]/g, '.$1'))
    .some(
      (known) =>
        path === known ||
        known === `${path}[]` ||
        known.startsWith(`${path}.`) ||
        path.startsWith(`${known}.`) ||
        (known.endsWith('[]') && path.startsWith(known)),
    );
}

/** Where the last object of a text, shown as admitted, differs from the stored one without saying so. */
export function unexplainedDifferences(text: string, given: FileInputs, stored: Value): readonly Difference[] {
  const admittedText = asAdmitted(text, given);
  const resource = findResources(readManifest(admittedText.text), given.file).resources.at(-1);
  const admitted = admittedText.resources.at(-1);
  assert.ok(resource !== undefined && admitted !== undefined, text);
  return differences(plainValue(resource.root), stored).filter(({ path }) => !isKnown(path, admitted));
}
