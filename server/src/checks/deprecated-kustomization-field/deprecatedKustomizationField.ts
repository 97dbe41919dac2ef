import table from '../../../data/authored/kustomize.json' with { type: 'json' };
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { valueFor } from '../../manifest/node.ts';
import type { Check } from '../check.ts';
import { fixesFor } from './fixes.ts';

/** Fields that Kustomize warns about. Kustomizations that cannot be built are skipped: their files may be gone. */
export const deprecatedKustomizationField: Check = {
  codes: [
    {
      code: 'deprecated-kustomization-field',
      consequences: ['advice'],
      title: 'The kustomization field is deprecated',
    },
  ],
  document({ root, path, text, context }, emit) {
    if (context.buildable !== true || root.kind !== 'map' || kustomizeFileOf(root, path) !== 'Kustomization') return;
    for (const { field, instead } of table.deprecatedFields) {
      if (valueFor(root, field) === undefined) continue;
      const entry = root.entries.find(({ key }) => key === field);
      if (entry === undefined || entry.merged === true) continue;
      emit({
        code: 'deprecated-kustomization-field',
        consequence: 'advice',
        path: field,
        span: entry.keySpan,
        message: `${field} is deprecated; use ${instead}`,
        why: 'Kustomize still accepts it and warns at every build. The cluster never sees a kustomization.',
        remedy: `Write it as ${instead}, as kustomize edit fix does.`,
        source: 'sigs.k8s.io/kustomize api/types/kustomization.go',
        fixes: () => fixesFor(root, entry, instead, text),
      });
    }
  },
};
