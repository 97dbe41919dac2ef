import { previewOf } from '../../catalog/previewNote.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import { formatMinor } from '../../targets/version.ts';
import type { Terminal } from '../output/terminal.ts';

/** Prints to standard error which targets are previews, one line per version: facts about them may still change. */
export function notePreviews(targets: readonly { readonly surface: ApiSurface }[], terminal: Terminal): void {
  const lines = targets.flatMap(({ surface }) => {
    const preview = previewOf(surface);
    if (preview === undefined) return [];
    return [
      `kubecompat: ${formatMinor(surface.versions.binary)} is a preview, known from ${preview}; it may change before its release`,
    ];
  });
  for (const line of new Set(lines)) terminal.err(line);
}
