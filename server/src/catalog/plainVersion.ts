import type { EffectiveVersions } from './surface.ts';

/**
 * Whether a server is that of a binary without flags about versions: it emulates nothing, and is compatible with the minor
 * before. Source: KEP-4330, and `NewDefaultComponentGlobalsRegistry` in k8s.io/component-base/compatibility.
 */
export function isPlainVersion({ binary, emulation, minCompatibility }: EffectiveVersions): boolean {
  return emulation === binary && minCompatibility === binary - 1;
}
