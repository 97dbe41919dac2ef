import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { valueAtSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { Node } from '../manifest/node.ts';
import { serverSideApply } from './leftOut.ts';
import type { OldObject, UnknownObject } from './oldObjects.ts';
import { isApply, type Writer } from './writer.ts';

const { argo } = table.serverSideApply;

/**
 * The writer of a resource: named by the command line, by the resource, by the workspace, or else by the stored object.
 *
 * @param old the stored object that it changes.
 * @param ofFile the writer of the file.
 */
export function writerFor(
  resource: Resource,
  old: OldObject | UnknownObject | undefined,
  ofFile: Writer | undefined,
): Writer | undefined {
  if (ofFile !== undefined && ofFile.by === undefined) return ofFile;
  const byAnnotation = annotated(resource.root, ofFile);
  if (byAnnotation !== ofFile) return byAnnotation;
  if (ofFile !== undefined) return ofFile;
  if (old === undefined) return undefined;
  if (old.writer !== undefined) return old.writer;
  const { operation } = old;
  if (operation !== 'apply') return { operation, by: undefined, manager: undefined, forces: undefined };
  if (old.resource === 'unknown' || serverSideApply({ ...old, resource: old.resource }) !== 'yes') return undefined;
  const by = 'the managedFields of the stored object';
  return { operation: 'server-side-apply', by, manager: undefined, forces: undefined };
}

/** An old object, changed by a writer that the command line does not name. */
export function changedBy<Old extends OldObject | UnknownObject>(old: Old, writer: Writer | undefined): Old {
  const { operation, manager } = writer ?? { operation: undefined, manager: undefined };
  if (operation === undefined || operation === 'create' || !isApply(old.operation)) return old;
  return { ...old, operation, manager };
}

/** Argo CD's option of a single object. */
function annotated(root: Node, ofFile: Writer | undefined): Writer | undefined {
  const node = valueAtSteps(root, ['metadata', 'annotations', argo.annotation]);
  const options =
    node?.kind === 'scalar'
      ? String(node.value)
          .split(',')
          .map((option) => option.trim())
      : [];
  if (options.includes(argo.not) && ofFile?.manager === argo.manager) return undefined;
  if (!options.includes(argo.value)) return ofFile;
  const by = `the annotation ${argo.annotation} of Argo CD`;
  return { operation: 'server-side-apply', by, manager: argo.manager, forces: true };
}
