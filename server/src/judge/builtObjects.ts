import { kustomizedValueFinding } from '../checks/kustomizeFinding.ts';
import type { Finding } from '../finding.ts';
import { kustomizeFileOf } from '../kustomize/kustomizeFile.ts';
import { locate } from '../manifest/lookup.ts';
import type { Node } from '../manifest/node.ts';
import type { DocumentFinding } from './analysis.ts';
import { refusedNames } from './builtNames.ts';
import type { FileInputs } from './fileInputs.ts';
import { refusedObjects } from './generatedObjects.ts';

/**
 * Refusals of objects that a kustomization generates or renames, each at the field that is the cause. A kustomization
 * that builds on it may change them.
 *
 * @param root a document without objects.
 * @param document its index in the file.
 */
export function builtObjectFindings(root: Node, document: number, inputs: FileInputs): readonly DocumentFinding[] {
  const { file, surfaces, context } = inputs;
  if (root.kind !== 'map' || kustomizeFileOf(root, file) !== 'Kustomization' || context.isRefused()) return [];
  const assembled = context.assembled();
  if (assembled === undefined) return [];
  const names = refusedNames(root, assembled, inputs);
  const objects = refusedObjects(root, assembled, inputs);
  return surfaces.flatMap(({ name: target }, index) => {
    const named = names[index];
    const all = [...(named === undefined ? [] : [{ ...named, at: named.field }]), ...(objects[index] ?? [])];
    return all.map(({ at, finding, what }) => ({
      document,
      finding: refusalFinding(root, at, finding, what, context),
      target,
    }));
  });
}

function refusalFinding(
  root: Node,
  at: string,
  { message, why, source }: Finding,
  what: string,
  { isBuiltUpon }: FileInputs['context'],
): Finding {
  const { node, key, exact } = locate(root, at);
  const { start, end } = exact && node.kind === 'scalar' ? node : key;
  const value = { path: at, span: { start, end }, message, why: `The kustomization builds ${what}. ${why}`, source };
  return kustomizedValueFinding(value, isBuiltUpon());
}
