import type { ApiSurface } from '../catalog/surface.ts';
import { type ConversionPlan, planConversion } from '../conversion/plan.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { GroupVersionKind } from '../targets/groupVersion.ts';
import type { FileInputs } from './fileInputs.ts';
import { planInTemplate } from './templateConversion.ts';

/** Whether a text is judged as a chart template. */
export function isTemplate({ chart }: Pick<FileInputs, 'chart'>, text: string): boolean {
  return chart !== undefined && text.includes('{{');
}

/** Plans the conversion of a resource in a manifest or template; undefined if it is not certain. */
export function planIn(
  inputs: Pick<FileInputs, 'chart'>,
  resource: Resource,
  text: string,
  to: GroupVersionKind,
  surface: ApiSurface,
): ConversionPlan | undefined {
  return isTemplate(inputs, text)
    ? planInTemplate(resource, text, to, surface).plan
    : planConversion(resource, text, to, surface);
}
