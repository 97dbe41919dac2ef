import { basename } from 'node:path';

/** The names of kustomizations, in the order in which Kustomize looks for them (`pkg/konfig/general.go`). */
export const kustomizationNames: readonly string[] = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** Whether a file is a kustomization by its name. */
export function isKustomization(path: string): boolean {
  // Every file is asked: taking a path apart goes through it letter by letter.
  return path.includes('ustomization') && kustomizationNames.includes(basename(path));
}
