import { withPreview } from '../catalog/previewNote.ts';
import type { ReportTarget } from './workspaceReport.ts';

/** A target in a line: `prod: Kubernetes 1.37 emulating 1.35, min compatibility 1.34, feature gates A=true`. */
export function describeTarget(target: ReportTarget): string {
  const { name, binary, preview, emulation, minCompatibility, runtimeConfig, featureGates } = target;
  const parts = [`Kubernetes ${withPreview(binary, preview)}${emulation === binary ? '' : ` emulating ${emulation}`}`];
  if (emulation !== binary) parts.push(`min compatibility ${minCompatibility}`);
  if (featureGates.length > 0) parts.push(`feature gates ${settings(featureGates)}`);
  if (runtimeConfig.length > 0) parts.push(`runtime config ${settings(runtimeConfig)}`);
  return name === binary ? parts.join(', ') : `${name}: ${parts.join(', ')}`;
}

function settings(entries: ReportTarget['featureGates']): string {
  return entries.map(({ key, value }) => (value === '' ? key : `${key}=${value}`)).join(' ');
}
