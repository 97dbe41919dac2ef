import { installedVersion } from '../../crd/installed.ts';
import { prune } from '../../crd/schema/prune.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { ResourceJudge } from '../check.ts';

/**
 * Fields of a custom resource that its storage version lacks: with conversion None the server changes only the
 * apiVersion and silently prunes by the schema of the storage version (`schemaCoercingConverter` in
 * `pkg/apiserver/customresource_handler.go` of apiextensions-apiserver; verified on a 1.37 server).
 */
export const storedSchema: ResourceJudge = ({ availability, resource, decoded }, emit) => {
  if (availability.state !== 'served' || decoded === undefined || resource.part !== undefined) return;
  const installed = installedVersion(availability.resource);
  if (installed === undefined) return;
  const { definition, version } = installed;
  const stored = definition.versions.find(({ storage }) => storage);
  if (stored === undefined || stored === version) return;
  if (definition.conversion !== 'None' || definition.preserveUnknownFields) return;
  const { root, kind } = resource;
  const known = new Set(prune(root, root, version.schema, true).fields.map(({ entry }) => entry));
  for (const { path, entry } of prune(root, root, stored.schema, true).fields) {
    const at = formatPath(path);
    // A create ignores the status, and fields of no version have the finding unknown-field.
    if (known.has(entry) || (version.hasStatus && /^status\b/.test(at))) continue;
    if (definition.origin.isPartial && entry.key.includes('.')) continue;
    const storedAs = formatGroupVersion({ group: definition.group, version: stored.name });
    emit({
      code: 'dropped-field',
      consequence: 'dropped',
      path: at,
      span: entry.keySpan,
      message: `${at} is silently dropped: the storage version ${storedAs} does not define it`,
      why: `The CustomResourceDefinition (${definition.origin.label}) uses the conversion strategy None. With it, the server changes only the apiVersion of the ${kind}, and drops fields that the schema of ${storedAs} lacks.`,
      remedy: `Write the ${kind} as ${storedAs}, or have the definition keep the field there or convert with a webhook.`,
      source: 'k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go, schemaCoercingConverter',
      fixes: () => [],
    });
  }
};
