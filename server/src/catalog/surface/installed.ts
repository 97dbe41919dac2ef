import type { Minor } from '../../targets/version.ts';
import { type BinaryFacts, type Catalog, factAt, inSpans, type KindFacts, kindKey } from '../catalog.ts';
import type { InstalledKind } from './enablement.ts';

/**
 * The kinds whose API a binary contains: those it serves without emulation, and leftovers that it serves only while
 * emulating an older release.
 */
export function installedKinds(catalog: Catalog, binary: Minor, facts: BinaryFacts): readonly InstalledKind[] {
  const installed: InstalledKind[] = [];
  for (const kind of catalog.kinds) {
    const { resource } = kind;
    if (resource === undefined) continue;
    if (inSpans(kind.served, binary)) {
      installed.push({ kind, resource, onByDefault: factAt(kind.enabledByDefault, binary) ?? false });
    } else if (isLeftover(kind, binary, facts)) {
      installed.push({ kind, resource, onByDefault: kind.stability === 'stable' });
    }
  }
  return installed;
}

/** For binaries without a list of leftovers: betas served within the emulation range are still present. */
function isLeftover(kind: KindFacts, binary: Minor, facts: BinaryFacts): boolean {
  if (facts.stillInstalled !== undefined) return facts.stillInstalled.has(kindKey(kind));
  const floor = facts.emulationFloor;
  if (floor === undefined || kind.stability === 'alpha') return false;
  return kind.served.some(({ last }) => last !== undefined && last >= floor && last < binary);
}
