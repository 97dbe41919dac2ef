import table from '../../../data/authored/server-warnings.json' with { type: 'json' };
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';

/** Fields that the server warns about or drops have other findings. */
const spokenOf: ReadonlySet<string> = new Set([
  ...table.podVolumes.map(({ field }) => `core.v1.Volume.${field}`),
  ...table.persistentVolumes.map(({ field }) => `core.v1.PersistentVolumeSpec.${field}`),
  'core.v1.NodeSpec.configSource',
  'core.v1.NodeSpec.externalID',
  'meta.v1.ObjectMeta.selfLink',
]);

/** Fields whose own documentation begins with `Deprecated`. */
export const deprecatedField: Check = {
  judgesParts: true,
  codes: [
    {
      code: 'deprecated-field',
      consequences: ['advice'],
      title: "The field's documentation calls it deprecated",
    },
  ],
  field(field) {
    if (!field.deprecated || spokenOf.has(`${field.owner}.${field.name}`)) return undefined;
    return (value, at, emit) => {
      if (value.kind === 'map' ? value.entries.length === 0 : value.kind === 'list' && value.items.length === 0) return;
      const path = formatPath(at.path);
      // The status is written by the cluster.
      if (path.startsWith('status.')) return;
      emit({
        code: 'deprecated-field',
        consequence: 'advice',
        path,
        span: { start: at.key.start, end: at.key.end },
        message: `${path} is deprecated`,
        why: `The documentation of the field ${field.name} of ${field.owner} begins with "Deprecated". The server still accepts it and sends no warning.`,
        remedy: 'Use the replacement that kubectl explain names.',
        source: `k8s.io/api, the comment of ${field.owner}.${field.name}`,
        fixes: () => [],
      });
    };
  },
};
