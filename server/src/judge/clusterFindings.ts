import type { ApiSurface } from '../catalog/surface.ts';
import { checks } from '../checks/registry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { apiServerOf, describeClusters } from '../sources/describeClusters.ts';
import type { DocumentFinding } from './analysis.ts';

/**
 * The findings on the clusters that a file describes. Flags are judged by the version of their own component, not by the
 * targets; components without an API server are judged by each target.
 */
export function clusterFindings(
  manifest: Manifest,
  path: string,
  surfaces: readonly ApiSurface[],
): readonly DocumentFinding[] {
  const catalog = surfaces[0]?.catalog;
  if (catalog === undefined) return [];
  const found: DocumentFinding[] = [];
  for (const cluster of describeClusters(manifest, path)) {
    const subject = { cluster, catalog };
    const add = (target?: string) => (finding: DocumentFinding['finding']) => {
      const document = documentAt(manifest, finding.span.start) ?? cluster.document;
      found.push(target === undefined ? { document, finding } : { document, finding, target });
    };
    for (const check of checks) check.cluster?.(subject, add());
    if (apiServerOf(cluster) !== undefined) continue;
    for (const surface of surfaces) for (const check of checks) check.clusterAt?.(subject, surface, add(surface.name));
  }
  return found;
}

function documentAt({ documents }: Manifest, offset: number): number | undefined {
  return documents.find(({ span }) => span.start <= offset && offset <= span.end)?.index;
}
