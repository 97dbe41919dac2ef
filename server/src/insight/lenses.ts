import { type KindFacts, removalOf } from '../catalog/catalog.ts';
import type { JudgedResource, Verdict } from '../judge/analysis.ts';
import { formatGroupVersion, parseGroupVersion } from '../targets/groupVersion.ts';
import { formatMinor, minor } from '../targets/version.ts';
import { grouped } from '../text/grouped.ts';

/**
 * The lenses of a resource, a few words each: its storage version, how many targets serve it, and up to which minor.
 * Empty for parts of objects and unknown kinds.
 */
export function lensesOf({ resource, verdicts }: JudgedResource): readonly string[] {
  const { part, embedded, kind, apiVersion } = resource;
  const isKnown = verdicts.some(({ availability }) => availability.state !== 'custom');
  if (part !== undefined || embedded !== undefined || kind === '' || !isKnown) return [];
  const served = verdicts.filter(({ availability }) => availability.state === 'served');
  const stored = grouped(
    served.flatMap((verdict): [string, string][] => {
      const version = storedAs(verdict);
      return version === undefined ? [] : [[version, verdict.surface.name]];
    }),
  );
  const names = stored.size > 1;
  const storage = [...stored].map(([version, targets]) => (names ? `${version} (${targets.join(', ')})` : version));
  const version = parseGroupVersion(apiVersion);
  const facts = version && verdicts[0]?.surface.catalog.kind({ ...version, kind });
  return [
    ...(storage.length === 0 ? [] : [`stored as ${storage.join(', ')}`]),
    `served by ${served.length} of ${verdicts.length} ${verdicts.length === 1 ? 'target' : 'targets'}`,
    ...(facts === undefined ? [] : [safeUpTo(facts)]),
  ];
}

function storedAs({ availability }: Verdict): string | undefined {
  if (availability.state !== 'served') return undefined;
  const { group, storageVersion } = availability.resource;
  return storageVersion === undefined ? undefined : formatGroupVersion({ group, version: storageVersion });
}

function safeUpTo(facts: KindFacts): string {
  const removal = removalOf(facts);
  return removal === undefined ? 'no removal announced' : `served up to ${formatMinor(minor(removal - 1))}`;
}
