import { DraftMap, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { type Remarks, remark } from '../remarks.ts';
import { makeStructural, preserveUnknownFields, type SchemaChanges } from './crdStructural.ts';
import { mapsIn } from './crdVersions.ts';
import type { KindCode } from './kindCode.ts';

/**
 * Unknown fields of custom resources. A definition of `apiextensions.k8s.io/v1beta1` preserves them by default; a new
 * one of v1 only by its schema (`validation/validation.go`, `ValidateCustomResourceDefinition`:
 * `spec.preserveUnknownFields` must be false). So every schema with properties gets
 * `x-kubernetes-preserve-unknown-fields`, and a version without a schema gets one that accepts any object.
 */
export const crdOpenSchemas: KindCode = {
  toHub: () => undefined,
  fromHub: (root, remarks) => {
    const spec = root.map('spec');
    approve(root, spec?.string('group') ?? '', remarks);
    const preserves = spec?.scalar('preserveUnknownFields') === true;
    if (preserves) spec?.set('preserveUnknownFields', scalarDraft(false), { implied: true });
    for (const [i, version] of mapsIn(spec?.list('versions')).entries()) {
      const path = ['spec', 'versions', i, 'schema', 'openAPIV3Schema'];
      const schema = version.map('schema')?.map('openAPIV3Schema');
      if (schema === undefined) {
        version.mapOrNew('schema')?.set('openAPIV3Schema', openObject(preserves));
        remarks.forced.push(remark(path, 'every version needs a schema: one that accepts any object is written'));
        continue;
      }
      // v1beta1 prunes unknown fields only by a structural schema.
      if (!preserves) continue;
      const problem = describe(makeStructural(schema));
      if (problem !== '') remarks.forced.push(remark(path, `the schema was not structural: ${problem}`));
    }
    if (preserves) {
      remarks.forced.push(
        remark(
          ['spec', 'preserveUnknownFields'],
          `true is refused: the schemas say ${preserveUnknownFields} wherever they have properties`,
        ),
      );
    }
  },
};

/** v1 requires an annotation for groups of Kubernetes (`pkg/apihelpers`, `GetAPIApprovalState`). */
function approve(root: DraftMap, group: string, remarks: Remarks): void {
  if (!/(^|\.)(k8s|kubernetes)\.io$/.test(group)) return;
  if (root.map('metadata')?.map('annotations')?.get(approval) !== undefined) return;
  root.mapOrNew('metadata')?.mapOrNew('annotations')?.set(approval, scalarDraft('unapproved, legacy API'));
  remarks.forced.push(
    remark(
      ['metadata', 'annotations', approval],
      `${group} belongs to Kubernetes: the annotation says that it is unapproved`,
    ),
  );
}

const approval = 'api-approved.kubernetes.io';

function describe({ typed, opened, uncombined, metadata }: SchemaChanges): string {
  const parts = [
    [typed, 'now have a type'],
    [opened, 'accept any value'],
    [uncombined, 'lose a combination of schemas, so more is allowed'],
    [metadata, 'no longer restrict metadata'],
  ] as const;
  return parts.flatMap(([nodes, what]) => (nodes === 0 ? [] : [`${nodes} of its nodes ${what}`])).join(', ');
}

function openObject(preserves: boolean): DraftMap {
  const schema = new DraftMap();
  schema.set('type', scalarDraft('object'));
  if (preserves) schema.set(preserveUnknownFields, scalarDraft(true));
  return schema;
}
