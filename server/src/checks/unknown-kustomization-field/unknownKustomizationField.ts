import { fieldProblemsOf, type UnknownField } from '../../kustomize/kustomizationFields.ts';
import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { nearest } from '../../text/nearest.ts';
import type { Check, Emit } from '../check.ts';

/** Unknown fields of kustomizations, for which Kustomize fails. */
export const unknownKustomizationField: Check = {
  codes: [
    {
      code: 'unknown-kustomization-field',
      consequences: ['undecodable'],
      title: 'Kustomize does not know the field',
    },
  ],
  document({ root, path }, emit) {
    if (kustomizeFileOf(root, path) !== 'Kustomization') return;
    for (const misfit of fieldProblemsOf(root)) if (misfit.misfit === 'unknown') emit(unknown(misfit));
  },
};

function unknown({ key, path, span, owner, known }: UnknownField): Parameters<Emit>[0] {
  const [near] = nearest(key, known, 1);
  const meant = near === undefined ? '' : `. Did you mean "${near}"?`;
  return {
    code: 'unknown-kustomization-field',
    consequence: 'undecodable',
    path,
    span,
    message: `"${key}" is not a field of ${owner === '' ? 'a kustomization' : owner}${meant}`,
    why: 'Kustomize decodes kustomizations strictly: with an unknown field it builds nothing.',
    remedy: near === undefined ? `Remove ${key}.` : `Write ${near}, or remove ${key}.`,
    source: 'sigs.k8s.io/kustomize api/types/kustomization.go, Unmarshal',
    fixes: () => [],
  };
}
