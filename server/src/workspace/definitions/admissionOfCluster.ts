import { AdmissionObjects, admissionObjectsIn, mayHoldAdmission } from '../../admission/admissionObjects.ts';
import type { DefinitionSource } from '../../crd/customKinds.ts';
import { memoize } from '../../text/memoize.ts';
import type { OldFile } from '../../update/oldObjects.ts';
import { objectsExcept } from './admissionOfBuild.ts';

/**
 * Definitions, with the objects that admission depends on in files of stored objects. An object of the same name in the
 * workspace takes precedence: the cluster will have it.
 */
export function withAdmissionOfCluster(source: DefinitionSource, files: readonly OldFile[]): DefinitionSource {
  const holdings = files.map(({ text }) => mayHoldAdmission(text));
  if (holdings.every((holding) => holding === undefined)) return source;
  const admission = memoize((byNamespaces: boolean) => {
    // Namespaces of the workspace matter beside the rules of the cluster.
    const written = source.admission?.(byNamespaces || holdings.includes('rules'));
    const local = written instanceof AdmissionObjects ? written : undefined;
    const read = (paramKinds?: ReadonlySet<string>) =>
      files.flatMap(({ path, text }) => admissionObjectsIn(text, path, { paramKinds }));
    const rules = read();
    const { paramKinds } = new AdmissionObjects([...rules, ...(local?.objects ?? [])]);
    // Parameters may be in any file.
    const stored = objectsExcept(local?.objects ?? [], paramKinds.size === 0 ? rules : read(paramKinds));
    return stored.length === 0 ? written : new AdmissionObjects([...(local?.objects ?? []), ...stored]);
  });
  return { ...source, admission };
}
