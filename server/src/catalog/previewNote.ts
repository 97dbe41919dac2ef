import { formatMinor } from '../targets/version.ts';
import type { ApiSurface } from './surface.ts';

/** What is said of a target whose binary is known before its release; undefined for others. */
export function previewNote({ versions, catalog }: ApiSurface): string | undefined {
  const { preview } = catalog;
  if (preview === undefined || versions.binary !== preview.minor) return undefined;
  return `what changes before the release of ${formatMinor(preview.minor)}: it is a preview, known from ${preview.release}`;
}
