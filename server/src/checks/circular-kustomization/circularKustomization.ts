import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { namedFiles } from '../../kustomize/namedFiles.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';

/** Folders that a kustomization names and that are built on it again. */
export const circularKustomization: Check = {
  codes: [
    {
      code: 'circular-kustomization',
      consequences: ['undecodable'],
      title: 'A kustomization builds on itself and cannot be built',
    },
  ],
  document({ root, path, context: { circles } }, emit) {
    if (circles === undefined || kustomizeFileOf(root, path) !== 'Kustomization') return;
    const closing = circles();
    for (const { path: named, at, span, remote } of namedFiles(root)) {
      if (remote || !closing.includes(named)) continue;
      emit({
        code: 'circular-kustomization',
        consequence: 'undecodable',
        path: formatPath(at),
        span,
        message: `With ${named} the kustomization builds on itself and cannot be built`,
        why: 'Kustomize refuses a base that is already being built, and a parent folder of it.',
        remedy: 'Move what both need into a separate folder, and refer to it from each.',
        source: 'sigs.k8s.io/kustomize api/internal/loader/fileloader.go, errIfArgEqualOrHigher',
        fixes: () => [],
      });
    }
  },
};
