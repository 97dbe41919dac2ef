import { installedVersion } from '../../crd/installed.ts';
import { isAppliedUnvalidated } from '../../crd/schema/appliedUnvalidated.ts';
import { prune } from '../../crd/schema/prune.ts';
import { mapFor, stringFor, valueFor } from '../../manifest/node.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { formatPath } from '../../text/fieldPath.ts';
import type { Check, StoredObject } from '../check.ts';

/**
 * A server-side apply to an object that another version of its kind was applied in, if the stored object has a field that
 * this version lacks. The server reads the object by the schema of each version in managedFields; the conversion strategy
 * None leaves fields in that the schema does not declare. Source: sigs.k8s.io/structured-merge-diff merge/update.go.
 */
export const staleFieldManager: Check = {
  codes: [
    {
      code: 'stale-field-manager',
      consequences: ['undecodable'],
      title: 'A field manager uses a version that lacks a stored field',
    },
  ],
  resource({ resource, stored, writer, availability }, emit) {
    if (writer?.operation !== 'server-side-apply' || stored === undefined || availability.state !== 'served') return;
    const installed = installedVersion(availability.resource);
    if (installed === undefined || installed.definition.conversion !== 'None') return;
    const { group, versions } = installed.definition;
    for (const [apiVersion, manager] of versionsOf(stored)) {
      if (apiVersion === resource.apiVersion) continue;
      const version = versions.find(({ name }) => formatGroupVersion({ group, version: name }) === apiVersion);
      if (version === undefined) continue;
      const { root } = stored.resource;
      const [field] = prune(root, root, version.schema, true).fields.filter(
        ({ path }) => !isAppliedUnvalidated(version.schema, path),
      );
      if (field === undefined) continue;
      const path = formatPath(field.path);
      emit({
        code: 'stale-field-manager',
        consequence: 'undecodable',
        path: 'apiVersion',
        span: { start: resource.apiVersionSpan.start, end: resource.apiVersionSpan.end },
        message: `.${path} of the stored object is not declared in ${apiVersion}, which "${manager}" uses`,
        why: 'The server reads the stored object by the schema of every version in managedFields, and the conversion strategy None removes no field. A server-side apply is refused with 500, "field not declared in schema"; a replacement is accepted.',
        remedy: `Remove the entry of "${manager}" from the managedFields of the object, or add the field to the older version of the definition.`,
        source:
          'sigs.k8s.io/structured-merge-diff merge/update.go, and k8s.io/apiextensions-apiserver pkg/apiserver/conversion/nop_converter.go',
        fixes: () => [],
      });
      return;
    }
  },
};

/** The versions in managedFields, each with the first manager that uses it. */
function versionsOf({ resource: { root } }: StoredObject): ReadonlyMap<string, string> {
  const metadata = mapFor(root, 'metadata');
  const entries = metadata && valueFor(metadata, 'managedFields');
  const found = new Map<string, string>();
  for (const entry of entries?.kind === 'list' ? entries.items : []) {
    const apiVersion = entry.kind === 'map' ? stringFor(entry, 'apiVersion') : undefined;
    if (entry.kind !== 'map' || apiVersion === undefined || found.has(apiVersion)) continue;
    found.set(apiVersion, stringFor(entry, 'manager') ?? '');
  }
  return found;
}
