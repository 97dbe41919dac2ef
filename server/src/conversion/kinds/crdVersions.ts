import { copyDraft, type DraftList, DraftMap, listDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { dataOf } from '../draftValue.ts';
import { sameValue } from '../value.ts';
import type { KindCode } from './kindCode.ts';

/** The top-level fields of `apiextensions.k8s.io/v1beta1` for all versions, each with the field of a version. */
const shared = [
  ['validation', 'schema'],
  ['subresources', 'subresources'],
  ['additionalPrinterColumns', 'additionalPrinterColumns'],
  ['selectableFields', 'selectableFields'],
] as const;

/**
 * `spec.version` and the top-level fields, which `apiextensions.k8s.io/v1` has in each of `spec.versions`
 * (`pkg/apis/apiextensions/{v1,v1beta1}/conversion.go`, `defaults.go`). Values common to all versions must move to the
 * top level: `v1beta1` refuses them in each version.
 */
export const crdVersions: KindCode = {
  toHub: (root) => {
    const spec = root.map('spec');
    if (spec === undefined) return;
    const versions = versionsOf(spec);
    for (const [before, after] of shared) {
      const field = spec.take(before);
      if (field === undefined) continue;
      for (const [i, version] of versions.entries()) {
        if (version.get(after) !== undefined) continue;
        version.put(after, i === 0 ? field : { ...field, value: copyDraft(field.value) });
      }
    }
  },
  fromHub: (root) => {
    const spec = root.map('spec');
    const versions = mapsIn(spec?.list('versions'));
    const [first, ...others] = versions;
    if (spec === undefined || first === undefined) return;
    for (const [before, after] of shared) {
      const value = first.get(after);
      if (value === undefined) continue;
      const areEqual = others.every((version) => {
        const other = version.get(after);
        return other !== undefined && sameValue(dataOf(other), dataOf(value));
      });
      if (!areEqual) continue;
      const field = first.take(after);
      for (const version of others) version.take(after);
      if (field !== undefined) spec.put(before, field);
    }
  },
};

/** The versions; an absent list is created from `spec.version`. */
function versionsOf(spec: DraftMap): readonly DraftMap[] {
  const name = spec.take('version');
  const list = spec.list('versions');
  if (list !== undefined && list.items.length > 0) return mapsIn(list);
  if (name === undefined) return [];
  const version = new DraftMap();
  version.put('name', name);
  version.set('served', scalarDraft(true));
  version.set('storage', scalarDraft(true));
  spec.set('versions', listDraft([version]));
  return [version];
}

/** The objects in a list. */
export function mapsIn(list: DraftList | undefined): readonly DraftMap[] {
  return (list?.items ?? []).flatMap((item) => (item instanceof DraftMap ? [item] : []));
}
