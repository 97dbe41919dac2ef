import { basename } from 'node:path';

/** The names of kustomizations, in Kustomize's order of precedence (`pkg/konfig/general.go`). */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Whether a file is a kustomization by its name. */
export function isKustomization(path: string): boolean {
  // Called for every file: splitting paths is slower.
  return path.includes('ustomization') && kustomizationNames.includes(basename(path));
}
