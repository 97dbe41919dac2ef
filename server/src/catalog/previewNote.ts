import { formatMinor } from '../targets/version.ts';
import type { ApiSurface } from './surface.ts';

/** The note on a target whose binary is a preview; undefined for others. */
export function previewNote({ versions, catalog }: ApiSurface): string | undefined {
  const { preview } = catalog;
  if (preview === undefined || versions.binary !== preview.minor) return undefined;
  return `what changes before the release of ${formatMinor(preview.minor)}: it is a preview, known from ${preview.release}`;
}
