import { formatMinor } from '../targets/version.ts';
import type { ApiSurface } from './surface.ts';

/** The build that a target's binary is known from before its release, `1.38.0-alpha.0`; undefined for others. */
export function previewOf({ versions, catalog }: Pick<ApiSurface, 'versions' | 'catalog'>): string | undefined {
  const { preview } = catalog;
  return preview === undefined || versions.binary !== preview.minor ? undefined : preview.release;
}

/** A binary for people: `1.37`, or `1.38 (preview 1.38.0-alpha.0)`. */
export function binaryText(surface: Pick<ApiSurface, 'versions' | 'catalog'>): string {
  return withPreview(formatMinor(surface.versions.binary), previewOf(surface));
}

/** A version for people with the build that it is known from, if it is a preview. */
export function withPreview(version: string, preview: string | undefined): string {
  return preview === undefined ? version : `${version} (preview ${preview})`;
}

/** The note on a target whose binary is a preview; undefined for others. */
export function previewNote(surface: Pick<ApiSurface, 'versions' | 'catalog'>): string | undefined {
  const preview = previewOf(surface);
  const minor = formatMinor(surface.versions.binary);
  return preview === undefined
    ? undefined
    : `what changes before the release of ${minor}: it is a preview, known from ${preview}`;
}
