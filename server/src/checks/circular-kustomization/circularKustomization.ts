import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { namedFiles } from '../../kustomize/namedFiles.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';

/** Folders that a kustomization names and that are built upon it again. */
export const circularKustomization: Check = {
  codes: [
    {
      code: 'circular-kustomization',
      consequences: ['undecodable'],
      title: 'A kustomization builds upon itself, so that it cannot be built',
    },
  ],
  document({ root, path, context: { circles } }, report) {
    if (circles === undefined || kustomizeFileOf(root, path) !== 'Kustomization') return;
    const closing = circles();
    for (const { path: named, at, span, remote } of namedFiles(root)) {
      if (remote || !closing.includes(named)) continue;
      report({
        code: 'circular-kustomization',
        consequence: 'undecodable',
        path: formatPath(at),
        span,
        message: `With ${named} the kustomization builds upon itself: it cannot be built`,
        why: 'Kustomize builds nothing upon a folder that is being built itself, nor upon one above it.',
        remedy: 'Move what both need into a folder of its own, beside them, and name that.',
        source: 'sigs.k8s.io/kustomize api/internal/loader/fileloader.go, errIfArgEqualOrHigher',
        fixes: () => [],
      });
    }
  },
};
