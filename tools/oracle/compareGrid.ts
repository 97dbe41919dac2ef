import { formatGroupVersion } from '../../server/src/targets/groupVersion.ts';
import { resolveFlags } from '../../test/harness/recorded.ts';
import type { RecordedRow } from '../../test/recorded/rows.ts';
import type { Disagreement } from './disagreements.ts';
import { apisKeptByAlpha } from './keptByAlpha.ts';

/**
 * The disagreements between our resolution of a setting and a server's behaviour. What a server serves only because it is
 * an alpha build (`apisKeptByAlpha`) is none: a preview is known as its release will be.
 */
export function compareSetting(
  binary: string,
  { name, flags, answer }: RecordedRow,
  isAlphaBuild = false,
): readonly Disagreement[] {
  const emit = (rule: string, about: string, detail: string): Disagreement => ({ rule, about, detail, setting: name });
  const found = resolveFlags(binary, flags);
  if ('error' in answer) return found.ok ? [emit('a setting is not refused', flags.join(' '), answer.error)] : [];
  if (!found.ok) {
    const [problem] = found.problems;
    return [emit('a setting is refused wrongly', flags.join(' '), problem?.message ?? '')];
  }
  if ('neverReady' in answer)
    return found.surface.warnings.length > 0 ? [] : [emit('a server is never ready', flags.join(' '), '')];
  const { resources, gates, storageVersions } = found.surface;
  const served = resources.map(
    (resource) =>
      `${formatGroupVersion(resource)} ${resource.kind} ${resource.resource} ${resource.namespaced ? 'Namespaced' : 'Cluster'}`,
  );
  const [mine, theirs] = [new Set(served), new Set(answer.served)];
  const kept = isAlphaBuild ? apisKeptByAlpha(found.surface.versions.emulation) : new Set<string>();
  const ends = (line: string) => kept.has(line.split(' ').slice(0, 2).join(' '));
  const stages = new Map([...gates.values()].map((gate) => [gate.name, gate]));
  return [
    ...served.filter((line) => !theirs.has(line)).map((line) => emit('served here alone', line, '')),
    ...answer.served
      .filter((line) => !mine.has(line) && !ends(line))
      .map((line) => emit('served by the server alone', line, '')),
    ...Object.entries(answer.storageVersions).flatMap(([resource, version]) => {
      const ours = storageVersions.get(resource);
      return ours === version ? [] : [emit('a storage version', resource, `${version} against ${ours ?? 'none'}`)];
    }),
    ...Object.entries(answer.features).flatMap(([gate, [stage, enabled]]) => {
      const ours = stages.get(gate);
      const same = ours?.enabled === enabled && (ours.stage === 'GA' ? '' : ours.stage.toUpperCase()) === stage;
      const ourState = ours === undefined ? 'unknown' : `${ours.stage} ${ours.enabled}`;
      return same ? [] : [emit('a gate', gate, `${stage} ${enabled} against ${ourState}`)];
    }),
    ...[...stages.keys()]
      .filter((gate) => answer.features[gate] === undefined)
      .map((gate) => emit('a gate that the server lacks', gate, '')),
  ];
}
