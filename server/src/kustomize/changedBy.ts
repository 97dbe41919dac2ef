import { type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { formatPath } from '../text/fieldPath.ts';
import type { AssembledResource } from './assembled.ts';
import { type Layer, laterChanges, layerChanges } from './changes.ts';
import { writeImages } from './imageValues.ts';
import { type LayerFiles, wrappedReplacement } from './layerWrites.ts';
import { writeReplacement } from './replacedValues.ts';
import { replacementsIn } from './replacements.ts';
import { WrittenResource } from './writtenResource.ts';

/**
 * The resources of a kustomization after its own patches, transformers and replacements: Kustomize applies patches,
 * names and labels first, then images and replacements.
 *
 * Source: configureBuiltinTransformers in `api/internal/target/kusttarget.go` of sigs.k8s.io/kustomize.
 *
 * @param layer the same resources before its own renaming.
 */
export function changedBy(
  root: Node,
  resources: readonly AssembledResource[],
  layer: Layer,
  files: LayerFiles,
): readonly AssembledResource[] {
  const written = resources.map((resource) => new WrittenResource(resource));
  const change = layerChanges(root, layer, files);
  for (const resource of written) change(resource);
  if (root.kind === 'map') {
    writeImages(root, files.file, written);
    writeReplacements(root, written, files);
  }
  const after = laterChanges(root, files.read);
  return written.map((resource) => {
    const now = resource.now();
    const last = after(now);
    return { ...now, changes: [...now.changes, ...last], isOpen: now.isOpen || last.length > 0 };
  });
}

function writeReplacements(root: MapNode, resources: readonly WrittenResource[], { file, read, at }: LayerFiles): void {
  for (const { node, path: entry } of mapsAt(root, 'replacements[]')) {
    const path = stringFor(node, 'path');
    if (path === undefined) {
      const below = formatPath(entry);
      for (const replacement of replacementsIn({ ...node, entries: [wrappedReplacement(node)] }, 'Kustomization')) {
        const pathOf = (inner: Parameters<typeof formatPath>[0]) => formatPath(inner).replace('replacements[0]', below);
        writeReplacement(replacement, resources, (inner) => ({ file, path: pathOf(inner) }));
      }
      continue;
    }
    const documents = read(path);
    if (documents === undefined) for (const resource of resources) resource.change(() => 'may');
    for (const document of documents ?? []) {
      for (const replacement of replacementsIn(document, 'replacement')) {
        writeReplacement(replacement, resources, (inner) => ({ file: at(path), path: formatPath(inner) }));
      }
    }
  }
}
