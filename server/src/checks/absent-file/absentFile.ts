import { kustomizeFileOf } from '../../kustomize/kustomizeFile.ts';
import { namedFiles } from '../../kustomize/namedFiles.ts';
import { hasPlaceholder } from '../../manifest/read/placeholder.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check } from '../check.ts';

/** Files and folders that a kustomization names and that are not there. */
export const absentFile: Check = {
  codes: [
    {
      code: 'absent-file',
      consequences: ['advice'],
      title: 'A file that a kustomization names does not exist',
    },
  ],
  document({ root, path, context: { absentFiles = [], bareFolders = [] } }, emit) {
    if (absentFiles.length + bareFolders.length === 0 || kustomizeFileOf(root, path) !== 'Kustomization') return;
    for (const { path: named, at, span, remote } of namedFiles(root)) {
      if (remote || hasPlaceholder(named)) continue;
      const isBare = bareFolders.includes(named);
      if (!isBare && !absentFiles.includes(named)) continue;
      emit({
        code: 'absent-file',
        consequence: 'advice',
        path: formatPath(at),
        span,
        message: `${named} ${isBare ? 'has no kustomization' : 'does not exist'}: the kustomization cannot be built`,
        why: isBare
          ? 'Kustomize reads a folder only through its kustomization file, and builds nothing without one.'
          : 'Kustomize builds nothing while a file or folder of the kustomization is missing.',
        remedy: isBare
          ? 'Name the files of the folder, or add a kustomization.yaml to it.'
          : 'Fix the path, add the file, or create it before the build.',
        source: 'sigs.k8s.io/kustomize api/internal/loader/fileloader.go, Load',
        fixes: () => [],
      });
    }
  },
};
