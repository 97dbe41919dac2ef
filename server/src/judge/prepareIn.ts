import type { ApiSurface } from '../catalog/surface.ts';
import { type PreparedConversion, prepareConversion } from '../conversion/prepareConversion.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { FileInputs } from './fileInputs.ts';
import { prepareInTemplate } from './templateConversion.ts';

/** Whether a text is judged as a chart template. */
export function isTemplate({ chart }: Pick<FileInputs, 'chart'>, text: string): boolean {
  return chart !== undefined && text.includes('{{');
}

/** Prepares the conversion of a resource in a manifest or template; undefined if it is not certain. */
export function prepareIn(
  inputs: Pick<FileInputs, 'chart'>,
  resource: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
): PreparedConversion | undefined {
  return isTemplate(inputs, text)
    ? prepareInTemplate(resource, text, to, surface).conversion
    : prepareConversion(resource, text, to, surface);
}
