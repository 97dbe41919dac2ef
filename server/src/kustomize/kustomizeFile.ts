import { entryFor, type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { fileNameOf } from '../text/fileName.ts';
import type { FileContext } from './fileContext.ts';

/**
 * The Kustomize type of a document, by its content and file name:
 * - `Kustomization`: a kustomization or a component
 * - `builtin`: the configuration of a built-in transformer or generator
 * - `configuration`: a file of `configurations`, which lists the fields that transformers change
 * - `replacement`: a file of `replacements`
 */
export type KustomizeFile = 'Kustomization' | 'builtin' | 'configuration' | 'replacement';

/**
 * The Kustomize type of a document that is not an API object; undefined if it belongs to another tool or is unknown.
 *
 * Source: `api/types/kustomization.go`, `api/internal/plugins/builtinconfig/transformerconfig.go` and
 * `api/types/replacement.go` of sigs.k8s.io/kustomize.
 */
export function kustomizeFileOf(root: Node, path: string): KustomizeFile | undefined {
  if (root.kind === 'list') return root.items.length > 0 && root.items.every(isReplacement) ? 'replacement' : undefined;
  if (root.kind !== 'map') return undefined;
  const apiVersion = stringFor(root, 'apiVersion');
  if (apiVersion === 'builtin') return 'builtin';
  const kind = stringFor(root, 'kind');
  if (parseGroupVersion(apiVersion ?? '')?.group === 'kustomize.config.k8s.io') {
    return kind === undefined || kind === 'Kustomization' || kind === 'Component' ? 'Kustomization' : undefined;
  }
  if (apiVersion !== undefined || kind !== undefined) return undefined;
  if (isKustomizationName(path)) return 'Kustomization';
  if (isReplacement(root)) return 'replacement';
  return isConfiguration(root) ? 'configuration' : undefined;
}

/** Whether Kustomize builds a folder by a file of this name. */
export function isKustomizationName(path: string): boolean {
  return /^(?:kustomization\.ya?ml|Kustomization)$/.test(fileNameOf(path));
}

/** The same for a file with known context: a file that a kustomization lists in `replacements` is one. */
export function kustomizeFileIn(document: {
  readonly root: Node;
  readonly path: string;
  readonly context: FileContext;
}): KustomizeFile | undefined {
  const { root, path, context } = document;
  const isNamed = context.entry?.startsWith('replacements[') === true && context.patch === undefined;
  return kustomizeFileOf(root, path) ?? (isNamed ? 'replacement' : undefined);
}

const configurationFields: ReadonlySet<string> = new Set([
  'namePrefix',
  'nameSuffix',
  'namespace',
  'commonLabels',
  'labels',
  'templateLabels',
  'commonAnnotations',
  'nameReference',
  'varReference',
  'images',
  'replicas',
]);

/** All its fields are those of a transformer configuration, each with a list of field specs. */
function isConfiguration({ entries }: MapNode): boolean {
  return (
    entries.length > 0 &&
    entries.every(
      ({ key, value }) => configurationFields.has(key) && value.kind === 'list' && value.items.every(isFieldSpec),
    )
  );
}

function isFieldSpec(node: Node): boolean {
  if (node.kind !== 'map') return false;
  return stringFor(node, 'path') !== undefined || entryFor(node, 'fieldSpecs')?.value.kind === 'list';
}

function isReplacement(node: Node): boolean {
  if (node.kind !== 'map') return false;
  const targets = entryFor(node, 'targets')?.value;
  return (
    targets?.kind === 'list' &&
    targets.items.length > 0 &&
    targets.items.every((target) => target.kind === 'map' && entryFor(target, 'select')?.value.kind === 'map')
  );
}
