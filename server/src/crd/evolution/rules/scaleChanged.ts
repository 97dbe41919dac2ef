import type { EvolutionRule } from '../rule.ts';
import { definitions } from '../sources.ts';

const paths = [
  ['specReplicas', 'specReplicasPath', 'error'],
  ['statusReplicas', 'statusReplicasPath', 'warning'],
  ['labelSelector', 'labelSelectorPath', 'warning'],
] as const;

/** Scaling clients must keep working. */
export const scaleChanged: EvolutionRule = {
  code: 'crd-scale-changed',
  title: 'The scale subresource uses a different field',
  severity: 'error',
  breaks: ['old clients'],
  why: 'Autoscalers and kubectl scale use the fields at these paths. A different path means a different field; without a path, the scale cannot be read.',
  remedy: 'Keep the paths in this version, and change them in a new one.',
  source: definitions,
  definition({ before, after, atVersion }, emit) {
    for (const version of after.versions) {
      const earlier = before.versions.find(({ name }) => name === version.name);
      if (earlier?.scale === undefined || version.scale === undefined) continue;
      for (const [name, field, severity] of paths) {
        const [old, now] = [earlier.scale[name], version.scale[name]];
        if (old === '' || old === now) continue;
        emit(atVersion(version), `${field} of ${version.name} changed from ${old} to ${now || 'none'}`, { severity });
      }
    }
  },
};
